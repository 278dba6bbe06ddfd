import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { iouOf } from '../src/analysis/boxes.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { locateWheels } from '../src/analysis/tasks/wheel-analysis/locate-wheels.ts'
import type { Box } from '../src/core/contracts/findings.ts'
import { bootstrap, type Figure } from './bootstrap.ts'
import { ratio, weightOf } from './metrics.ts'
import { requireFolder } from './sets.ts'

const IOU_MIN = 0.4
const LOG_FILE = join(import.meta.dirname, '../../models/training/wheels-log.json')

/** x0, y0, x1, y1 in shares of the picture. */
const Labels = Type.Array(
  Type.Object({
    file: Type.String(),
    source_file: Type.String(),
    wheels: Type.Array(Type.Array(Type.Number())),
  }),
)
const Figures = Type.Object({
  found: Type.Integer(),
  right: Type.Integer(),
  wheels: Type.Integer(),
  precision: Type.Number(),
  recall: Type.Number(),
  f1: Type.Number(),
})
const Log = Type.Object({ cross_validated: Figures, cross_validated_from_confidence_min: Figures })
type Figures = Static<typeof Figures>
/** With intervals, by picture. The training recorded no single pictures, so its figures have none. */
type Measured = Omit<Figures, 'precision' | 'recall' | 'f1'> & Record<'precision' | 'recall' | 'f1', Figure>
export type WheelCounts = { found: number; right: number; wheels: number }

export type WheelEvaluation = {
  pictures: number
  iou_min: number
  /** Of the shipped code and weights. The weights were trained on these very pictures: no measure of quality. */
  on_training_pictures: Measured
  /** Five models of the same making, each measured on pictures it has not seen, at a threshold fixed before. */
  cross_validated: Figures
  /** The same with the shipped least confidence, which was chosen on these very scores: too good. */
  cross_validated_from_confidence_min: Figures
  note: string
}

export async function evaluateWheels(models: Models, dataDir: string): Promise<WheelEvaluation> {
  const folder = requireFolder(dataDir, 'wheels')
  const labels = readTrainingLabels(folder)
  const log = Value.Parse(Log, JSON.parse(readFileSync(LOG_FILE, 'utf8')))
  const counts: WheelCounts[] = []
  for (const { file, wheels } of labels) {
    const found = await locateWheels(models, await readFile(join(folder, file)))
    const sure = found.toSorted((a, b) => b.confidence - a.confidence).map(({ box }) => box)
    counts.push({
      found: sure.length,
      wheels: wheels.length,
      right: countRight(sure, wheels.map(boxOf)),
    })
  }
  return {
    pictures: labels.length,
    iou_min: IOU_MIN,
    on_training_pictures: wheelFigures(counts),
    cross_validated: log.cross_validated,
    cross_validated_from_confidence_min: log.cross_validated_from_confidence_min,
    note: 'The shipped weights were trained on these pictures. Quote the cross-validated figures (models/training/wheels-log.json), which have no interval: the log does not tell the pictures apart.',
  }
}

/** As in train_wheels.py: pictures whose names, 000511 to 003997, suggest a set for research only are left out. */
export function readTrainingLabels(folder: string): Static<typeof Labels> {
  const labels = Value.Parse(Labels, JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')))
  return labels.filter(({ source_file }) => {
    const number = Number(/^(\d{6})_/.exec(source_file)?.[1])
    return !(number >= 511 && number <= 3997)
  })
}

/** How many of the boxes find a wheel of their own, the first box first. */
export function countRight(found: readonly Box[], wheels: readonly Box[]): number {
  const free = new Set(wheels)
  let right = 0
  for (const box of found) {
    const [best] = [...free].sort((a, b) => iouOf(box, b) - iouOf(box, a))
    if (!best || iouOf(box, best) < IOU_MIN) continue
    free.delete(best)
    right += 1
  }
  return right
}

const boxOf = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): Box => ({
  xmin: x0,
  ymin: y0,
  width: x1 - x0,
  height: y1 - y0,
})

/** One row of counts a picture. */
export function wheelFigures(pictures: readonly WheelCounts[]): Measured {
  const sumsOf = (weights: ArrayLike<number>): WheelCounts => {
    const sums = { found: 0, right: 0, wheels: 0 }
    for (const [unit, counts] of pictures.entries()) {
      const weight = weightOf(weights, unit)
      sums.found += weight * counts.found
      sums.right += weight * counts.right
      sums.wheels += weight * counts.wheels
    }
    return sums
  }
  const all = sumsOf(pictures.map(() => 1))
  const n = { precision: all.found, recall: all.wheels, f1: all.wheels }
  const figures = bootstrap(pictures.length, n, (weights) => {
    const { found, right, wheels } = sumsOf(weights)
    return {
      precision: ratio(right, found),
      recall: ratio(right, wheels),
      f1: ratio(2 * right, found + wheels),
    }
  })
  return { ...all, ...figures }
}
