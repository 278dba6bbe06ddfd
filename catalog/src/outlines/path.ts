import { lengthOf, type Point } from './geometry.ts'

const TOLERANCE = 1.3
/** A sharper turn stays a corner; in radians. */
const CORNER = 0.7

/** The data of a path: curves between the middles of the edges, in whole numbers. */
export function pathOf(line: readonly Point[]): string {
  const points = simplify(line)
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  let path = ''
  let at: Point = [0, 0]
  const draw = (letter: string, ...to: Point[]) => {
    const rounded = to.map(([x, y]): Point => [Math.round(x), Math.round(y)])
    const steps = rounded.map(([x, y]) => `${x - at[0]} ${y - at[1]}`)
    path += letter + steps.join(' ').replaceAll(' -', '-')
    at = rounded.at(-1) ?? at
  }
  draw('M', first)
  points.slice(1, -1).forEach((corner, index) => {
    const [before, after] = [points[index] ?? corner, points[index + 2] ?? corner]
    if (turnAt(before, corner, after) > CORNER) draw('l', corner)
    else draw('q', corner, [(corner[0] + after[0]) / 2, (corner[1] + after[1]) / 2])
  })
  draw('l', last)
  return path
}

function turnAt(before: Point, corner: Point, after: Point): number {
  const [ax, ay] = [corner[0] - before[0], corner[1] - before[1]]
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]]
  return Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by))
}

/** Fewer points, none further from the line than the tolerance (Douglas and Peucker). */
function simplify(line: readonly Point[]): readonly Point[] {
  const [first] = line
  const last = line.at(-1)
  if (!first || !last || line.length < 3) return line
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]]
  const span = lengthOf(dx, dy)
  let [worst, at] = [0, 0]
  line.forEach(([x, y], index) => {
    const [ex, ey] = [x - first[0], y - first[1]]
    const away = span ? Math.abs(ex * dy - ey * dx) / span : lengthOf(ex, ey)
    if (away > worst) [worst, at] = [away, index]
  })
  if (worst < TOLERANCE) return [first, last]
  return [...simplify(line.slice(0, at + 1)).slice(0, -1), ...simplify(line.slice(at))]
}
