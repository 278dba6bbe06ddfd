import { PARTS, type PartType } from '../parts.ts'
import type { Bounds, Point } from './shapes.ts'
import { drawnAs, VIEW_NAMES, type View, type ViewName } from './views.ts'
import { type Region, visibleRegion } from './visible-region.ts'

/** In the units of the drawing. A drawing that is shown small needs larger ones. */
export const PIN_RADIUS = 13
/** From pin to pin, beside their two radii. */
const GAP_MIN = 2
/** A part smaller than this would be hidden by its pin, which then stands beside it. In square units. */
const SIZE_MIN = 1000
const RING_STEP = 3
const DIRECTIONS = 24

/** On the sheet. `anchor` is the point of the part it stands for, where that is not under the pin. */
export type Pin = { number: number; view: ViewName; x: number; y: number; anchor: Point | null }
type Wish = { number: number; view: ViewName; region: Region; wanted: Point; isBeside: boolean }

type Placed = { view: View; offset: Point }

/** One pin for each number on a part. `parts` none of which is drawn come back in `unplaced`. */
export function placePins(
  marks: readonly { part_type: PartType; number: number }[],
  sheet: { width: number; height: number; views: Record<ViewName, Placed> },
  radius: number = PIN_RADIUS,
): { pins: Pin[]; unplaced: PartType[] } {
  const unplaced: PartType[] = []
  const wishes: Wish[] = []
  for (const [part, ofPart] of Map.groupBy(marks, (mark) => mark.part_type)) {
    const best = bestRegion(part, sheet.views)
    if (!best) unplaced.push(part)
    else wishes.push(...fanOut([...new Set(ofPart.map((mark) => mark.number))], best, sheet.views, radius))
  }
  const margin = radius + 2
  const limits = { left: margin, top: margin, right: sheet.width - margin, bottom: sheet.height - margin }
  const taken: Point[] = []
  const pins = new Map<Wish, Pin>()
  // Those that must stay on their part come first; those beside it give way.
  for (const wish of wishes.toSorted((a, b) => Number(a.isBeside) - Number(b.isBeside))) {
    const { view, offset } = sheet.views[wish.view]
    const [x, y] = freePlace(wish, offset, limits, taken, radius)
    taken.push([x, y])
    const isOnPart = wish.region.has([x - offset[0], y - offset[1]])
    const anchor: Point = [wish.region.anchor[0] + offset[0], wish.region.anchor[1] + offset[1]]
    pins.set(wish, { number: wish.number, view: view.name, x, y, anchor: isOnPart ? null : anchor })
  }
  return { pins: wishes.flatMap((wish) => pins.get(wish) ?? []), unplaced }
}

type Best = { view: ViewName; region: Region }

function bestRegion(part: PartType, placed: Record<ViewName, Placed>): Best | null {
  for (const view of preferredViews(part)) {
    for (const drawn of drawnAs(part)) {
      const region = visibleRegion(placed[view].view, drawn)
      if (region) return { view, region }
    }
  }
  return null
}

/** Wheels and mirrors are looked for on their side, a hood from above, all else by its zone. */
function preferredViews(part: PartType): ViewName[] {
  const { zone, side } = PARTS[part]
  const first = part === 'hood' ? 'top' : zone === 'wheels' ? (side ?? 'left') : zone
  return VIEW_NAMES.toSorted((a, b) => Number(b === first) - Number(a === first))
}

/** Several damages of one part stand in a row along it, as far as the row stays on the part. */
function fanOut(
  numbers: number[],
  { view, region }: Best,
  placed: Record<ViewName, Placed>,
  radius: number,
): Wish[] {
  const isBeside = region.size < SIZE_MIN
  const [ox, oy] = placed[view].offset
  return numbers.map((number, index) => {
    const shift = (index - (numbers.length - 1) / 2) * (distanceMin(radius) + 2)
    const [x, y] = region.anchor
    const shifted: Point = region.isLying ? [x + shift, y] : [x, y + shift]
    const [wx, wy] = !isBeside && region.has(shifted) ? shifted : region.anchor
    return { number, view, region, wanted: [wx + ox, wy + oy], isBeside }
  })
}

/** The free place nearest to the wanted one: looked for on rings around it, up to the far end of the sheet. */
function freePlace(
  { wanted, region, isBeside }: Wish,
  [ox, oy]: Point,
  limits: Bounds,
  taken: Point[],
  radius: number,
): Point {
  const start = clamp(wanted, limits)
  const isFree = (point: Point) => taken.every((other) => distance(point, other) >= distanceMin(radius))
  const hidesPart = ([x, y]: Point) =>
    region.points.some((point) => distance([x - ox, y - oy], point) < radius + 2)
  const reach = Math.hypot(limits.right - limits.left, limits.bottom - limits.top)
  for (let ring = 0; ring <= reach; ring += RING_STEP) {
    const places = ring === 0 ? [start] : ringPlaces(start, ring, limits)
    const fit = places.filter((place) => isFree(place) && !(isBeside && hidesPart(place)))
    const onPart = fit.find(([x, y]) => region.has([x - ox, y - oy]))
    const place = onPart ?? fit[0]
    if (place) return place
  }
  return start
}

const distanceMin = (radius: number) => 2 * radius + GAP_MIN

function ringPlaces([x, y]: Point, ring: number, limits: Bounds): Point[] {
  return Array.from({ length: DIRECTIONS }, (_, index): Point => {
    const angle = (index / DIRECTIONS) * 2 * Math.PI - Math.PI / 2
    return [x + Math.cos(angle) * ring, y + Math.sin(angle) * ring]
  }).filter(([px, py]) => px >= limits.left && px <= limits.right && py >= limits.top && py <= limits.bottom)
}

function clamp([x, y]: Point, { left, top, right, bottom }: Bounds): Point {
  return [Math.min(Math.max(x, left), right), Math.min(Math.max(y, top), bottom)]
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}
