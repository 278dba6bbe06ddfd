import type { BodyPlan } from './bodies.ts'
import { greenhouse } from './greenhouse.ts'
import { area, between, type Corner, part, type Shape } from './shapes.ts'
import { type SideFrame, sideFrame } from './side-frame.ts'
import { wheelsFromSide } from './wheels.ts'

/** The left side, nose to the left. Whatever is drawn later lies on top. */
export function sideShapes(plan: BodyPlan): Shape[] {
  const frame = sideFrame(plan)
  return [
    silhouette(frame),
    ...frontEnd(frame),
    ...doors(frame),
    ...rearEnd(frame),
    ...greenhouse(frame),
    ...doorFittings(frame),
    ...wheelsFromSide(plan, plan.height, [plan.overhang, plan.overhang + plan.wheelbase], plan.clearance + 3),
  ]
}

function silhouette({ plan, at }: SideFrame): Shape {
  const { nose, hoodFront, cowl, roofFront, roofRear, windowFoot, deck, tail, clearance } = plan
  const radii = plan.kind === 'pickup' ? [16, 4, 6] : plan.kind === 'van' ? [14, 20, 10] : [26, 14, 10]
  return area('body', [
    at(nose[0], clearance + 5, 14),
    at(nose[0], nose[1], 12),
    at(hoodFront[0] + 14, hoodFront[1] + 4, 26),
    at(cowl[0], cowl[1], 20),
    at(roofFront[0], roofFront[1], 34),
    at(roofRear[0], roofRear[1], radii[0]),
    at(windowFoot[0], windowFoot[1], radii[1]),
    at(deck[0], deck[1], radii[2]),
    at(tail[0], tail[1], 12),
    at(tail[0] - 2, clearance + 5, 14),
  ])
}

function frontEnd({
  plan,
  at,
  beltAt,
  sill,
  archRadius,
  frontWheel,
  doorStart,
  lampEnd,
}: SideFrame): Shape[] {
  const { nose, hoodFront, cowl, clearance } = plan
  return [
    part('hood', [
      at(hoodFront[0] + 8, hoodFront[1] + 1, 14),
      at(between(hoodFront[0], cowl[0], 0.5), between(hoodFront[1], cowl[1], 0.56) + 4, 30),
      at(cowl[0] + 3, cowl[1] - 1, 2),
      at(cowl[0] - 4, cowl[1] - 9, 2),
      at(hoodFront[0] + 36, hoodFront[1] - 6, 8),
    ]),
    part(
      'fender_front_left',
      [
        at(hoodFront[0] + 36, hoodFront[1] - 7),
        at(cowl[0] - 4, cowl[1] - 10, 2),
        at(doorStart + 8, beltAt(doorStart) - 1, 3),
        at(doorStart, sill, 2),
        at(lampEnd - 2, clearance + 10, 2),
        at(lampEnd, nose[1] - 8),
      ],
      4,
    ),
    part('bumper_front', [
      at(nose[0] + 1, nose[1] - 6, 10),
      at(lampEnd - 1, nose[1] - 11, 4),
      at(frontWheel - archRadius + 2, clearance + 6, 6),
      at(nose[0] + 8, clearance + 6, 12),
    ]),
    part('head_light_left', [
      at(nose[0] + 3, nose[1] + 2, 6),
      at(hoodFront[0] + 34, hoodFront[1] - 6, 6),
      at(lampEnd + 12, nose[1] - 2, 6),
      at(nose[0] + 4, nose[1] - 7, 5),
    ]),
  ]
}

function doors({ plan, at, beltAt, sill, archRadius, frontWheel, rearWheel, doorStart }: SideFrame): Shape[] {
  const { bPillar, cPillar, clearance } = plan
  const archCut = Math.min(cPillar - 4, rearWheel - archRadius - 3)
  return [
    part(
      'door_front_left',
      [
        at(doorStart + 9, beltAt(doorStart), 3),
        at(bPillar, beltAt(bPillar), 2),
        at(bPillar, sill),
        at(doorStart + 1, sill),
      ],
      4,
    ),
    part(
      'door_back_left',
      [
        at(bPillar + 2, beltAt(bPillar), 2),
        at(cPillar, beltAt(cPillar), 3),
        at(cPillar - 2, sill + 34, 8),
        at(archCut, sill, 8),
        at(bPillar + 2, sill),
      ],
      4,
    ),
    part(
      'rocker_panel_left',
      [
        at(frontWheel + archRadius + 2, sill - 2, 2),
        at(rearWheel - archRadius - 4, sill - 2, 2),
        at(rearWheel - archRadius + 2, clearance + 4),
        at(frontWheel + archRadius - 3, clearance + 4),
      ],
      3,
    ),
  ]
}

function rearEnd({ plan, at, beltAt, sill, archRadius, rearWheel }: SideFrame): Shape[] {
  const { kind, cPillar, windowFoot, deck, tail, clearance } = plan
  const shoulders: Record<BodyPlan['kind'], Corner[]> = {
    pickup: [at(windowFoot[0], windowFoot[1] - 2, 2), at(deck[0] - 1, deck[1] - 2, 4)],
    van: [at(windowFoot[0] - 3, beltAt(windowFoot[0]), 4)],
    hatch: [at(windowFoot[0], windowFoot[1] - 4, 8), at(deck[0] - 2, deck[1] - 3, 8)],
    sedan: [at(windowFoot[0] + 2, windowFoot[1] - 4, 12), at(deck[0] - 2, deck[1] - 5, 8)],
  }
  const upright: Corner[] = [
    at(deck[0] - 10, deck[1] - 8, 4),
    at(deck[0] - 1, deck[1] - 8, 4),
    at(tail[0] - 3, tail[1] + 2, 4),
    at(tail[0] - 12, tail[1] + 2, 4),
  ]
  const lying: Corner[] = [
    at(deck[0] - 44, deck[1] - 9, 7),
    at(deck[0] + 1, deck[1] - 7, 5),
    at(between(deck[0], tail[0], 0.6), deck[1] - 24, 6),
    at(deck[0] - 34, deck[1] - 23, 7),
  ]
  const shapes = [
    part(
      'fender_back_left',
      [
        at(cPillar + 2, beltAt(cPillar), 2),
        ...shoulders[kind],
        at(tail[0] - 5, tail[1] - 3, 4),
        at(tail[0] - 40, tail[1] - 11, 4),
        at(rearWheel + archRadius - 4, sill, 4),
        at(Math.min(cPillar, rearWheel - archRadius), sill, 6),
        at(cPillar, sill + 34, 8),
      ],
      5,
    ),
    part('bumper_back', [
      at(tail[0] - 1, tail[1] - 4, 8),
      at(tail[0] - 40, tail[1] - 12, 4),
      at(rearWheel + archRadius - 2, clearance + 6, 6),
      at(tail[0] - 8, clearance + 6, 12),
    ]),
    part('tail_light_left', kind === 'van' || kind === 'pickup' ? upright : lying),
  ]
  if (kind !== 'sedan') return shapes
  return [
    ...shapes,
    part('trunk', [
      at(windowFoot[0] + 2, windowFoot[1] - 1, 4),
      at(deck[0] - 2, deck[1], 6),
      at(deck[0] - 3, deck[1] - 6, 3),
      at(windowFoot[0] + 6, windowFoot[1] - 6, 3),
    ]),
  ]
}

function doorFittings({ plan, at, beltAt, aPost }: SideFrame): Shape[] {
  const handle = (x: number) => [
    at(x, beltAt(x) - 9),
    at(x + 22, beltAt(x) - 9),
    at(x + 22, beltAt(x) - 14),
    at(x, beltAt(x) - 14),
  ]
  return [
    part('handle_front_left', handle(plan.bPillar - 30), 3),
    part('handle_back_left', handle(plan.cPillar - 30), 3),
    part('mirror_left', [
      at(aPost - 2, beltAt(aPost) + 16, 6),
      at(aPost + 20, beltAt(aPost) + 14, 6),
      at(aPost + 18, beltAt(aPost) + 1, 5),
      at(aPost + 2, beltAt(aPost) + 2, 6),
    ]),
  ]
}
