import { DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import {
  type AlarmFigures,
  alarmFigures,
  type CalibrationFigures,
  calibrationFigures,
} from './alarm-figures.ts'
import { readCoco } from './coco.ts'
import { type DamageFigures, damageFigures } from './damage-figures.ts'
import { examinePictures, modelClasses, type Say } from './examine.ts'
import type { PictureFacts } from './facts.ts'
import { damagedPictures, foreignPictures, undamagedPictures, wholeCarPictures } from './sets.ts'
import { damagedTilePictures, tilePictures } from './tiles.ts'

export type DamageReport = {
  sha256: string
  test: DamageFigures
  undamaged: Record<
    'test_whole_cars' | 'test_rear_views' | 'test_tiles' | 'valid_rear_views' | 'valid_tiles',
    AlarmFigures
  >
  /** Tiles of test pictures that show a labelled damage: here an alarm is right. */
  damaged_tiles: AlarmFigures
  /** The same of pictures of damaged vehicles that are no close-ups: of the test, and of another origin. */
  damaged_vehicles: Record<'test' | 'other_origin', AlarmFigures>
  calibration: CalibrationFigures
  other_origin: DamageFigures
}
export type Scope = { data: string; limit: number; say: Say }

/** The damage model on everything it was not trained on. */
const showsDamagedVehicle = ({ isOfVehicle, labels }: PictureFacts) => isOfVehicle && labels.length > 0

export async function evaluateDamage(models: Models, { data, limit, say }: Scope): Promise<DamageReport> {
  const { manifest } = models.get(DAMAGE_SEGMENTER)
  const classes = modelClasses(manifest)
  const test = damagedPictures(data, 'test', classes).slice(0, limit)
  const valid = damagedPictures(data, 'valid', classes).slice(0, limit)
  const examine = (title: string, pictures: Parameters<typeof examinePictures>[2]) =>
    examinePictures(models, title, pictures.slice(0, limit), say)

  const damaged = await examine('damaged, test', test)
  const whole = await examine('undamaged whole cars, test', wholeCarPictures(data))
  const rear = await examine('undamaged rear views, test', undamagedPictures(data, 'test'))
  const tiles = await examine('undamaged tiles, test', tilePictures(test))
  const damagedTiles = await examine('damaged tiles, test', damagedTilePictures(test, classes))
  const rearValid = await examine('undamaged rear views, validation', undamagedPictures(data, 'valid'))
  const tilesValid = await examine('undamaged tiles, validation', tilePictures(valid))
  const other = await examine('other origin', await foreignPictures(data, classes))
  say('drawing the pictures again for the intervals')
  return {
    sha256: manifest.sha256,
    test: damageFigures(damaged, classes),
    undamaged: {
      test_whole_cars: alarmFigures(whole, classes),
      test_rear_views: alarmFigures(rear, classes),
      test_tiles: alarmFigures(tiles, classes),
      valid_rear_views: alarmFigures(rearValid, classes),
      valid_tiles: alarmFigures(tilesValid, classes),
    },
    damaged_tiles: alarmFigures(damagedTiles, classes),
    damaged_vehicles: {
      test: alarmFigures(damaged.filter(showsDamagedVehicle), classes),
      other_origin: alarmFigures(other.filter(showsDamagedVehicle), classes),
    },
    // The confidence must hold for both kinds of vehicles: nobody knows beforehand which one a picture shows.
    calibration: calibrationFigures([...damaged, ...whole, ...rear, ...tiles]),
    // Its masks say what each pixel shows, not where one damage ends and the next begins.
    other_origin: damageFigures(other, classes, false),
  }
}

export type OwnReport = {
  sha256: string
  folder: string
  pictures: number
  damaged: DamageFigures
  undamaged: AlarmFigures
  calibration: CalibrationFigures
}

/** The damage model on a set of the operator's own. Pictures without labels are taken as undamaged. */
export async function evaluateOwnSet(
  models: Models,
  folder: string,
  { limit, say }: Scope,
): Promise<OwnReport> {
  const { manifest } = models.get(DAMAGE_SEGMENTER)
  const classes = modelClasses(manifest)
  const { pictures, remarks } = readCoco(folder, classes)
  for (const remark of remarks) say(remark)
  const facts = await examinePictures(models, folder, pictures.slice(0, limit), say)
  return {
    sha256: manifest.sha256,
    folder,
    pictures: facts.length,
    damaged: damageFigures(
      facts.filter((fact) => fact.labels.length > 0),
      classes,
    ),
    undamaged: alarmFigures(
      facts.filter((fact) => fact.labels.length === 0),
      classes,
    ),
    calibration: calibrationFigures(facts),
  }
}
