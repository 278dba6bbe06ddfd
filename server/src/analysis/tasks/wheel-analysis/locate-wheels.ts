import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Box } from '../../../core/contracts/findings.ts'
import { readRgb } from '../../../core/platform/pictures/pixels.ts'
import { boxOfCells } from '../../box-of-cells.ts'
import { findComponents } from '../../damage/find-components.ts'
import type { Manifest } from '../../inference/manifest.ts'
import type { Models } from '../../inference/model.ts'
import { round } from '../../round.ts'

export const WHEEL_LOCATOR = 'wheel-locator'

const Settings = Type.Object({
  input_side: Type.Integer({ minimum: 32 }),
  /** Cells at or above it are wheel. */
  mask_threshold: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
  /** Smaller spots are dropped. */
  cells_min: Type.Integer({ minimum: 1 }),
  /** Less sure ones are dropped: below it most were wrong (models/training/wheels-log.json). */
  confidence_min: Type.Number({ minimum: 0, maximum: 1 }),
})
type Settings = Static<typeof Settings>

/** A wheel with its tire. The box is in shares of the picture; the wheel is the ellipse in it. */
export type LocatedWheel = { box: Box; confidence: number }

/** The wheels on a picture, the largest first. */
export async function locateWheels(models: Models, jpeg: Buffer): Promise<LocatedWheel[]> {
  const model = models.get(WHEEL_LOCATOR)
  const settings = locatorSettings(model.manifest)
  const { input_side: side } = settings
  const { pixels } = await readRgb(jpeg, { width: side, height: side })
  const { masks } = await model.infer({ images: { type: 'uint8', shape: [1, side, side, 3], data: pixels } })
  if (masks?.type !== 'float32') throw new Error(`${WHEEL_LOCATOR} has no output masks of floats`)
  return wheelsOf(masks.data, masks.shape.at(-1) ?? 0, settings)
}

export function locatorSettings({ name, version, parameters }: Manifest): Settings {
  if (Value.Check(Settings, parameters)) return parameters
  throw new Error(`the parameters in the manifest of ${name} ${version} are wrong`)
}

/** Spots of a mask as boxes. A wheel behind another that touches it is not told apart. */
export function wheelsOf(mask: Float32Array, side: number, settings: Settings): LocatedWheel[] {
  return findComponents(mask, side, settings.mask_threshold)
    .filter(({ cells }) => cells.length >= settings.cells_min)
    .map(({ cells, mean }) => ({ box: boxOfCells(cells, side), confidence: round(mean) }))
    .filter(({ confidence }) => confidence >= settings.confidence_min)
    .sort((a, b) => areaOf(b.box) - areaOf(a.box))
}

const areaOf = ({ width, height }: Box) => width * height
