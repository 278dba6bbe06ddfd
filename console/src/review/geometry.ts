export type Point = readonly [number, number]
export type Box = { xmin: number; ymin: number; width: number; height: number }

export function areaOf(polygon: readonly Point[]): number {
  const doubled = polygon.reduce((sum, [x, y], n) => {
    const [nx, ny] = polygon[(n + 1) % polygon.length] ?? [x, y]
    return sum + x * ny - nx * y
  }, 0)
  return Math.abs(doubled) / 2
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [xmin, ymin] = [Math.min(...xs), Math.min(...ys)]
  return { xmin, ymin, width: Math.max(...xs) - xmin, height: Math.max(...ys) - ymin }
}

export function cornersOf({ xmin, ymin, width, height }: Box): Point[] {
  return [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin + width, ymin + height],
    [xmin, ymin + height],
  ]
}

export const centerOf = ({ xmin, ymin, width, height }: Box): Point => [xmin + width / 2, ymin + height / 2]

/** Even-odd rule. */
export function isInside([x, y]: Point, polygon: readonly Point[]): boolean {
  return polygon.reduce((inside, [ax, ay], n) => {
    const [bx, by] = polygon.at(n - 1) ?? [ax, ay]
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
    return crosses ? !inside : inside
  }, false)
}

export function pathOf(polygons: readonly (readonly Point[])[]): string {
  return polygons.map((points) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('')
}

const round = (value: number) => Math.round(value * 10) / 10

/** Inside of the picture, in tenths of a pixel. */
export function clampPoint([x, y]: Point, { width, height }: { width: number; height: number }): Point {
  return [round(Math.min(Math.max(x, 0), width)), round(Math.min(Math.max(y, 0), height))]
}
