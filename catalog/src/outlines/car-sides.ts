import type { CarPlan } from './car-plans.ts'
import { archRadius, axlesOf, profileOf } from './car-solid.ts'
import { circle, type Feature, shape, stroke, wheelFeatures } from './features.ts'
import { type Corner, mix, roundCorners } from './geometry.ts'

/** What is drawn on the two sides of a car. */
export function carSides(plan: CarPlan): Feature[] {
  const measures = measure(plan)
  return (['left', 'right'] as const).flatMap((side) => [
    ...windowsOf(plan, measures, side),
    ...doorsOf(plan, measures, side),
    ...bodyLinesOf(plan, measures, side),
    ...wheelsOf(plan, side),
  ])
}

type Side = 'left' | 'right'
type Measures = ReturnType<typeof measure>

function measure(plan: CarPlan) {
  const { belt, cowl, windowFoot, pillar, overhang } = plan
  const skin = roundCorners(profileOf(plan))
  const topAt = (x: number) =>
    skin.reduce((top, [px, pz]) => (Math.abs(px - x) < 2.2 && pz > top ? pz : top), 0)
  const arch = archRadius(plan)
  return {
    arch,
    axles: axlesOf(plan),
    sill: plan.clearance + 13,
    doorStart: overhang + arch + 9,
    topAt,
    beltAt: (x: number) => mix(belt[0], belt[1], (x - cowl[0]) / (windowFoot[0] - cowl[0])),
    roofAt: (x: number) => Math.min(topAt(x - pillar.a), topAt(x + pillar.c)) - pillar.roof,
  }
}

function windowsOf(plan: CarPlan, measures: Measures, side: Side): Feature[] {
  const { bPillar, cPillar, pillar, cowl, windowFoot } = plan
  const front = windowOf(measures, side, cowl[0], bPillar - pillar.b / 2)
  if (plan.kind === 'van') return front
  const back = windowOf(measures, side, bPillar + pillar.b / 2, cPillar - 4)
  if (!plan.hasQuarterWindow) return [...front, ...back]
  return [...front, ...back, ...windowOf(measures, side, cPillar, windowFoot[0])]
}

/** Between two pillars, as far as there is room between belt and roof. */
function windowOf({ beltAt, roofAt }: Measures, side: Side, from: number, to: number): Feature[] {
  const top: Corner[] = []
  for (let x = from; x <= to; x += 6) if (roofAt(x) > beltAt(x) + 5) top.push([x, roofAt(x), 6])
  const [first] = top
  const last = top.at(-1)
  if (!first || !last || top.length < 3) return []
  const isPointed = first[1] < beltAt(first[0]) + 12
  const start: Corner = [first[0] - (isPointed ? 5 : 0), beltAt(first[0]) + 2, isPointed ? 3 : 5]
  return [shape('glass', side, start, ...top, [last[0], beltAt(last[0]) + 2, 5])]
}

function doorsOf(plan: CarPlan, measures: Measures, side: Side): Feature[] {
  const { bPillar, cPillar } = plan
  const { beltAt, roofAt, sill, doorStart, axles, arch } = measures
  const isVan = plan.kind === 'van'
  const cut = Math.min(cPillar - 6, axles[1] - arch - 5)
  const front: Corner[] = [
    [doorStart + 5, beltAt(doorStart)],
    [doorStart, sill + 22, 20],
    [doorStart + 4, sill, 4],
  ]
  const doors = isVan
    ? stroke(
        'line',
        side,
        ...front,
        [cut, sill, 4],
        [cPillar, sill, 6],
        [cPillar, roofAt(bPillar), 4],
        [bPillar + 6, roofAt(bPillar), 4],
        [bPillar, roofAt(bPillar) - 4],
      )
    : stroke(
        'line',
        side,
        ...front,
        [cut, sill, 14],
        [cPillar - 3, sill + 36, 16],
        [cPillar, beltAt(cPillar), 4],
      )
  const handles = isVan ? [bPillar - 26, bPillar + 8] : [bPillar - 28, cPillar - 28]
  return [
    doors,
    stroke('line', side, [bPillar, isVan ? roofAt(bPillar) : beltAt(bPillar)], [bPillar, sill]),
    ...handles.map((x) => {
      const [top, bottom] = [beltAt(x) - 8, beltAt(x) - 12]
      return shape('trim', side, [x, top, 2], [x + 20, top, 2], [x + 20, bottom, 2], [x, bottom, 2])
    }),
  ]
}

function bodyLinesOf(plan: CarPlan, measures: Measures, side: Side): Feature[] {
  const { overhang, nose, tail, clearance, hoodFront, deck, cPillar, windowFoot, roofFront, roofRear } = plan
  const { beltAt, topAt, doorStart, axles, arch, sill } = measures
  const isVan = plan.kind === 'van'
  const rocker = clearance + (plan.hasCladding ? 9 : 6)
  const crease = beltAt(cPillar) - (isVan ? 14 : 13)
  const lines = [
    isVan
      ? stroke('line', side, [cPillar, crease], [plan.length - 30, crease])
      : stroke(
          'line',
          side,
          [overhang - 16, hoodFront[1] + (plan.kind === 'pickup' ? -6 : 1)],
          [doorStart, beltAt(doorStart) - 15, 80],
          [deck[0] - 40, crease],
        ),
    stroke('line', side, [overhang + arch, rocker], [axles[1] - arch, rocker]),
    stroke('line', side, [48, nose[1] - 6], [overhang - arch * 0.9, nose[1] - 12]),
    stroke('line', side, [tail[0] - (isVan ? 10 : 26), tail[1] - 6], [axles[1] + arch * 0.9, tail[1] - 12]),
  ]
  if (plan.kind === 'pickup') {
    const gap = windowFoot[0] + 4
    lines.push(
      stroke('line', side, [gap, deck[1] - 3], [gap, sill]),
      stroke('trim', side, [gap, deck[1] - 7], [deck[0] - 8, deck[1] - 7]),
    )
  } else if (plan.hasCladding) {
    const [from, to] = [roofFront[0] + 22, roofRear[0] - 6]
    lines.push(stroke('line', side, [from, topAt(from) - 4], [to, topAt(to) - 4]))
  }
  return lines
}

function wheelsOf(plan: CarPlan, side: Side): Feature[] {
  const { wheelRadius, clearance, hasCladding } = plan
  const [sign, half, arch] = [
    side === 'left' ? (1 as const) : (-1 as const),
    plan.width / 2,
    archRadius(plan),
  ]
  return axlesOf(plan).flatMap((x) => [
    ...wheelFeatures(x, sign, half, wheelRadius),
    ...(hasCladding ? [arch + 1, arch + 8] : [arch + 1]).map((radius): Feature => {
      const start = Math.asin((clearance + 4 - wheelRadius) / radius)
      const line = circle('line', [x, 0, wheelRadius], radius, [start, Math.PI - start]).line
      return { kind: 'line', from: side, line: line.map(([px, , pz = 0]) => [px, pz] as const) }
    }),
  ])
}
