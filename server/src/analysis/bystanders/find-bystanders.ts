import type { HiddenArea } from '../../core/contracts/findings.ts'
import {
  areaOf,
  type Detection,
  type DetectorOutput,
  detectionOf,
  type FractionBox,
  runDetector,
  sharedArea,
} from '../detect-vehicle.ts'
import type { Models } from '../inference/model.ts'
import { type PartMap, segmentParts } from '../part-map/segment-parts.ts'
import { findHeads } from './find-heads.ts'
import { platesOn } from './find-plates.ts'

export type Bystander = HiddenArea

/** A vehicle that lies in the box of the main one to a larger share is taken for a part of it. */
const INSIDE_MAX = 0.7
const COVERED_MIN = 0.98

/** What somebody else has made of the same picture already. */
export type Known = { output?: DetectorOutput | undefined; map?: PartMap | null }

/** The places to hide before people see a picture. Says nothing of a person or vehicle that the models do not see. */
export async function findBystanders(models: Models, jpeg: Buffer, known: Known = {}): Promise<Bystander[]> {
  const output = known.output ?? (await runDetector(models, jpeg))
  const detection = detectionOf(output.boxes, output.scores)
  const plates = platesOn(known.map ?? (await segmentParts(models, jpeg, detection.main)))
  const found = [
    ...findHeads(output).map((box): Bystander => ({ kind: 'head', box })),
    ...otherVehicles(detection),
    ...withOwners(plates, detection),
  ]
  return withoutCovered(found)
}

/** One person or plate is found many times; a box that a larger one of its kind covers adds nothing. */
export function withoutCovered(found: readonly Bystander[]): Bystander[] {
  const kept: Bystander[] = []
  for (const each of found.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))) {
    const isCovered = kept.some(
      ({ kind, box }) => kind === each.kind && sharedArea(box, each.box) >= COVERED_MIN * areaOf(each.box),
    )
    if (!isCovered) kept.push(each)
  }
  return kept
}

/** The other vehicles as a whole, since their plates are often too small to be found; the main one stays visible where they overlap. */
export function otherVehicles({ vehicles, main }: Detection): Bystander[] {
  return vehicles
    .filter(
      (vehicle) =>
        main !== null &&
        vehicle !== main &&
        sharedArea(vehicle.box, main.box) < INSIDE_MAX * areaOf(vehicle.box),
    )
    .flatMap((vehicle) => outsideOf(vehicle.box, main?.box))
    .map((box) => ({ kind: 'other_vehicle', box }))
}

/** What is left of a box without another one: at most four boxes. */
function outsideOf(box: FractionBox, hole: FractionBox | undefined): FractionBox[] {
  if (!hole || sharedArea(box, hole) === 0) return [box]
  const { left, top, right, bottom } = box
  const middle = { top: Math.max(top, hole.top), bottom: Math.min(bottom, hole.bottom) }
  return [
    { left, top, right, bottom: middle.top },
    { left, top: middle.bottom, right, bottom },
    { ...middle, left, right: Math.min(right, hole.left) },
    { ...middle, left: Math.max(left, hole.right), right },
  ].filter((piece) => piece.right > piece.left && piece.bottom > piece.top)
}

/** Whose plates they are. A close-up shows no whole vehicle: its largest plate is that of the vehicle in front of the camera. */
export function withOwners(plates: readonly FractionBox[], { main }: Detection): Bystander[] {
  const largest = plates.toSorted((a, b) => areaOf(b) - areaOf(a))[0]
  const isOwn = (plate: FractionBox) => (main ? liesIn(plate, main.box) : plate === largest)
  return plates.map((box) => ({ kind: isOwn(box) ? 'own_plate' : 'other_plate', box }))
}

function liesIn({ left, top, right, bottom }: FractionBox, box: FractionBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}
