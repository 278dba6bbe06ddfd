import type { Models } from '../../inference/model.ts'
import {
  areaOf,
  type Detection,
  detectionOf,
  type FractionBox,
  runDetector,
  sharedArea,
} from '../detect-vehicle.ts'
import { findHeads } from './find-heads.ts'
import { findPlates } from './find-plates.ts'

/** What of a picture could tell who somebody is. `own_plate` is on the vehicle that the picture is about. */
export type BystanderKind = 'head' | 'other_vehicle' | 'other_plate' | 'own_plate'
export type Bystander = { kind: BystanderKind; box: FractionBox }

/** A vehicle that lies in the box of the main one to a larger share is taken for a part of it. */
const INSIDE_MAX = 0.7
const COVERED_MIN = 0.98

/** The places to hide before people see a picture. Says nothing of a person or vehicle that the models do not see. */
export async function findBystanders(models: Models, jpeg: Buffer): Promise<Bystander[]> {
  const output = await runDetector(models, jpeg)
  const detection = detectionOf(output.boxes, output.scores)
  const found = [
    ...findHeads(output).map((box): Bystander => ({ kind: 'head', box })),
    ...otherVehicles(detection),
    ...(await findPlates(models, jpeg)).map((box): Bystander => ({ kind: plateKind(box, detection), box })),
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

/** Without a vehicle nobody can tell whose plate it is: it counts as somebody else's. */
function plateKind({ left, top, right, bottom }: FractionBox, { main }: Detection): BystanderKind {
  if (!main) return 'other_plate'
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const { box } = main
  const isInside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  return isInside ? 'own_plate' : 'other_plate'
}
