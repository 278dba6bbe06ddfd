import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const TRAINING_DIR = join(import.meta.dirname, '../../models/training')

const Split = Type.Object({ sha256: Type.String() })
const Known = Type.Union([Type.Number(), Type.Null()])
const Log = Type.Array(
  Type.Object({
    run: Type.Integer(),
    step: Type.Integer(),
    loss: Known,
    cpu_hours: Known,
    mean_iou: Type.Number(),
    mean_best_f1: Type.Number(),
  }),
)

/** The learning curve of the damage segmenter, one run after the other; null where the training has left no log. */
export function readLearningCurve() {
  const file = join(TRAINING_DIR, 'log.json')
  return existsSync(file) ? Value.Parse(Log, JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** What the manifest of the damage segmenter must say of its training, as far as the training's own files know it. */
export function trainingRecord(): Record<string, unknown> {
  const { sha256 } = Value.Parse(Split, JSON.parse(readFileSync(join(TRAINING_DIR, 'split.json'), 'utf8')))
  const rows = readLearningCurve() ?? []
  const ends = [...Map.groupBy(rows, ({ run }) => run).values()].map((of) => of.at(-1))
  const hours = ends.map((end) => end?.cpu_hours ?? null)
  return {
    script: 'models/training/train_damage.py',
    split_sha256: sha256,
    ...(rows.length > 0
      ? {
          log: 'models/training/log.json',
          steps: ends.reduce((sum, end) => sum + (end?.step ?? 0), 0),
          cpu_hours_by_run: hours.map((of) => of ?? 'unknown').join(', '),
        }
      : {}),
  }
}
