import { type Camera, cameraAt } from './camera.ts'
import { closestOnRay, contour, type Window } from './contour.ts'
import type { Box, LineKind } from './features.ts'
import { type Field, lengthOf, type Place, type Point } from './geometry.ts'
import type { MirrorPlace, Solid } from './solid.ts'

/** The picture of a camera, 4:3. */
export const FRAME = { width: 1600, height: 1200 } as const

export type Model = Box & {
  mirror: MirrorPlace
  mirrorSize: readonly [number, number, number]
  solid: Solid
  lines: readonly { kind: LineKind; places: readonly (Place | null)[] }[]
}
export type TracedLine = { kind: LineKind; line: readonly Point[] }

/** The lines of a vehicle that the camera sees, in the frame: its silhouette first. */
export function traceLines(model: Model, azimuth: number): TracedLine[] {
  const { solid, length, width, height } = model
  const camera = cameraAt(model, azimuth)
  const wide = width / 2 + model.mirror[2] + model.mirrorSize[1]
  const edges = contour(solid.all, camera, windowOf(camera, [0, -wide, 0], [length, wide, height]), 240)
  const fit = fitIntoFrame(edges.flat())
  const silhouette = edges.map((edge): TracedLine => ({ kind: 'body', line: edge.map(fit) }))
  const drawn = [
    ...model.lines,
    ...mirrorEdges(model, camera).map((places) => ({ kind: 'mirror' as const, places })),
  ]
  const seen = drawn.flatMap(({ kind, places }) =>
    seenRuns(solid.all, camera, places).map((run) => ({ kind, line: run.map(fit) })),
  )
  return [...silhouette, ...seen]
}

function windowOf(camera: Camera, low: Place, high: Place): Window {
  const seen = [low[0], high[0]].flatMap((x) =>
    [low[1], high[1]].flatMap((y) => [low[2], high[2]].map((z) => camera.project([x, y, z]))),
  )
  const us = seen.map(([u]) => u)
  const vs = seen.map(([, v]) => v)
  return {
    left: Math.min(...us) - 0.01,
    top: Math.min(...vs) - 0.01,
    right: Math.max(...us) + 0.01,
    bottom: Math.max(...vs) + 0.01,
  }
}

/** As large as the frame lets it be, with a margin, in the middle. */
function fitIntoFrame(points: readonly Point[]): (point: Point) => Point {
  const us = points.map(([u]) => u)
  const vs = points.map(([, v]) => v)
  const [left, right, top, bottom] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)]
  const scale = Math.min((FRAME.width * 0.88) / (right - left), (FRAME.height * 0.74) / (bottom - top))
  return ([u, v]) => [
    FRAME.width / 2 + (u - (left + right) / 2) * scale,
    FRAME.height / 2 + (v - (top + bottom) / 2) * scale,
  ]
}

function mirrorEdges({ solid, width, mirror, mirrorSize }: Model, camera: Camera): Place[][] {
  const [x, z, out] = mirror
  const [rx, ry, rz] = [mirrorSize[0] + 4, mirrorSize[1] + 4, mirrorSize[2] + 4]
  return [1, -1].flatMap((side) => {
    const y = side * (width / 2 + out)
    const window = windowOf(camera, [x - rx, y - ry, z - rz], [x + rx, y + ry, z + rz])
    return contour(solid.mirror, camera, window, 48).map((line) =>
      line.map((point) => closestOnRay(solid.mirror, camera, point, Number.POSITIVE_INFINITY).place),
    )
  })
}

/** The pieces of a line that nothing hides. */
function seenRuns(solid: Field, camera: Camera, places: readonly (Place | null)[]): Point[][] {
  const points = places.map((place) =>
    place && isSeen(solid, place, camera.eye) ? camera.project(place) : null,
  )
  const gap = points.indexOf(null)
  const turned = gap > 0 && isClosed(places) ? [...points.slice(gap), ...points.slice(1, gap + 1)] : points
  const runs: Point[][] = [[]]
  for (const point of turned) {
    if (point) runs.at(-1)?.push(point)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 3)
}

function isClosed(places: readonly (Place | null)[]): boolean {
  const [first] = places
  const last = places.at(-1)
  return !!first && !!last && lengthOf(first[0] - last[0], first[1] - last[1], first[2] - last[2]) < 0.1
}

function isSeen(solid: Field, [x, y, z]: Place, eye: Place): boolean {
  const [dx, dy, dz] = [eye[0] - x, eye[1] - y, eye[2] - z]
  const far = lengthOf(dx, dy, dz)
  for (let t = 3; t < Math.min(far, 700); ) {
    const share = t / far
    const value = solid(x + dx * share, y + dy * share, z + dz * share)
    if (value < -0.7) return false
    t += Math.max(1.5, value * 0.7)
  }
  return true
}
