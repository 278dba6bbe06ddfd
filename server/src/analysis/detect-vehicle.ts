import { readRgb } from '../core/platform/pictures/pixels.ts'
import type { Models } from './inference/model.ts'
import type { Tensor } from './inference/tensor.ts'
import { round } from './round.ts'

export const VEHICLE_DETECTOR = 'vehicle-detector'

/** Fractions of the picture's width and height. */
export type FractionBox = { left: number; top: number; right: number; bottom: number }

export type VehicleKind = 'car' | 'motorcycle' | 'bus' | 'truck'
export type Vehicle = { kind: VehicleKind; score: number; box: FractionBox }

/** The vehicles of a picture, the best first, and the one it is about: large and sure. */
export type Detection = { vehicles: Vehicle[]; main: Vehicle | null }

/** With the best score of anything that might be a vehicle, also of what is too doubtful to be among them. */
export type ScoredDetection = Detection & { score_max: number }

export const DETECTION = {
  /** What scores less is not listed. */
  SCORE_MIN: 0.15,
  /** Two boxes that overlap more are one vehicle, whatever the model calls it. */
  OVERLAP_MAX: 0.5,
} as const

const SIDE_PX = 300
// Of the 90 categories the model knows, counted from 0.
const KINDS: [number, VehicleKind][] = [
  [2, 'car'],
  [3, 'motorcycle'],
  [5, 'bus'],
  [7, 'truck'],
]

export async function detectVehicle(models: Models, jpeg: Buffer): Promise<ScoredDetection> {
  const { boxes, scores } = await runDetector(models, jpeg)
  return detectionOf(boxes, scores)
}

/** What the network says of one picture: boxes as x0, y0, x1, y1, and one score for each box and category. */
export type DetectorOutput = { boxes: Float32Array; scores: Float32Array }

export async function runDetector(models: Models, jpeg: Buffer): Promise<DetectorOutput> {
  const model = models.get(VEHICLE_DETECTOR)
  const { pixels } = await readRgb(jpeg, { width: SIDE_PX, height: SIDE_PX })
  const outputs = await model.infer({
    images: { type: 'uint8', shape: [1, SIDE_PX, SIDE_PX, 3], data: pixels },
  })
  return { boxes: floatsOf(outputs.boxes), scores: floatsOf(outputs.scores) }
}

function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.type !== 'float32') throw new Error('the vehicle detector gave no boxes or scores')
  return tensor.data
}

/** From the outputs for one picture: boxes as x0, y0, x1, y1, and one score for each box and category. */
export function detectionOf(boxes: Float32Array, scores: Float32Array): ScoredDetection {
  const count = boxes.length / 4
  const categories = scores.length / count
  const found: Vehicle[] = []
  let score_max = 0
  for (let at = 0; at < count; at++) {
    for (const [category, kind] of KINDS) {
      const score = scores[at * categories + category] ?? 0
      score_max = Math.max(score_max, score)
      if (score < DETECTION.SCORE_MIN) continue
      found.push({ kind, score: round(score), box: boxOf(boxes.subarray(at * 4, at * 4 + 4)) })
    }
  }
  found.sort((a, b) => b.score - a.score)
  const vehicles: Vehicle[] = []
  for (const vehicle of found) {
    // Damaged cars are often taken for motorcycles or trucks as well, so the kinds compete with each other.
    if (vehicles.every((better) => overlapOf(better.box, vehicle.box) <= DETECTION.OVERLAP_MAX))
      vehicles.push(vehicle)
  }
  return { vehicles, main: mainOf(vehicles), score_max: round(score_max) }
}

function mainOf(vehicles: Vehicle[]): Vehicle | null {
  const weight = ({ score, box }: Vehicle) => score * areaOf(box)
  return vehicles.reduce<Vehicle | null>(
    (best, vehicle) => (best && weight(best) >= weight(vehicle) ? best : vehicle),
    null,
  )
}

export function areaOf({ left, top, right, bottom }: FractionBox): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

export function sharedArea(a: FractionBox, b: FractionBox): number {
  return areaOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
}

/** A box that lies in another one to a larger share is of the same vehicle: the detector often finds pieces of it, too. */
const SAME_VEHICLE_MIN = 0.7

export function isSameVehicle({ box }: Vehicle, main: Vehicle): boolean {
  return sharedArea(box, main.box) >= SAME_VEHICLE_MIN * Math.min(areaOf(box), areaOf(main.box))
}

function overlapOf(a: FractionBox, b: FractionBox): number {
  const both = sharedArea(a, b)
  const either = areaOf(a) + areaOf(b) - both
  return either === 0 ? 0 : both / either
}

export function boxOf([left = 0, top = 0, right = 0, bottom = 0]: Float32Array): FractionBox {
  return { left: inside(left), top: inside(top), right: inside(right), bottom: inside(bottom) }
}

const inside = (value: number) => round(Math.min(1, Math.max(0, value)))
