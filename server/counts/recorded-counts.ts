import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

/** A list is the nodes of a plan, or another order of names that must stay. */
export type Figures = Record<string, number | string | readonly string[]>
export type Counts = Record<string, Figures>

/** In the order of the file. */
export const SECTIONS = [
  'requests',
  'beside requests',
  'one inspection',
  'work on pictures',
  'bytes of answers',
  'plans of requests',
  'plans of polls',
] as const
type Section = (typeof SECTIONS)[number]

const FILE = join(import.meta.dirname, 'counts.json')
const ACCEPT =
  'If that is what the change is meant to cost, accept it with `UPDATE_COUNTS=1 pnpm counts`, and say why in the commit.'

/**
 * Compares a section with `counts.json`, or writes it there when counts are accepted. `explain` adds what a person wants to see of a name
 * whose figures have changed, such as the statements that were sent.
 */
export function compareCounts(section: Section, counts: Counts, explain?: (name: string) => string): void {
  const recorded = readCounts()
  if (process.env.UPDATE_COUNTS === '1') {
    writeFileSync(FILE, textOf({ ...recorded, [section]: counts }))
    return
  }
  const before = recorded[section] ?? {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(counts)])]
  const changed = names.flatMap((name) => {
    const lines = describeDifferences(name, before[name] ?? {}, counts[name] ?? {})
    const why = lines.length > 0 && counts[name] ? explain?.(name) : undefined
    return why ? [...lines, why] : lines
  })
  if (changed.length > 0) throw new Error(`${section}\n${changed.join('\n')}\n${ACCEPT}`)
}

export const readCounts = (): Partial<Record<Section, Counts>> =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}

export function describeDifferences(name: string, before: Figures, now: Figures): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return keys
    .filter((key) => !isDeepStrictEqual(before[key], now[key]))
    .map((key) => {
      const was = before[key]
      const is = now[key]
      const what = key.replaceAll('_', ' ')
      if (typeof was === 'number' && typeof is === 'number') return `${name}: ${is} ${what}, was ${was}`
      if (typeof was === 'object' && typeof is === 'object')
        return [`${name}: another ${what}`, ...changedLines(was, is)].join('\n')
      return `${name}: ${what} ${shown(is)}, was ${shown(was)}`
    })
}

const shown = (figure: Figures[string] | undefined): string =>
  figure === undefined ? 'absent' : typeof figure === 'object' ? figure.join(' > ') : `${figure}`

/** Without what they begin and end with alike. */
function changedLines(was: readonly string[], is: readonly string[]): string[] {
  const most = Math.min(was.length, is.length)
  let begin = 0
  while (begin < most && was[begin] === is[begin]) begin++
  let end = 0
  while (end < most - begin && was.at(-1 - end) === is.at(-1 - end)) end++
  const between = (list: readonly string[], sign: string) =>
    list.slice(begin, list.length - end).map((line) => `  ${sign} ${line}`)
  return [...between(was, '-'), ...between(is, '+')]
}

/** A line for each name, and one for each node of a plan: what a reviewer reads is the line that changed. */
function textOf(sections: Partial<Record<Section, Counts>>): string {
  const bodies = SECTIONS.map((section) => {
    const lines = Object.entries(sections[section] ?? {}).map(
      ([name, figures]) => `    ${quoted(name)}: ${lineOf(figures)}`,
    )
    return `  ${quoted(section)}: {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${bodies.join(',\n')}\n}\n`
}

function lineOf(figures: Figures): string {
  const parts = Object.entries(figures).map(([key, figure]) => {
    if (typeof figure !== 'object') return `${quoted(key)}: ${JSON.stringify(figure)}`
    return `${quoted(key)}: [\n${figure.map((item) => `      ${quoted(item)}`).join(',\n')}\n    ]`
  })
  return `{ ${parts.join(', ')} }`
}

const quoted = (text: string) => JSON.stringify(text)
