import { CHANGE_NAMES, type Change } from '../changes.ts'
import type { PartType } from '../parts.ts'
import type { SeverityLevel } from '../severities.ts'
import type { Body } from '../vehicle-types.ts'
import { type Fills, hatchDefinitions, viewMarkup } from './drawing.ts'
import { PIN_RADIUS, type Pin, placePins } from './pins.ts'
import { type Point, roundToTenth } from './shapes.ts'
import { drawnAs, VIEW_NAMES, type View, type ViewName, views } from './views.ts'

export type Mark = { part_type: PartType; number: number; level: SeverityLevel }
/** `is_open`: nobody has decided on it, and its number has a dashed edge. */
export type ChangeMark = { part_type: PartType; number: number; change: Change; is_open: boolean }

export type Diagram = {
  /** Stands alone: no scripts, no style sheet; the numbers ask for the font Inter. */
  svg: string
  /** In the units of the drawing, over the whole sheet. */
  width: number
  height: number
  pins: { number: number; view: ViewName; x: number; y: number }[]
  /** Damaged parts the drawing has no shape for; to be listed beside it. */
  unplaced: PartType[]
}

const PAD = 30
const GAP = 34

/**
 * The unfolded vehicle: front, top and rear in a row, each side beyond its own flank of the top view. The drawing never
 * mirrors with the direction of the text: left stays the vehicle's left.
 */
export function diagram({
  body,
  marks,
  title,
  pin_radius = PIN_RADIUS,
}: {
  body: Body
  marks: readonly (Mark | ChangeMark)[]
  title: string
  pin_radius?: number
}): Diagram {
  const sheet = sheetOf(body)
  const { pins, unplaced } = placePins(marks, sheet, pin_radius)
  const fills = fillsOf(marks)
  const open = new Set(marks.flatMap((mark) => ('change' in mark && mark.is_open ? [mark.number] : [])))
  const drawn = VIEW_NAMES.map((name) => {
    const { view, offset } = sheet.views[name]
    return `<g data-view="${name}" transform="translate(${place(offset)})">${viewMarkup(view, fills)}</g>`
  })
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${roundToTenth(sheet.width)} ${roundToTenth(sheet.height)}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    hatchDefinitions(fills.values()),
    `<g stroke-linejoin="round">${drawn.join('')}</g>`,
    ...pins.map(leaderMarkup),
    ...pins.map((pin) => pinMarkup(pin, pin_radius, open.has(pin.number))),
    '</svg>',
  ]
  return {
    svg: parts.join(''),
    width: sheet.width,
    height: sheet.height,
    pins: pins.map(({ number, view, x, y }) => ({ number, view, x: roundToTenth(x), y: roundToTenth(y) })),
    unplaced,
  }
}

function sheetOf(body: Body) {
  const drawn = views(body)
  const { left, top, front } = drawn
  const rowHeight = Math.max(top.height, front.height)
  const column = PAD + front.width + GAP
  const row = PAD + left.height + GAP
  const centered = (view: View) => row + (rowHeight - view.height) / 2
  const offsets: Record<ViewName, Point> = {
    right: [column, PAD],
    front: [PAD, centered(front)],
    top: [column, centered(top)],
    rear: [column + left.width + GAP, centered(front)],
    left: [column, row + rowHeight + GAP],
  }
  const placed = (name: ViewName) => ({ view: drawn[name], offset: offsets[name] })
  return {
    width: column + left.width + GAP + front.width + PAD,
    height: row + rowHeight + GAP + left.height + PAD,
    views: {
      left: placed('left'),
      right: placed('right'),
      top: placed('top'),
      front: placed('front'),
      rear: placed('rear'),
    },
  }
}

/** A part with several damages shows the worst, or what most needs a look. */
function fillsOf(marks: readonly (Mark | ChangeMark)[]): Fills {
  const fills = new Map<PartType, SeverityLevel | Change>()
  for (const mark of marks) {
    const fill = 'level' in mark ? mark.level : mark.change
    for (const part of drawnAs(mark.part_type)) {
      const known = fills.get(part)
      if (known === undefined || weightOf(known) < weightOf(fill)) fills.set(part, fill)
    }
  }
  return fills
}

const weightOf = (fill: SeverityLevel | Change) =>
  typeof fill === 'number' ? fill : -CHANGE_NAMES.indexOf(fill)

function leaderMarkup({ x, y, anchor }: Pin): string {
  if (!anchor) return ''
  const line = `M${place(anchor)}L${place([x, y])}`
  const [ax, ay] = anchor
  return `<path d="${line}" stroke="#fff" stroke-width="4"/><path d="${line}" stroke="#0f172a" stroke-width="1.6"/><circle cx="${roundToTenth(ax)}" cy="${roundToTenth(ay)}" r="2.6" fill="#0f172a" stroke="#fff" stroke-width="1"/>`
}

function pinMarkup({ number, x, y }: Pin, radius: number, isOpen: boolean): string {
  const size = roundToTenth(radius * (number > 99 ? 0.85 : 1.08))
  const text = `<text y="${roundToTenth(size * 0.36)}" text-anchor="middle" font-family="Inter" font-weight="700" font-size="${size}" fill="${isOpen ? '#0f172a' : '#fff'}">${number}</text>`
  const edge = isOpen
    ? `<circle r="${radius + 1.3}" fill="#fff"/><circle r="${radius}" fill="#fff" stroke="#0f172a" stroke-width="2.5" stroke-dasharray="6 4"/>`
    : `<circle r="${radius}" fill="#0f172a" stroke="#fff" stroke-width="2.5"/>`
  return `<g data-number="${number}" transform="translate(${place([x, y])})">${edge}${text}</g>`
}

function place([x, y]: Point): string {
  return `${roundToTenth(x)} ${roundToTenth(y)}`
}

/** XML has no way to write control characters and half surrogate pairs, so these are left out. */
function escapeXml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => names[character] ?? character)
}
