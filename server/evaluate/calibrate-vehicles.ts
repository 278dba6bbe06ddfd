import { candidatesOf, DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import { segmenterSettings } from '../src/analysis/damage/segmenter-settings.ts'
import { detectVehicle } from '../src/analysis/detect-vehicle.ts'
import { fillsPicture } from '../src/analysis/fills-picture.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { fittingShare } from '../src/analysis/part-map/part-on-map.ts'
import { segmentParts } from '../src/analysis/part-map/segment-parts.ts'
import { damagesOf } from '../src/analysis/tasks/damage-detection/run-damage-detection.ts'
import type { Scope } from './damage.ts'
import { forwardPictures, modelClasses } from './examine.ts'
import type { LabelledPicture } from './labelled.ts'
import { damagedPictures, untrainedWholeCars } from './sets.ts'

/** On pictures of undamaged vehicles. Less than is wanted on the test: what is chosen here does worse there. */
const VEHICLE_ALARM_MAX = 0.05
const THRESHOLDS = Array.from({ length: 19 }, (_, at) => (at + 1) / 20)

const PART_GATES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]

/**
 * A class that is shown on a picture of a vehicle: how sure it is to be there, how much of the finding that lies best shows parts such a
 * damage can be on, and whether it is there.
 */
export type Shown = {
  picture: number
  class_index: number
  present: number
  fitting: number
  is_right: boolean
}
export type VehiclePictures = { undamaged: number; shown: Shown[] }

/**
 * Sets from where on each class is shown on pictures of the vehicle, after `calibrate` has set everything else. Looks at validation
 * pictures only, and at whole cars that the network was not trained on.
 */
export async function calibrateVehicles(
  models: Models,
  scope: Scope,
): Promise<{ part_gate: number; thresholds: Record<string, number> }> {
  const { classes } = segmenterSettings(models.get(DAMAGE_SEGMENTER).manifest)
  const least = classes.map(({ present_threshold }) => present_threshold)
  const { part_gate, thresholds } = chooseGate(await takePictures(models, scope), least)
  const named = classes.flatMap(({ name, damage_type }, at) =>
    damage_type === null ? [] : [[name, thresholds[at] ?? 0]],
  )
  return { part_gate, thresholds: Object.fromEntries(named) }
}

/** The lowest gate that keeps the most right answers once its thresholds end enough alarms. */
export function chooseGate(
  { undamaged, shown }: VehiclePictures,
  least: readonly number[],
): { part_gate: number; thresholds: number[] } {
  const choices = PART_GATES.map((part_gate) => {
    const inPlace = shown.filter(({ fitting }) => fitting >= part_gate)
    const thresholds = chooseThresholds({ undamaged, shown: inPlace }, least)
    return {
      part_gate,
      thresholds,
      right: inPlace.filter(({ is_right }) => is_right).filter(isLeftAt(thresholds)).length,
    }
  })
  const most = Math.max(...choices.map(({ right }) => right))
  const best = choices.find(({ right }) => right === most)
  if (!best) throw new Error('there is no gate to choose from')
  return best
}

const isLeftAt = (thresholds: readonly number[]) => (row: Shown) =>
  row.present >= (thresholds[row.class_index] ?? 0)

/**
 * Raises one threshold at a time until few enough undamaged pictures raise an alarm: the one that costs the fewest right answers
 * for each alarm it ends.
 */
export function chooseThresholds({ undamaged, shown }: VehiclePictures, least: readonly number[]): number[] {
  let chosen = [...least]
  const alarmsAt = (at: readonly number[]) => {
    const wrong = shown.filter((row) => row.picture < undamaged).filter(isLeftAt(at))
    return new Set(wrong.map(({ picture }) => picture)).size
  }
  const rightAt = (at: readonly number[]) =>
    shown.filter(({ is_right }) => is_right).filter(isLeftAt(at)).length
  while (alarmsAt(chosen) > VEHICLE_ALARM_MAX * undamaged) {
    const [alarms, right] = [alarmsAt(chosen), rightAt(chosen)]
    const [best] = chosen
      .flatMap((now, index) =>
        THRESHOLDS.filter((threshold) => threshold > now).map((threshold) => chosen.with(index, threshold)),
      )
      .map((next) => ({ next, ended: alarms - alarmsAt(next), lost: right - rightAt(next) }))
      .filter(({ ended }) => ended > 0)
      .toSorted((a, b) => a.lost / a.ended - b.lost / b.ended || b.ended - a.ended)
    if (!best) return chosen
    chosen = best.next
  }
  return chosen
}

/** What is shown without these thresholds, on the pictures of vehicles among them; the undamaged ones come first. */
async function takePictures(models: Models, { data, limit, say }: Scope): Promise<VehiclePictures> {
  const { manifest } = models.get(DAMAGE_SEGMENTER)
  const { vehicle_gate } = segmenterSettings(manifest).parameters
  const classes = modelClasses(manifest)
  const take = async (title: string, pictures: readonly LabelledPicture[]) => {
    const taken = await forwardPictures(
      models,
      `${title}, validation`,
      pictures.slice(0, limit),
      say,
      async (_, output, labels, jpeg) => {
        const detection = await detectVehicle(models, jpeg)
        if (!fillsPicture(detection.main)) return null
        const candidates = candidatesOf(output, manifest).filter(({ is_shown }) => is_shown)
        const map = await segmentParts(models, jpeg, detection.main)
        const found = Map.groupBy(
          damagesOf(candidates, detection, { vehicle_gate }, map),
          ({ class_name }) => class_name,
        )
        return classes.flatMap(({ name }, class_index) => {
          const damages = found.get(name)
          if (!damages) return []
          return {
            class_index,
            present: output.present[class_index] ?? 0,
            fitting: Math.max(...damages.map((damage) => fittingShare(damage, map))),
            is_right: labels.some(({ classIndex }) => classIndex === class_index),
          }
        })
      },
    )
    return taken.filter((rows) => rows !== null)
  }
  const undamaged = await take('whole cars', untrainedWholeCars(data))
  const damaged = await take('damaged', damagedPictures(data, 'valid', classes))
  return {
    undamaged: undamaged.length,
    shown: [...undamaged, ...damaged].flatMap((rows, picture) => rows.map((row) => ({ ...row, picture }))),
  }
}
