import { CHANGES, type Change } from '../changes.ts'
import type { PartType } from '../parts.ts'
import { SEVERITIES, type SeverityLevel } from '../severities.ts'
import { element, type Look, type Shape } from './shapes.ts'
import type { View } from './views.ts'

/** What a part is filled by: how severe its damage is, or what happened to it since. */
export type Fills = ReadonlyMap<PartType, SeverityLevel | Change>

/** Attributes, not a style sheet: any program that reads SVG shows them, and a page's own CSS still wins over them. */
const LOOKS: Record<Look, string> = {
  body: 'fill="#fff" stroke="#334155" stroke-width="2.2"',
  part: 'fill="#fff" stroke="#64748b" stroke-width="1.1"',
  glass: 'fill="#eef2f7" stroke="#64748b" stroke-width="1.1"',
  tire: 'fill="#475569" stroke="#1e293b" stroke-width="1.4"',
  well: 'fill="#fff" stroke="#334155" stroke-width="1.6"',
  line: 'fill="none" stroke="#94a3b8" stroke-width="1"',
}

const hatchId = (fill: SeverityLevel | Change) => `walkaround-hatch-${fill}`

type Hatch = { size: number; turn: number; marks: (ink: string) => string }
const lines = (size: number, turn: number, width: number): Hatch => ({
  size,
  turn,
  marks: (ink) => `<path d="M${size / 2} 0V${size}" stroke="${ink}" stroke-width="${width}"/>`,
})

/** Dots, lines, a grid: each darker than the one before, so that a black and white print keeps the order. */
const HATCHES: Record<SeverityLevel, Hatch | null> = {
  0: null,
  1: { size: 7, turn: 45, marks: (ink) => `<circle cx="3.5" cy="3.5" r="1.1" fill="${ink}"/>` },
  2: lines(6, 45, 1.1),
  3: {
    size: 5.6,
    turn: 45,
    marks: (ink) => `<path d="M2.8 0V5.6M0 2.8H5.6" stroke="${ink}" stroke-width="1.1"/>`,
  },
}

/** What is new is solid; what nobody can tell has thin lines or dots and a dashed edge. */
const CHANGE_HATCHES: Record<Change, Hatch | null> = {
  new: null,
  worsened: lines(7, 45, 2),
  uncertain: { size: 8, turn: 0, marks: (ink) => `<circle cx="4" cy="4" r="1.3" fill="${ink}"/>` },
  not_comparable: lines(8, -45, 1),
  repaired: null,
  unchanged: null,
}

const isLevel = (fill: SeverityLevel | Change): fill is SeverityLevel => typeof fill === 'number'
const hatchOf = (fill: SeverityLevel | Change) => (isLevel(fill) ? HATCHES[fill] : CHANGE_HATCHES[fill])

/** Those that the given fills need, or all of the levels. */
export function hatchDefinitions(fills: Iterable<SeverityLevel | Change> = []): string {
  const changes = CHANGES.filter(({ name }) => [...fills].includes(name))
  const patterns = [
    ...SEVERITIES.map(({ level, ink }) => patternOf(level, ink)),
    ...changes.map(({ name, line }) => patternOf(name, line)),
  ]
  return `<defs>${patterns.join('')}</defs>`
}

function patternOf(fill: SeverityLevel | Change, ink: string): string {
  const hatch = hatchOf(fill)
  if (!hatch) return ''
  const { size, turn, marks } = hatch
  const box = `width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"`
  return `<pattern id="${hatchId(fill)}" ${box}>${marks(ink)}</pattern>`
}

/** The inside of one view, with the damaged parts filled. Needs `hatchDefinitions` once in the same document. */
export function viewMarkup({ shapes }: View, fills: Fills): string {
  return shapes.map((shape) => shapeMarkup(shape, shape.part ? fills.get(shape.part) : undefined)).join('')
}

function shapeMarkup({ part, look, outline }: Shape, fill: SeverityLevel | Change | undefined): string {
  const start = element(outline)
  const name = part ? ` data-part="${part}"` : ''
  if (fill === undefined) return `${start}${name} class="${look}" ${LOOKS[look]}/>`
  const solid = `${start}${name} class="${look}" ${paintOf(fill)}/>`
  if (!hatchOf(fill)) return solid
  return `${solid}${start} fill="url(#${hatchId(fill)})" pointer-events="none"/>`
}

function paintOf(fill: SeverityLevel | Change): string {
  if (isLevel(fill)) {
    const { fill: color, ink } = SEVERITIES[fill]
    return `data-level="${fill}" fill="${color}" stroke="${ink}" stroke-width="1.8"`
  }
  const { fill: color, line, is_dashed, width } = CHANGES.find(({ name }) => name === fill) ?? CHANGES[0]
  const dashes = is_dashed ? ' stroke-dasharray="5 4"' : ''
  return `data-change="${fill}" fill="${color}" stroke="${line}" stroke-width="${width}"${dashes}`
}
