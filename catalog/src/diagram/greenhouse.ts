import { between, part, type Shape } from './shapes.ts'
import type { SideFrame } from './side-frame.ts'

const ROOF_THICKNESS = 8

/** Roof, windows and pillars of the left side. */
export function greenhouse(frame: SideFrame): Shape[] {
  const { plan, at, beltAt, roofAt, aPost, aPostTop } = frame
  const { kind, cowl, roofFront, roofRear, windowFoot, bPillar, cPillar } = plan
  const under = (x: number) => roofAt(x) - ROOF_THICKNESS - 4
  const shapes = [
    part('roof', [
      at(roofFront[0] - 5, roofFront[1] - 4, 14),
      at(between(roofFront[0], roofRear[0], 0.4), Math.max(roofFront[1], roofRear[1]) - 1, 40),
      at(roofRear[0] + 2, roofRear[1] - 2, 10),
      at(roofRear[0] - 4, roofRear[1] - ROOF_THICKNESS, 6),
      at(roofFront[0] + 4, roofFront[1] - ROOF_THICKNESS - 1, 10),
    ]),
    part('windshield_front', [
      at(cowl[0] + 6, cowl[1] + 2, 4),
      at(roofFront[0] - 7, roofFront[1] - 5, 10),
      at(roofFront[0] + 1, roofFront[1] - 10, 6),
      at(cowl[0] + 20, cowl[1] - 1, 4),
    ]),
    part('window_front_left', [
      at(aPost, beltAt(aPost) + 3, 4),
      at(aPostTop, under(aPostTop), 12),
      at(bPillar - 4, under(bPillar), 4),
      at(bPillar - 4, beltAt(bPillar) + 3, 4),
    ]),
    part('pillar', [
      at(aPost - 8, beltAt(aPost) + 1, 2),
      at(aPostTop - 6, under(aPostTop), 2),
      at(aPostTop - 1, under(aPostTop) - 1, 2),
      at(aPost - 2, beltAt(aPost) + 2, 2),
    ]),
    part('pillar', [
      at(bPillar - 3, under(bPillar), 2),
      at(bPillar + 5, under(bPillar), 2),
      at(bPillar + 5, beltAt(bPillar) + 2, 2),
      at(bPillar - 3, beltAt(bPillar) + 2, 2),
    ]),
  ]
  if (kind === 'van') {
    // The load space has no windows: what is above the belt belongs to the sliding door and to the side panel.
    const upperDoor = [
      at(bPillar + 6, beltAt(bPillar), 2),
      at(bPillar + 6, under(bPillar), 4),
      at(cPillar, under(cPillar), 4),
      at(cPillar, beltAt(cPillar), 2),
    ]
    const upperPanel = [
      at(cPillar + 2, beltAt(cPillar), 2),
      at(cPillar + 2, under(cPillar), 4),
      at(roofRear[0] - 2, under(roofRear[0]), 8),
      at(windowFoot[0] - 3, beltAt(windowFoot[0]), 4),
    ]
    return [...shapes, part('door_back_left', upperDoor), part('fender_back_left', upperPanel)]
  }
  const topEnd = kind === 'pickup' ? roofRear[0] - 8 : Math.min(roofRear[0] - 10, cPillar - 6)
  shapes.push(
    part('window_back_left', [
      at(bPillar + 6, beltAt(bPillar) + 3, 4),
      at(bPillar + 6, under(bPillar), 4),
      at(topEnd, under(topEnd) - 1, 10),
      at(cPillar - (kind === 'pickup' ? 2 : 6), beltAt(cPillar) + 3, 6),
    ]),
  )
  return [...shapes, ...behindBackWindow(frame, topEnd)]
}

function behindBackWindow({ plan, at, beltAt, roofAt }: SideFrame, topEnd: number): Shape[] {
  const { kind, roofRear, windowFoot, cPillar, hasQuarterWindow } = plan
  if (kind === 'pickup') {
    return [
      part('windshield_back', [
        at(roofRear[0] + 1, roofRear[1] - 10, 5),
        at(roofRear[0] + 6, roofRear[1] - 8, 5),
        at(windowFoot[0] - 3, windowFoot[1] + 5, 4),
        at(windowFoot[0] - 9, windowFoot[1] + 5, 4),
      ]),
    ]
  }
  const glass = part('windshield_back', [
    at(roofRear[0] + 1, roofRear[1] - 9, 6),
    at(roofRear[0] + 7, roofRear[1] - 6, 8),
    at(windowFoot[0] - 2, windowFoot[1] + 2, 6),
    at(windowFoot[0] - 14, windowFoot[1] + 1, 6),
  ])
  if (!hasQuarterWindow) return [glass]
  const quarterEnd = windowFoot[0] - 34
  const quarter = part('quarter_window_back_left', [
    at(cPillar, beltAt(cPillar) + 3, 4),
    at(topEnd + 6, roofAt(topEnd) - ROOF_THICKNESS - 5, 6),
    at(between(roofRear[0], windowFoot[0], 0.1) - 8, roofRear[1] - ROOF_THICKNESS - 8, 10),
    at(quarterEnd, beltAt(quarterEnd) + 4, 8),
  ])
  return [glass, quarter]
}
