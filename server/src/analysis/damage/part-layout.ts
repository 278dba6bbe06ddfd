import type { Point } from '../../core/contracts/findings.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import { type Space, type Surface, surfacesOf } from './body-surfaces.ts'
import type { VehicleBody } from './vehicle-bodies.ts'

/** Parts as they are seen, in shares of the vehicle's box, the nearest first. */
export type PartLayout = { part: PartType; polygon: Point[] }[]

// Where a person stands who has the whole vehicle in the picture, in centimetres.
const CAMERA_DISTANCE = 550
const CAMERA_HEIGHT = 150

/** Azimuth in degrees: 0 sees the front, 90 the left side of the vehicle, 180 its back. */
export function layoutSeenFrom(azimuth: number, body: VehicleBody): PartLayout {
  const angle = (azimuth * Math.PI) / 180
  const ahead: [number, number] = [Math.cos(angle), Math.sin(angle)]
  const surfaces = surfacesOf(body)
  const seen = surfaces
    .filter((surface) => faces(surface, ahead))
    .map(({ part, points }) => ({
      part,
      polygon: points.map((point) => project(point, ahead)),
      depth: Math.min(...points.map((point) => depthOf(point, ahead))),
    }))
    .sort((a, b) => a.depth - b.depth)
  const all = surfaces.flatMap(({ points }) => points.map((point) => project(point, ahead)))
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))]
  const [top, bottom] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))]
  return seen.map(({ part, polygon }) => ({
    part,
    polygon: polygon.map(([x, y]) => [(x - left) / (right - left), (y - top) / (bottom - top)]),
  }))
}

function depthOf([forward, leftward]: Space, ahead: [number, number]) {
  return CAMERA_DISTANCE - forward * ahead[0] - leftward * ahead[1]
}

function project(point: Space, ahead: [number, number]): Point {
  const [forward, leftward, up] = point
  const depth = depthOf(point, ahead)
  return [(leftward * ahead[0] - forward * ahead[1]) / depth, (CAMERA_HEIGHT - up) / depth]
}

/** Whether the outer side of a piece is turned to the camera. */
function faces({ points }: Surface, ahead: [number, number]): boolean {
  const middle = meanOf(points)
  const normal = normalOf(points)
  const outward = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * (middle[2] - 60) >= 0 ? 1 : -1
  const toCamera: Space = [
    CAMERA_DISTANCE * ahead[0] - middle[0],
    CAMERA_DISTANCE * ahead[1] - middle[1],
    CAMERA_HEIGHT - middle[2],
  ]
  const turned = normal[0] * toCamera[0] + normal[1] * toCamera[1] + normal[2] * toCamera[2]
  // Pieces seen edge on would have no area; a damage on them cannot be placed.
  return (outward * turned) / (length(normal) * length(toCamera)) > 0.12
}

function meanOf(points: Space[]): Space {
  const sum = points.reduce<Space>((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0])
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}

function length([x, y, z]: Space) {
  return Math.hypot(x, y, z)
}

/** Newell's sum: the normal of a polygon that need not be quite flat. */
function normalOf(points: Space[]): Space {
  const normal: Space = [0, 0, 0]
  points.forEach((a, at) => {
    const b = points[(at + 1) % points.length] ?? a
    normal[0] += (a[1] - b[1]) * (a[2] + b[2])
    normal[1] += (a[2] - b[2]) * (a[0] + b[0])
    normal[2] += (a[0] - b[0]) * (a[1] + b[1])
  })
  return normal
}

/** The part at a point of the vehicle's box, or null between parts. */
export function partAt(layout: PartLayout, x: number, y: number): PartType | null {
  return layout.find(({ polygon }) => contains(polygon, x, y))?.part ?? null
}

function contains(polygon: Point[], x: number, y: number): boolean {
  let inside = false
  polygon.forEach(([ax, ay], at) => {
    const [bx, by] = polygon.at(at - 1) ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}
