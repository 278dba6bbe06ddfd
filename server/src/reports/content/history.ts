import type { HistoryEntry, ReportDamage } from '../report-content.ts'
import type { ReportFacts } from './read-facts.ts'

type Facts = NonNullable<ReportFacts>

/** What was done to the inspection, oldest first, with what it was before and after. */
export function historyOf(facts: Facts, damages: readonly ReportDamage[]): HistoryEntry[] {
  const numbers = new Map(damages.map((damage) => [damage.damage_id, damage.number]))
  return facts.events.map(({ type, created_at, created_by, reason, payload, changes }) => {
    const number = typeof payload.damage_id === 'string' ? numbers.get(payload.damage_id) : undefined
    return {
      at: created_at,
      by: created_by ?? '',
      event: type,
      subject: number === undefined ? textOf(payload.name) : `No. ${number}`,
      before: sideOf(changes, 'before'),
      after: sideOf(changes, 'after'),
      reason,
    }
  })
}

const SHOWN_MAX = 300

/** Outlines would fill pages with figures: that they changed is enough. */
function sideOf(
  changes: Record<string, { before: unknown; after: unknown }> | null,
  side: 'before' | 'after',
): string | null {
  const fields = Object.entries(changes ?? {}).filter(([, change]) => !isEmpty(change[side]))
  if (fields.length === 0) return null
  const text = fields.map(([name, change]) => `${name}: ${textOf(change[side]) ?? '…'}`).join(', ')
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)} …` : text
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null
}
