import type { PartType } from '../parts.ts'
import { SEVERITIES, type SeverityLevel } from '../severities.ts'
import { element, type Look, type Shape } from './shapes.ts'
import type { View } from './views.ts'

export type Levels = ReadonlyMap<PartType, SeverityLevel>

/** Attributes, not a style sheet: any program that reads SVG shows them, and a page's own CSS still wins over them. */
const LOOKS: Record<Look, string> = {
  body: 'fill="#fff" stroke="#334155" stroke-width="2.2"',
  part: 'fill="#fff" stroke="#64748b" stroke-width="1.1"',
  glass: 'fill="#eef2f7" stroke="#64748b" stroke-width="1.1"',
  tire: 'fill="#475569" stroke="#1e293b" stroke-width="1.4"',
  well: 'fill="#fff" stroke="#334155" stroke-width="1.6"',
  line: 'fill="none" stroke="#94a3b8" stroke-width="1"',
}

const hatchId = (level: SeverityLevel) => `walkaround-hatch-${level}`

/** Dots, lines, a grid: each darker than the one before, so that a black and white print keeps the order. */
const HATCHES: Record<SeverityLevel, { size: number; marks: (ink: string) => string } | null> = {
  0: null,
  1: { size: 7, marks: (ink) => `<circle cx="3.5" cy="3.5" r="1.1" fill="${ink}"/>` },
  2: { size: 6, marks: (ink) => `<path d="M3 0V6" stroke="${ink}" stroke-width="1.1"/>` },
  3: { size: 5.6, marks: (ink) => `<path d="M2.8 0V5.6M0 2.8H5.6" stroke="${ink}" stroke-width="1.1"/>` },
}

export function hatchDefinitions(): string {
  const patterns = SEVERITIES.map(({ level, ink }) => {
    const hatch = HATCHES[level]
    if (!hatch) return ''
    const { size, marks } = hatch
    const box = `width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"`
    return `<pattern id="${hatchId(level)}" ${box}>${marks(ink)}</pattern>`
  })
  return `<defs>${patterns.join('')}</defs>`
}

/** The inside of one view, with the damaged parts filled. Needs `hatchDefinitions` once in the same document. */
export function viewMarkup({ shapes }: View, levels: Levels): string {
  return shapes.map((shape) => shapeMarkup(shape, shape.part ? levels.get(shape.part) : undefined)).join('')
}

function shapeMarkup({ part, look, outline }: Shape, level: SeverityLevel | undefined): string {
  const start = element(outline)
  const name = part ? ` data-part="${part}"` : ''
  if (level === undefined) return `${start}${name} class="${look}" ${LOOKS[look]}/>`
  const { fill, ink } = SEVERITIES[level]
  const solid = `${start}${name} class="${look}" data-level="${level}" fill="${fill}" stroke="${ink}" stroke-width="1.8"/>`
  if (!HATCHES[level]) return solid
  return `${solid}${start} fill="url(#${hatchId(level)})" pointer-events="none"/>`
}
