import { execFileSync } from 'node:child_process'
import { labels } from '@walkaround/catalog/labels'
import { SEVERITY_NAMES } from '@walkaround/catalog/severities'
import type { Page } from 'playwright-core'
import { type Json, rowsOf } from './console-world.ts'
import { openTab } from './page-actions.ts'

/** What a reader is told of an inspection, wherever they read it. */
export type Facts = { damages: Told[]; priced: string | null; total: string | null }
/** In the words of the reader; severity is null where none is given. */
export type Told = { label: string; part: string; type: string; severity: string | null }

const WORDS = labels('en')
const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)

/** As the API has it. */
export function apiFacts(inspection: Json, estimate: Json | null): Facts {
  const partTypes = new Map(rowsOf(inspection.parts).map((part) => [part.id, String(part.part_type)]))
  const levels = new Map(
    rowsOf(inspection.severity_results).map((one) => [
      one.label,
      Object(Object(one.value).custom_severity).level,
    ]),
  )
  const damages = rowsOf(inspection.damages).map((damage) => {
    const [partId] = Array.isArray(damage.part_ids) ? damage.part_ids : []
    const part = partTypes.get(partId) ?? 'ignore'
    return {
      label: String(damage.label),
      part: wordOf(WORDS.parts, part),
      type: wordOf(WORDS.damage_types, String(damage.damage_type)),
      severity: severityOf(levels.get(part)),
    }
  })
  const { standing, currency } = Object(estimate)
  return {
    damages: damages.toSorted(byLabel),
    priced: standing ? `${standing.priced_damage_count} of ${standing.damage_count} damages priced` : null,
    // Nothing priced is no sum, and never zero.
    total: standing?.priced_damage_count > 0 ? money(standing.net.likely / 100, currency) : null,
  }
}

/** As the console shows it: the damages in their table, the sum on the overview. */
export async function consoleFacts(page: Page): Promise<Facts> {
  await openTab(page, 'Damages')
  await page.locator('th[scope=row] [data-row-of]').first().waitFor()
  const rows: Told[] = await page.evaluate(READ_ROWS)
  await openTab(page, 'Overview')
  const panel = page.getByRole('region', { name: 'Damages and estimate' })
  await panel.waitFor()
  const read = async (text: RegExp) => {
    const found = panel.getByText(text).first()
    return (await found.count()) > 0 ? found.textContent() : null
  }
  return {
    // A rejected damage stays in the table, crossed out.
    damages: rows.filter(({ label }) => label !== '×').toSorted(byLabel),
    priced: await read(/^\d+ of \d+ damages? priced$/),
    total: await read(/^€[\d,.]+$/),
  }
}

const READ_ROWS = `[...document.querySelectorAll('th[scope=row] [data-row-of]')].map((link) => {
  const [part, type, severity] = [...link.closest('tr').querySelectorAll('th ~ td')]
  const level = severity.querySelector('select')?.selectedOptions[0]?.text ?? severity.innerText
  return {
    label: link.textContent.trim(),
    part: part.innerText.trim(),
    type: type.innerText.trim(),
    severity: level.trim() === '–' ? null : level.trim(),
  }
})`

/** As the paper says it, by the text of its pages. */
export function paperFacts(file: string, told: readonly Told[]): Facts & { text: string } {
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  return {
    text,
    damages: told.filter((damage) => isPrinted(text, damage)).toSorted(byLabel),
    priced: /\d+ of \d+ damages? priced/.exec(text)?.[0] ?? null,
    total: null,
  }
}

/** A row of the table: the label, and then everything else that is said of the damage before the next label. */
function isPrinted(text: string, { label, part, type, severity }: Told): boolean {
  const rows = text.split(/^\s*(?=D\d+\s)/m).filter((row) => new RegExp(`^${label}\\s`).test(row))
  return rows.some((row) =>
    [part, type, ...(severity ? [severity] : [])].every((word) =>
      word.split(' ').every((one) => row.toLowerCase().includes(one.toLowerCase())),
    ),
  )
}

function severityOf(level: unknown): string | null {
  const name = SEVERITY_NAMES[Number(level)]
  return typeof level === 'number' && name ? WORDS.severities[name] : null
}

function wordOf(words: object, key: string): string {
  return String(Object(words)[key] ?? key)
}

const byLabel = (a: Told, b: Told) => Number(a.label.slice(1)) - Number(b.label.slice(1))
