import type { CarPlan } from './car-plans.ts'
import { distanceTable } from './distance-table.ts'
import { type Corner, clamp, mix, roundCorners, roundMax, smoothStep } from './geometry.ts'
import { archField, mirrorField, type Solid, wheelField } from './solid.ts'

const ARCH_GAP_CM = 6

/** How round the rear of the roof, the foot of the rear window and the edge behind it are. */
const REAR_ROUNDING = {
  sedan: [60, 34, 14],
  hatch: [34, 14, 12],
  van: [18, 30, 20],
  pickup: [22, 8, 6],
} as const

export const archRadius = (plan: { wheelRadius: number }) => plan.wheelRadius + ARCH_GAP_CM

export const axlesOf = ({ overhang, wheelbase }: CarPlan) => [overhang, overhang + wheelbase] as const

/** The side view of the body, all the way around. */
export function profileOf(plan: CarPlan): Corner[] {
  const { nose, hoodFront, cowl, roofFront, roofRear, windowFoot, deck, tail, clearance } = plan
  const [roof, foot, lip] = REAR_ROUNDING[plan.kind]
  const between = (from: Corner, to: Corner, share: number, lift: number, radius: number): Corner => [
    mix(from[0], to[0], share),
    mix(from[1], to[1], share) + lift,
    radius,
  ]
  return [
    [nose[0] + 14, clearance, 16],
    [nose[0], clearance + 12, 10],
    [...nose, 22],
    [...hoodFront, 26],
    between(hoodFront, cowl, 0.5, 4, 60),
    [...cowl, 12],
    between(cowl, roofFront, 0.55, 2.5, 40),
    [...roofFront, 46],
    between(roofFront, roofRear, 0.4, plan.kind === 'van' ? 3 : 4, 90),
    [...roofRear, roof],
    between(roofRear, windowFoot, 0.5, 2, 30),
    [...windowFoot, foot],
    [...deck, lip],
    [...tail, 14],
    [tail[0] - 3, clearance + 20, 10],
    [tail[0] - 24, clearance + 5, 16],
    [tail[0] - 70, clearance, 20],
  ]
}

/** Side profile, plan taper and lean of the sides, rounded into each other; alike on both sides. */
export function carSolid(plan: CarPlan): Solid {
  const { length, width, clearance, crown, edge, bend, cowl, roofFront, roofRear } = plan
  const half = width / 2
  const profile = distanceTable(roundCorners(profileOf(plan), true, 6), length, plan.height)
  const axles = axlesOf(plan)
  const arch = archField(half, axles, { wheelRadius: plan.wheelRadius, radius: archRadius(plan) })
  const halfAt = halfWidthOf(plan)
  const body = (x: number, y: number, z: number) => {
    const wide = Math.abs(y)
    const share = Math.min(1.3, (wide / half) ** 2)
    const windshield = bend[1] * (1 - smoothStep(roofFront[0], roofFront[0] + 60, x))
    const front = mix(bend[0], windshield, smoothStep(0, cowl[0], x))
    const back = bend[2] * smoothStep(roofRear[0] - 60, length - 20, x)
    const ends = clamp(1 - x / 70) + clamp((x - length + 70) / 70)
    const bottom = clearance + ends * share * 14 - z
    const hull = Math.max(profile(x + (back - front) * share, z + crown * share), bottom)
    return Math.max(roundMax(hull, wide - halfAt(x, z), edge), arch(x, y, z))
  }
  const mirror = mirrorField(half, plan.mirror, plan.mirrorSize)
  const wheel = wheelField(half, axles, plan.wheelRadius)
  return { body, mirror, all: (x, y, z) => Math.min(body(x, y, z), mirror(x, y, z), wheel(x, y, z)) }
}

function halfWidthOf(plan: CarPlan): (x: number, z: number) => number {
  const { length, height, overhang, clearance, belt, cowl, windowFoot, taper, lean } = plan
  const half = plan.width / 2
  const tailStart = overhang + plan.wheelbase - 20
  return (x, z) => {
    const nose = clamp(1 - x / (overhang * 1.25))
    const tail = clamp((x - tailStart) / (length - tailStart))
    const sill = mix(belt[0], belt[1], clamp((x - cowl[0]) / (windowFoot[0] - cowl[0])))
    const waist = mix(clearance, sill, 0.62)
    const under = clamp((waist - z) / (waist - clearance))
    const shoulder = clamp((z - waist) / (sill - waist))
    const above = clamp((z - sill) / (height - sill), 0, 1.3)
    const outline = 1 - taper[0] * nose * nose - taper[1] * tail * tail
    const leaning = lean * above * (2 + 0.24 * above)
    return half * (outline - 0.07 * under * under - 0.035 * shoulder * shoulder - leaning)
  }
}
