import type { CarPlan } from './car-plans.ts'
import { type Feature, shape, stroke, symmetric, twins } from './features.ts'
import type { Corner } from './geometry.ts'

/** What is drawn on the front and the rear of a car. */
export function carEnds(plan: CarPlan): Feature[] {
  return [...frontOf(plan), ...rearOf(plan)]
}

/** Width of the roof, as a share of the vehicle's. */
const roofShare = ({ lean }: CarPlan) => 1 - 2 * lean

const plateAt = (from: 'front' | 'rear', top: number, bottom: number): Feature =>
  symmetric('trim', from, [26, top, 2], [26, bottom, 2])

function frontOf(plan: CarPlan): Feature[] {
  const { nose, hoodFront, cowl, roofFront, clearance } = plan
  const half = plan.width / 2
  const roof = half * (roofShare(plan) - 0.05)
  const lamp = hoodFront[1]
  const seam: Corner[] = [
    [half * 0.66, lamp - 3],
    [half * 0.4, lamp - 4, 20],
  ]
  return [
    symmetric(
      'glass',
      'front',
      [0, roofFront[1] - 2, 60],
      [roof, roofFront[1] - 5, 14],
      [half * 0.84, cowl[1] + 2, 10],
      [0, cowl[1] + 1, 60],
    ),
    ...twins('lamp', 'front', ...headLight(plan)),
    symmetric(
      'trim',
      'front',
      [0, lamp - 7, 40],
      [half * 0.42, lamp - 9, 10],
      [half * 0.36, nose[1] - 13, 10],
    ),
    symmetric('trim', 'front', [half * 0.66, clearance + 17, 6], [half * 0.54, clearance + 7, 6]),
    plateAt('front', nose[1] - 15, nose[1] - 26),
    stroke(
      'line',
      'front',
      ...seam.map(([y, z, r = 0]): Corner => [-y, z, r]),
      [0, lamp - 2, 60],
      ...seam.toReversed(),
    ),
    ...[half, -half].map((wide) =>
      stroke(
        'line',
        'top',
        [hoodFront[0] + 24, wide * 0.66],
        [hoodFront[0] + 50, wide * 0.78, 20],
        [cowl[0] + 12, wide * 0.86],
      ),
    ),
  ]
}

function headLight(plan: CarPlan): Corner[] {
  const half = plan.width / 2
  const lamp = plan.hoodFront[1]
  switch (plan.kind) {
    case 'van':
      return [
        [half * 0.62, lamp - 14, 6],
        [half * 0.86, lamp + 2, 10],
        [half * 0.95, lamp - 2, 6],
        [half * 0.93, lamp - 30, 8],
        [half * 0.68, lamp - 28, 8],
      ]
    case 'pickup':
      return [
        [half * 0.54, lamp - 8, 4],
        [half * 0.9, lamp - 5, 6],
        [half * 0.92, lamp - 24, 6],
        [half * 0.56, lamp - 26, 4],
      ]
    case 'sedan':
    case 'hatch':
      return [
        [half * 0.5, lamp - 15, 5],
        [half * 0.62, lamp - 6, 10],
        [half * 0.9, lamp + 2, 8],
        [half * 0.935, lamp - 7, 5],
        [half * 0.8, lamp - 19, 12],
        [half * 0.54, lamp - 21, 6],
      ]
  }
}

function rearOf(plan: CarPlan): Feature[] {
  switch (plan.kind) {
    case 'van':
      return vanRear(plan)
    case 'pickup':
      return pickupRear(plan)
    case 'sedan':
    case 'hatch':
      return carRear(plan)
  }
}

function rearWindow(plan: CarPlan, foot: number): Feature {
  const half = plan.width / 2
  const top = plan.roofRear[1] - 6
  const roof = half * (roofShare(plan) - 0.1)
  return symmetric(
    'glass',
    'rear',
    [0, top + 2, 60],
    [roof, top, 14],
    [half * 0.78, foot, 12],
    [0, foot - 2, 60],
  )
}

function carRear(plan: CarPlan): Feature[] {
  const { windowFoot, deck, tail, clearance } = plan
  const half = plan.width / 2
  const isSedan = plan.kind === 'sedan'
  const foot = windowFoot[1] + (isSedan ? 3 : 4)
  const light = deck[1]
  const lamp: Corner[] = isSedan
    ? [
        [half * 0.5, light - 12, 5],
        [half * 0.88, light - 7, 8],
        [half * 0.925, light - 14, 5],
        [half * 0.88, light - 26, 8],
        [half * 0.54, light - 22, 5],
      ]
    : [
        [half * 0.6, light - 4, 5],
        [half * 0.88, light + 4, 8],
        [half * 0.92, light - 4, 5],
        [half * 0.905, light - 20, 7],
        [half * 0.66, light - 17, 6],
      ]
  const gate = isSedan ? tail[1] - 2 : clearance + 34
  return [
    rearWindow(plan, foot),
    ...twins('lamp', 'rear', ...lamp),
    stroke(
      'line',
      'rear',
      [-half * 0.84, foot - 3],
      [-half * 0.72, gate, 14],
      [half * 0.72, gate, 14],
      [half * 0.84, foot - 3],
    ),
    stroke(
      'line',
      'rear',
      [-half * 0.91, tail[1] - 6],
      [-half * 0.74, tail[1] - 9, 10],
      [half * 0.74, tail[1] - 9, 10],
      [half * 0.91, tail[1] - 6],
    ),
    plateAt('rear', tail[1] + 16, tail[1] + 4),
    symmetric('trim', 'rear', [half * 0.6, clearance + 23, 8], [half * 0.52, clearance + 12, 8]),
  ]
}

function vanRear(plan: CarPlan): Feature[] {
  const { belt, tail, roofRear } = plan
  const half = plan.width / 2
  const [top, foot] = [roofRear[1] - 6, belt[1] + 10]
  const roof = half * roofShare(plan)
  return [
    ...twins(
      'glass',
      'rear',
      [7, foot, 6],
      [7, top - 24, 6],
      [roof - half * 0.19, top - 24, 10],
      [half * 0.73, foot, 8],
    ),
    stroke('line', 'rear', [0, top - 6], [0, tail[1] - 6]),
    stroke(
      'line',
      'rear',
      [-half * 0.83, tail[1] - 6],
      [half * 0.11 - roof, top - 6, 12],
      [roof - half * 0.11, top - 6, 12],
      [half * 0.83, tail[1] - 6],
    ),
    ...twins(
      'lamp',
      'rear',
      [half * 0.845, 134, 4],
      [half * 0.895, 132, 4],
      [half * 0.905, 84, 4],
      [half * 0.855, 82, 4],
    ),
    stroke('line', 'rear', [-half * 0.93, tail[1] - 6], [half * 0.93, tail[1] - 6]),
    plateAt('rear', tail[1] - 11, tail[1] - 22),
  ]
}

function pickupRear(plan: CarPlan): Feature[] {
  const { deck, tail, windowFoot, clearance } = plan
  const half = plan.width / 2
  const [top, bottom] = [deck[1] - 6, tail[1] - 4]
  return [
    rearWindow(plan, windowFoot[1] + 8),
    shape(
      'line',
      'rear',
      [-half * 0.74, top, 4],
      [half * 0.74, top, 4],
      [half * 0.74, bottom, 4],
      [-half * 0.74, bottom, 4],
    ),
    symmetric('trim', 'rear', [12, top - 5, 2], [12, top - 11, 2]),
    ...twins(
      'lamp',
      'rear',
      [half * 0.79, top - 1, 4],
      [half * 0.91, top - 1, 4],
      [half * 0.91, bottom + 2, 4],
      [half * 0.79, bottom + 2, 4],
    ),
    symmetric('line', 'rear', [half * 0.92, bottom - 8, 4], [half * 0.88, clearance + 14, 6]),
    plateAt('rear', bottom - 12, bottom - 23),
  ]
}
