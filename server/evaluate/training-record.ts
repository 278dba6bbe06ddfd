import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const TRAINING_DIR = join(import.meta.dirname, '../../models/training')

const Split = Type.Object({ sha256: Type.String() })
const Log = Type.Array(
  Type.Object({
    step: Type.Integer(),
    loss: Type.Number(),
    cpu_hours: Type.Number(),
    mean_iou: Type.Number(),
    mean_best_f1: Type.Number(),
  }),
)

/** The learning curve of the damage segmenter; null where the training has left no log. */
export function readLearningCurve() {
  const file = join(TRAINING_DIR, 'log.json')
  return existsSync(file) ? Value.Parse(Log, JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** What the manifest of the damage segmenter must say of its training, as far as the training's own files know it. */
export function trainingRecord(): Record<string, unknown> {
  const { sha256 } = Value.Parse(Split, JSON.parse(readFileSync(join(TRAINING_DIR, 'split.json'), 'utf8')))
  const last = readLearningCurve()?.at(-1)
  return {
    script: 'models/training/train_damage.py',
    split_sha256: sha256,
    ...(last ? { log: 'models/training/log.json', steps: last.step, cpu_hours: last.cpu_hours } : {}),
  }
}
