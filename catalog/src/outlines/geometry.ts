export type Point = readonly [x: number, y: number]
/** A corner of a line, rounded by its radius. */
export type Corner = readonly [x: number, y: number, radius?: number]
/** Centimeters: x from the nose back, y to the vehicle's left, z up from the ground. */
export type Place = readonly [x: number, y: number, z: number]
/** About the distance to a solid: below zero inside, above outside. */
export type Field = (x: number, y: number, z: number) => number

export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value))
}

/** 0 up to `low`, 1 from `high` on, without a corner between. */
export function smoothStep(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

/** The greater of two, its corner rounded. */
export function roundMax(a: number, b: number, rounding: number): number {
  const near = Math.max(0, rounding - Math.abs(a - b))
  return Math.max(a, b) + (near * near) / (4 * rounding)
}

/** `Math.hypot` is ten times slower. */
export function lengthOf(x: number, y: number, z = 0): number {
  return Math.sqrt(x * x + y * y + z * z)
}

const mixPoints = (a: Point, b: Point, share: number): Point => [
  mix(a[0], b[0], share),
  mix(a[1], b[1], share),
]

/** A line with rounded corners, as points close to each other. */
export function roundCorners(corners: readonly Corner[], isClosed = true, spacing = 2): Point[] {
  const nodes = corners.flatMap((corner, index): Point[] => {
    const [x, y, radius] = corner
    const before = corners.at(index - 1) ?? corner
    const after = corners[(index + 1) % corners.length] ?? corner
    const isEnd = !isClosed && (index === 0 || index === corners.length - 1)
    if (isEnd || !radius) return [[x, y]]
    const start = moveTowards(corner, before, radius)
    const end = moveTowards(corner, after, radius)
    return Array.from({ length: 9 }, (_, n) =>
      mixPoints(mixPoints(start, [x, y], n / 8), mixPoints([x, y], end, n / 8), n / 8),
    )
  })
  const [first] = nodes
  if (isClosed && first) nodes.push(first)
  return nodes.flatMap((from, index) => {
    const to = nodes[index + 1]
    if (!to) return [from]
    const count = Math.max(1, Math.round(lengthOf(to[0] - from[0], to[1] - from[1]) / spacing))
    return Array.from({ length: count }, (_, n) => mixPoints(from, to, n / count))
  })
}

/** Never past the middle of the edge. */
function moveTowards([x, y]: Corner, to: Corner, radius: number): Point {
  const span = lengthOf(to[0] - x, to[1] - y) || 1
  return mixPoints([x, y], [to[0], to[1]], Math.min(radius, span / 2) / span)
}
