import type { Point } from '../../../core/contracts/findings.ts'

/** A closed ring with fewer points: none of those left out is farther than the tolerance, or than what the limit forces. */
export function simplifyRing(ring: Point[], tolerance: number, pointsMax: number): Point[] {
  if (ring.length <= 3) return ring
  for (let allowed = tolerance; ; allowed *= 1.5) {
    const kept = simplifyOnce(ring, allowed)
    if (kept.length <= pointsMax) return kept
  }
}

/** Douglas and Peucker on the two halves between the first point and the one farthest from it. */
function simplifyOnce(ring: Point[], tolerance: number): Point[] {
  const first = ring[0] ?? [0, 0]
  let far = 0
  let farthest = -1
  ring.forEach((point, at) => {
    const distance = Math.hypot(point[0] - first[0], point[1] - first[1])
    if (distance > farthest) [far, farthest] = [at, distance]
  })
  const there = keepPoints(ring.slice(0, far + 1), tolerance)
  const back = keepPoints([...ring.slice(far), first], tolerance)
  const kept = [...there.slice(0, -1), ...back.slice(0, -1)]
  // Both halves were straight enough to vanish: the point farthest off their line keeps an area.
  return kept.length >= 3 ? kept : withThird(ring, kept)
}

function withThird(ring: Point[], kept: Point[]): Point[] {
  const [from, to] = kept
  if (!from || !to) return ring
  const third = farthestFrom(ring, from, to)
  const point = ring[third.at]
  return point ? [from, to, point] : ring
}

function keepPoints(line: Point[], tolerance: number): Point[] {
  const keep = new Uint8Array(line.length)
  keep[0] = 1
  keep[line.length - 1] = 1
  const open: [number, number][] = [[0, line.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [start, end] = span
    const between = line.slice(start + 1, end)
    const { at, distance } = farthestFrom(between, line[start] ?? [0, 0], line[end] ?? [0, 0])
    if (distance <= tolerance) continue
    const middle = start + 1 + at
    keep[middle] = 1
    open.push([start, middle], [middle, end])
  }
  return line.filter((_, at) => keep[at] === 1)
}

function farthestFrom(points: Point[], from: Point, to: Point): { at: number; distance: number } {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  let found = { at: 0, distance: -1 }
  points.forEach(([x, y], at) => {
    const distance =
      length === 0
        ? Math.hypot(x - from[0], y - from[1])
        : Math.abs((to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1])) / length
    if (distance > found.distance) found = { at, distance }
  })
  return found
}
