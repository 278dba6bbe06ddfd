import { MODEL_AUTHOR } from '../../../core/contracts/findings.ts'
import { type HistoryEntry, type ReportDamage, SHOWN_FIELDS } from '../report-content.ts'
import { partsOfDamage } from './damages.ts'
import type { ReportFacts } from './read-facts.ts'

type Facts = NonNullable<ReportFacts>
type Event = Facts['events'][number]

/** What was done to the inspection, oldest first, with what it was before and after. */
export function historyOf(
  facts: Facts,
  damages: readonly ReportDamage[],
  { with_prices }: { with_prices: boolean },
): HistoryEntry[] {
  const events = with_prices ? facts.events : facts.events.filter(({ type }) => !type.startsWith('pricing.'))
  const tell = subjectsOf(facts, damages)
  return events.map((event) => ({
    at: event.created_at,
    by: event.created_by === MODEL_AUTHOR ? null : event.created_by,
    event: event.type,
    ...tell(event),
    changes: SHOWN_FIELDS.flatMap((field) => {
      const change = event.changes?.[field]
      return change ? [{ field, before: plain(change.before), after: plain(change.after) }] : []
    }).filter(({ before, after }) => before !== after),
    reason: event.reason,
  }))
}

/** What an event is about, also where it is no longer there. */
function subjectsOf({ told, parts }: Facts, damages: readonly ReportDamage[]) {
  const partTypes = new Map(parts.map((part) => [part.id, part.part_type]))
  const numbers = new Map(damages.map((damage) => [damage.damage_id, damage.number]))
  const rows = new Map(told.damages.map((row) => [row.id, row]))
  const shown = new Map(told.views.map((view) => [view.id, view.damage_id]))
  const prices = new Map(told.prices.map((price) => [price.id, price]))
  return ({ payload }: Event): Pick<HistoryEntry, 'damage' | 'part_type' | 'task_name' | 'currency'> => {
    const row = rows.get(text(payload.damage_id) ?? shown.get(text(payload.view_id) ?? '') ?? '')
    const price = prices.get(text(payload.pricing_id) ?? '')
    return {
      damage: row
        ? {
            number: numbers.get(row.id) ?? null,
            damage_type: row.damage_type,
            part_types: partsOfDamage(row, partTypes),
          }
        : null,
      part_type: price?.part_type ?? null,
      task_name: text(payload.name),
      currency: price?.currency ?? null,
    }
  }
}

function plain(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
