import type { Figure } from './bootstrap.ts'

/** A Markdown table that can be read as it is. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [
    line(header),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...rows.map(line),
  ].join('\n')
}

export const formatNumber = (value: number | null, decimals = 2) =>
  value === null ? '–' : value.toFixed(decimals)

/** The value and its 95 % interval. */
export function formatFigure(figure: Figure, decimals = 2): string {
  if (figure.value === null) return '–'
  const [low, high] = [formatNumber(figure.low, decimals), formatNumber(figure.high, decimals)]
  return `${formatNumber(figure.value, decimals)} (${low} to ${high})`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isFigure(value: unknown): value is Figure {
  return isRecord(value) && 'value' in value && 'low' in value && 'high' in value && 'n' in value
}

/** Said elsewhere on the card. */
const DIGESTS = ['sha256', 'settings_sha256']

/** Any report as rows of name, value and n. Lists, which hold single pictures, are left out. */
export function rowsOf(report: Record<string, unknown>, prefix = ''): string[][] {
  return Object.entries(report).flatMap(([key, value]) => {
    const name = prefix ? `${prefix} ${key}` : key
    if (isFigure(value)) return [[name, formatFigure(value, 3), String(value.n)]]
    if (isRecord(value)) return rowsOf(value, name)
    if (typeof value === 'number') return [[name, String(value), '']]
    return typeof value === 'string' && !DIGESTS.includes(key) ? [[name, value, '']] : []
  })
}

/** A report with every figure as its bare value and without lists: what fits on the last line. */
export function summaryOf(report: unknown): unknown {
  if (isFigure(report)) return report.value
  if (!isRecord(report)) return report
  const kept = Object.entries(report).filter(([, value]) => !Array.isArray(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, summaryOf(value)]))
}
