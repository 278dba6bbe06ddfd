import { Problem } from '../../core/contracts/problems.ts'

export type BoundingBox = { xmin: number; ymin: number; width: number; height: number }
export type Polygons = number[][][]
export type Region = { bounding_box: BoundingBox; polygons: Polygons }

export const POLYGONS_MAX = 200
export const POINTS_MAX = 5_000
export const COORDINATE_MAX = 1e6

type GivenRegion = { polygons?: Polygons | null; bounding_box?: BoundingBox | null }

/** Both forms of a region: some clients draw the box, others the polygons. The one not given is made from the other. */
export function readRegion(given: GivenRegion): Region {
  const polygons = (given.polygons ?? []).filter((polygon) => polygon.length > 0)
  const points = polygons.flat()
  if (points.length > POINTS_MAX)
    throw new Problem('request_invalid', {}, [
      { field: 'polygons', message: `must have at most ${POINTS_MAX} points in total` },
    ])
  const bounding_box = given.bounding_box ?? extentOf(points)
  if (!bounding_box) throw new Problem('view_region_missing')
  return { bounding_box, polygons: polygons.length > 0 ? polygons : [cornersOf(bounding_box)] }
}

/** Each form must touch the picture: a client draws either. */
export function requireInside(
  region: Region,
  { image_width, image_height }: { image_width: number; image_height: number },
): void {
  const boxes = [region.bounding_box, extentOf(region.polygons.flat())]
  const outside = boxes.some(
    (box) =>
      box !== null &&
      (box.xmin > image_width ||
        box.ymin > image_height ||
        box.xmin + box.width < 0 ||
        box.ymin + box.height < 0),
  )
  if (outside) throw new Problem('view_outside_image', { image_width, image_height })
}

/** The smallest box around the points. */
function extentOf(points: number[][]): BoundingBox | null {
  if (points.length === 0) return null
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  const xmin = Math.min(...xs)
  const ymin = Math.min(...ys)
  return { xmin, ymin, width: Math.max(...xs) - xmin, height: Math.max(...ys) - ymin }
}

function cornersOf({ xmin, ymin, width, height }: BoundingBox): number[][] {
  return [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin + width, ymin + height],
    [xmin, ymin + height],
  ]
}
