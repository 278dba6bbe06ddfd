import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Box } from '../../../contracts/findings.ts'
import type { Manifest } from '../../../inference/manifest.ts'
import type { Models } from '../../../inference/model.ts'
import { type Region, readRgb } from '../../../platform/pictures/pixels.ts'
import { readSize } from '../../../platform/pictures/render.ts'
import { round } from '../../round.ts'

export const PART_CLASSIFIER = 'part-classifier'

const Settings = Type.Object({
  classes: Type.Array(
    Type.Object({
      name: Type.String(),
      /** Null for a class that was never right often enough: it is not answered. */
      threshold: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
    }),
    { minItems: 2 },
  ),
  parameters: Type.Object({
    input_side: Type.Integer({ minimum: 32 }),
    /** The crop is a square this many times as large as the damage … */
    enlarge: Type.Number({ minimum: 1 }),
    /** … and at least this share of the shorter side of the picture: a part is known by what is around it. */
    share_min: Type.Number({ minimum: 0, maximum: 1 }),
  }),
})
export type PartSettings = Static<typeof Settings>

export type ClassifiedPart = { class: string; confidence: number }

/**
 * Which part a damage is on, coarsely, or null when that is not sure enough. The box is in shares of the picture.
 * Classes are not part types: a windshield is the front or the back one, which only the direction tells (`partOfClass`).
 * The model knows nine kinds of parts and calls any other one of these, so only classes with a threshold are answered.
 */
export async function classifyPart(models: Models, jpeg: Buffer, box: Box): Promise<ClassifiedPart | null> {
  const model = models.get(PART_CLASSIFIER)
  const settings = partSettings(model.manifest)
  const { input_side: side } = settings.parameters
  const region = squareAround(box, await readSize(jpeg), settings.parameters)
  const { pixels } = await readRgb(jpeg, { width: side, height: side }, region)
  const { parts } = await model.infer({ images: { type: 'uint8', shape: [1, side, side, 3], data: pixels } })
  if (parts?.type !== 'float32' || parts.data.length !== settings.classes.length)
    throw new Error(`${PART_CLASSIFIER} has no output parts for ${settings.classes.length} classes`)
  return partOf(parts.data, settings)
}

export function partSettings({ name, version, classes, parameters }: Manifest): PartSettings {
  const settings = { classes, parameters }
  if (Value.Check(Settings, settings)) return settings
  const mistakes = Value.Errors(Settings, settings).map((error) => `${error.instancePath} ${error.message}`)
  throw new Error(`the manifest of ${name} ${version} is wrong: ${mistakes.join('; ')}`)
}

/** The class with the highest score, when it reaches its own threshold. */
export function partOf(scores: Float32Array, { classes }: PartSettings): ClassifiedPart | null {
  const best = scores.reduce((best, score, at) => (score > (scores[best] ?? 0) ? at : best), 0)
  const confidence = scores[best] ?? 0
  const { name, threshold } = classes[best] ?? { name: '', threshold: null }
  if (threshold === null || confidence < threshold) return null
  return { class: name, confidence: round(confidence) }
}

/** A square around the middle of a box, moved into the picture; as models/training/train_parts.py cuts it. */
export function squareAround(
  box: Box,
  { width, height }: { width: number; height: number },
  { enlarge, share_min }: PartSettings['parameters'],
): Region {
  const short = Math.min(width, height)
  const damage = Math.max(box.width * width, box.height * height)
  const side = Math.round(Math.min(short, Math.max(enlarge * damage, share_min * short)))
  const place = (middle: number, length: number) =>
    Math.min(Math.max(Math.round(middle * length - side / 2), 0), length - side)
  return {
    left: place(box.xmin + box.width / 2, width),
    top: place(box.ymin + box.height / 2, height),
    width: side,
    height: side,
  }
}
