import { lengthOf, type Place, type Point } from './geometry.ts'

export type Camera = {
  eye: Place
  /** From the eye to the middle of the vehicle. */
  distance: number
  /** Where a place is in the picture: right and down, in shares of the distance. */
  project: (place: Place) => Point
  /** The direction of sight through a point of the picture, of length 1. */
  ray: (u: number, v: number) => Place
}

/** A phone held by somebody who stands around the vehicle: azimuth 0 looks at its front, 90 at its left side. */
export function cameraAt(plan: { length: number; height: number }, azimuth: number): Camera {
  const angle = (azimuth * Math.PI) / 180
  const reach = plan.length * (0.62 + 0.1 * Math.cos(angle) ** 4) + 320
  const aim: Place = [plan.length / 2, 0, plan.height * 0.44]
  const eye: Place = [aim[0] - reach * Math.cos(angle), reach * Math.sin(angle), plan.height * 0.3 + 82]
  const [sx, sy, sz] = [aim[0] - eye[0], aim[1] - eye[1], aim[2] - eye[2]]
  const distance = lengthOf(sx, sy, sz)
  const [ax, ay, az] = [sx / distance, sy / distance, sz / distance]
  const flat = lengthOf(ax, ay)
  const [rx, ry] = [-ay / flat, ax / flat]
  const [ux, uy, uz] = [(-ax * az) / flat, (-ay * az) / flat, flat]
  return {
    eye,
    distance,
    project: ([x, y, z]) => {
      const [dx, dy, dz] = [x - eye[0], y - eye[1], z - eye[2]]
      const depth = dx * ax + dy * ay + dz * az
      return [(dx * rx + dy * ry) / depth, -(dx * ux + dy * uy + dz * uz) / depth]
    },
    ray: (u, v) => {
      const [dx, dy, dz] = [ax + u * rx - v * ux, ay + u * ry - v * uy, az - v * uz]
      const length = lengthOf(dx, dy, dz)
      return [dx / length, dy / length, dz / length]
    },
  }
}
