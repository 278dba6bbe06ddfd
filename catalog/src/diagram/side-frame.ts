import type { BodyPlan } from './bodies.ts'
import { between, type Corner } from './shapes.ts'

/** Heights become distances from the top; lines that several parts share are here. */
export function sideFrame(plan: BodyPlan) {
  const { overhang, wheelbase, wheelRadius, cowl, windowFoot, belt, roofFront, roofRear } = plan
  const archRadius = wheelRadius + 7
  const aPost = cowl[0] + 30
  return {
    plan,
    at: (x: number, height: number, radius?: number): Corner =>
      radius === undefined ? [x, plan.height - height] : [x, plan.height - height, radius],
    beltAt: (x: number) => between(belt[0], belt[1], (x - cowl[0]) / (windowFoot[0] - cowl[0])),
    roofAt: (x: number) =>
      between(roofFront[1], roofRear[1], (x - roofFront[0]) / (roofRear[0] - roofFront[0])),
    sill: plan.clearance + 14,
    archRadius,
    frontWheel: overhang,
    rearWheel: overhang + wheelbase,
    doorStart: overhang + archRadius + 10,
    lampEnd: plan.nose[0] + 46,
    /** The lower front corner of the front window, and where it meets the roof. */
    aPost,
    aPostTop: roofFront[0] + 8,
  }
}
export type SideFrame = ReturnType<typeof sideFrame>
