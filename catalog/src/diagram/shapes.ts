import { PARTS, type PartType } from '../parts.ts'

export type Point = readonly [x: number, y: number]
/** A corner of a polygon, rounded by its radius. */
export type Corner = readonly [x: number, y: number, radius?: number]

/** `well` is what shows of the dark behind a wheel; `line` is drawn, but is no area. */
export type Look = 'body' | 'part' | 'glass' | 'tire' | 'well' | 'line'

type Outline =
  | { kind: 'polygon'; corners: readonly Corner[]; radius: number }
  | { kind: 'circle'; x: number; y: number; r: number }
  | { kind: 'lines'; lines: readonly (readonly [Point, Point])[] }

export type Shape = { part: PartType | null; look: Look; outline: Outline }

const ROUNDING = 6

/** A part; corners without a radius of their own get `radius`. */
export function part(name: PartType, corners: readonly Corner[], radius = ROUNDING): Shape {
  const look = PARTS[name].kind === 'glass' ? 'glass' : 'part'
  return { part: name, look, outline: { kind: 'polygon', corners, radius } }
}

export function area(look: Look, corners: readonly Corner[], radius = ROUNDING): Shape {
  return { part: null, look, outline: { kind: 'polygon', corners, radius } }
}

export function tire(name: PartType, corners: readonly Corner[]): Shape {
  return { part: name, look: 'tire', outline: { kind: 'polygon', corners, radius: ROUNDING } }
}

export function disc(name: PartType, look: Look, [x, y]: Point, r: number): Shape {
  return { part: name, look, outline: { kind: 'circle', x, y, r } }
}

export function lines(...pairs: (readonly [Point, Point])[]): Shape {
  return { part: null, look: 'line', outline: { kind: 'lines', lines: pairs } }
}

export function between(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

/** The other side of the vehicle, seen from there: mirrored, and its parts by their names on that side. */
export function mirrorShape({ part, look, outline }: Shape, width: number): Shape {
  const name = part && (PARTS[part].mirror ?? part)
  return { part: name, look, outline: moveOutline(outline, ([x, y]) => [width - x, y], 1) }
}

export function scaleShape({ part, look, outline }: Shape, factor: number): Shape {
  return { part, look, outline: moveOutline(outline, ([x, y]) => [x * factor, y * factor], factor) }
}

function moveOutline(outline: Outline, move: (point: Point) => Point, factor: number): Outline {
  switch (outline.kind) {
    case 'polygon': {
      const radius = outline.radius * factor
      const corners = outline.corners.map(
        ([x, y, r = outline.radius]): Corner => [...move([x, y]), r * factor],
      )
      return { kind: 'polygon', corners, radius }
    }
    case 'circle': {
      const [x, y] = move([outline.x, outline.y])
      return { kind: 'circle', x, y, r: outline.r * factor }
    }
    case 'lines':
      return { kind: 'lines', lines: outline.lines.map(([from, to]) => [move(from), move(to)] as const) }
  }
}

/** Whether a point is in the shape, its corners taken as sharp. */
export function contains({ outline }: Shape, [x, y]: Point): boolean {
  if (outline.kind === 'lines') return false
  if (outline.kind === 'circle') return Math.hypot(x - outline.x, y - outline.y) <= outline.r
  let inside = false
  let [bx, by] = outline.corners.at(-1) ?? [0, 0]
  for (const [ax, ay] of outline.corners) {
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside
    bx = ax
    by = ay
  }
  return inside
}

export type Bounds = { left: number; top: number; right: number; bottom: number }

export function boundsOf({ outline }: Shape): Bounds {
  const points = pointsOf(outline)
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

function pointsOf(outline: Outline): Point[] {
  switch (outline.kind) {
    case 'polygon':
      return outline.corners.map(([x, y]): Point => [x, y])
    case 'circle': {
      const { x, y, r } = outline
      return [
        [x - r, y - r],
        [x + r, y + r],
      ]
    }
    case 'lines':
      return outline.lines.flat()
  }
}

/** Tenths are enough, and keep the same shape the same bytes. */
export function roundToTenth(n: number): number {
  return Math.round(n * 10) / 10 + 0
}

/** The element without its closing, so that attributes can follow. */
export function element(outline: Outline): string {
  switch (outline.kind) {
    case 'polygon':
      return `<path d="${pathOf(outline.corners, outline.radius)}"`
    case 'circle':
      return `<circle cx="${roundToTenth(outline.x)}" cy="${roundToTenth(outline.y)}" r="${roundToTenth(outline.r)}"`
    case 'lines': {
      const moves = outline.lines.map(([from, to]) => `M${place(from)}L${place(to)}`)
      return `<path d="${moves.join('')}"`
    }
  }
}

function pathOf(corners: readonly Corner[], radius: number): string {
  const steps = corners.map((corner, index) => {
    const before = corners.at(index - 1) ?? corner
    const after = corners[(index + 1) % corners.length] ?? corner
    const r = corner[2] ?? radius
    const start = towards(corner, before, r)
    const end = towards(corner, after, r)
    return `${index === 0 ? 'M' : 'L'}${place(start)}Q${place(corner)} ${place(end)}`
  })
  return `${steps.join('')}Z`
}

/** The point where rounding a corner begins: never past the middle of its edge. */
function towards(from: Corner, to: Corner, radius: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const share = Math.min(radius, length / 2) / length
  return [between(from[0], to[0], share), between(from[1], to[1], share)]
}

function place([x, y]: Corner): string {
  return `${roundToTenth(x)} ${roundToTenth(y)}`
}
