import { addRow, solveRows } from './fit-homography.ts'
import { matrixOf } from './geometry.ts'
import type { ComparedPart, ComparedPicture, Matrix } from './types.ts'

const EDGE = 0.01
/** Corners of boxes that must be common before the parts say how pictures lie over each other. */
const PARTS_MIN = 2
/** How far the parts may be off after the fit, as a share of the picture. */
const OFF_MAX = 0.04

/** By the boxes of the parts that both pictures show whole; null where they are too few, or do not agree. */
export function affineOfParts(from: ComparedPicture, to: ComparedPicture): Matrix | null {
  const pairs = from.parts.flatMap((part) => {
    const other = to.parts.find(({ part_type }) => part_type === part.part_type)
    return other && isWhole(part, from) && isWhole(other, to) ? [{ part, other }] : []
  })
  if (pairs.length < PARTS_MIN) return null
  const [scaleFrom, scaleTo] = [from.raster.width / from.width, to.raster.width / to.width]
  const points = pairs.flatMap(({ part, other }) => {
    const [a, b] = [cornersOf(part), cornersOf(other)]
    return a.map(([x, y], at) => {
      const [u, v] = b[at] ?? [0, 0]
      return { x: x * scaleFrom, y: y * scaleFrom, u: u * scaleTo, v: v * scaleTo }
    })
  })
  const solveAxis = (right: (point: (typeof points)[number]) => number) => {
    const rows = Array.from({ length: 3 }, () => new Float64Array(4))
    for (const point of points) addRow(rows, [point.x, point.y, 1], right(point))
    return solveRows(rows)
  }
  const [across, down] = [solveAxis(({ u }) => u), solveAxis(({ v }) => v)]
  if (!across || !down) return null
  const [a = 1, b = 0, c = 0] = across
  const [d = 0, e = 1, f = 0] = down
  const off =
    points.reduce(
      (sum, { x, y, u, v }) => sum + Math.hypot(a * x + b * y + c - u, d * x + e * y + f - v),
      0,
    ) / points.length
  if (off > OFF_MAX * to.raster.width || a * e - b * d <= 0.02) return null
  return matrixOf([a, b, c, d, e, f, 0, 0, 1])
}

function isWhole({ bounding_box: { xmin, ymin, width, height } }: ComparedPart, picture: ComparedPicture) {
  const [x, y] = [EDGE * picture.width, EDGE * picture.height]
  return xmin > x && ymin > y && xmin + width < picture.width - x && ymin + height < picture.height - y
}

function cornersOf({ bounding_box: { xmin, ymin, width, height } }: ComparedPart): [number, number][] {
  return [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin, ymin + height],
    [xmin + width, ymin + height],
  ]
}
