import type { PartType } from '../parts.ts'
import type { Body } from '../vehicle-types.ts'
import { type BodyPlan, PLANS } from './bodies.ts'
import { frontShapes, rearShapes } from './face.ts'
import { mirrorShape, type Shape, scaleShape } from './shapes.ts'
import { sideShapes } from './side.ts'
import { topShapes } from './top.ts'
import { TRUCK, truckFrontShapes, truckRearShapes, truckSideShapes, truckTopShapes } from './truck.ts'

export const VIEW_NAMES = ['left', 'right', 'top', 'front', 'rear'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

/** The vehicle seen square from one side. Mirrors stand out a little on either side of the box. */
export type View = { name: ViewName; width: number; height: number; shapes: Shape[] }

export function views(body: Body): Record<ViewName, View> {
  const { length, width, height, side, top, front, rear } = body === 'hgv' ? truck() : car(PLANS[body])
  return {
    left: { name: 'left', width: length, height, shapes: side },
    right: { name: 'right', width: length, height, shapes: side.map((shape) => mirrorShape(shape, length)) },
    top: { name: 'top', width: length, height: width, shapes: top },
    front: { name: 'front', width, height, shapes: front },
    rear: { name: 'rear', width, height, shapes: rear },
  }
}

function car(plan: BodyPlan) {
  const { length, width, height } = plan
  const [side, top] = [sideShapes(plan), topShapes(plan)]
  return { length, width, height, side, top, front: frontShapes(plan), rear: rearShapes(plan) }
}

/** Small enough that numbers of the same size can be read beside a car's. */
const TRUCK_SCALE = 0.8

function truck() {
  const small = (shapes: Shape[]) => shapes.map((shape) => scaleShape(shape, TRUCK_SCALE))
  return {
    length: TRUCK.length * TRUCK_SCALE,
    width: TRUCK.width * TRUCK_SCALE,
    height: TRUCK.height * TRUCK_SCALE,
    side: small(truckSideShapes()),
    top: small(truckTopShapes()),
    front: small(truckFrontShapes()),
    rear: small(truckRearShapes()),
  }
}

/** Names that stand for other drawn parts: a rim is drawn as its hubcap, and a wheel of no side may be any of the four. */
const DRAWN_AS: Partial<Record<PartType, PartType[]>> = {
  grill: ['grill_radiator'],
  rim_front_left: ['hubcap_front_left'],
  rim_front_right: ['hubcap_front_right'],
  rim_back_left: ['hubcap_back_left'],
  rim_back_right: ['hubcap_back_right'],
  hubcap: ['hubcap_front_left', 'hubcap_front_right', 'hubcap_back_left', 'hubcap_back_right'],
  wheel: ['wheel_front_left', 'wheel_front_right', 'wheel_back_left', 'wheel_back_right'],
  rocker_panel: ['rocker_panel_left', 'rocker_panel_right'],
}

export function drawnAs(part: PartType): PartType[] {
  return DRAWN_AS[part] ?? [part]
}
