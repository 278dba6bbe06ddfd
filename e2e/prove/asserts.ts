import type { Campaign } from './campaign.ts'

/** A table in Markdown: facts are judged at every size, times and memory at the full size alone. */
export function printAsserts(campaigns: Record<string, Campaign>): void {
  const rows = Object.entries(campaigns).flatMap(([name, { facts, timed }]) => [
    ...facts.map((kind) => [name, kind, 'x', 'x']),
    ...timed.map((kind) => [name, kind, '', 'x']),
  ])
  const table = [['campaign', 'kind', 'gate', 'full'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  console.log(lines.join('\n'))
  console.log(`${rows.length} kinds: ${rows.filter(([, , gate]) => gate).length} in the gate`)
}
