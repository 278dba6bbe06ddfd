import type { DamageType } from '../../core/contracts/damage-types.ts'
import { readRgb } from '../../core/platform/pictures/pixels.ts'
import type { Manifest } from '../inference/manifest.ts'
import type { Models } from '../inference/model.ts'
import type { Tensor, Tensors } from '../inference/tensor.ts'
import { round } from '../round.ts'
import { type Component, findComponents } from './find-components.ts'
import { type DamageClass, segmenterSettings } from './segmenter-settings.ts'

export const DAMAGE_SEGMENTER = 'damage-segmenter'

const CONFIDENCE_MIN = 0.05
/** Of a class whose manifest says nothing else. */
export const SHOWN_CONFIDENCE_MIN = 0.1
/** The class that says whether a picture shows any damage at all. */
export const ANY_DAMAGE = 'any'
// Sigmoids answer 0 and 1 after rounding, whose logits are infinite.
const SCORE_MARGIN = 1e-6

/** What the network says of one picture: one grid after the other, in the order of the manifest's classes. */
export type SegmenterOutput = { masks: Float32Array; present: Float32Array; side: number }

export type DamageCandidate = {
  class_name: string
  damage_type: DamageType | null
  confidence: number
  is_shown: boolean
  /** Whether it is shown on a picture of the vehicle, which a close-up is not. */
  is_shown_on_vehicle: boolean
  /** The finding on the network's grid, and that grid with its threshold, from which outlines are traced. */
  cells: Uint32Array
  grid: Float32Array
  side: number
  mask_threshold: number
}

/** How many cells the network's grids have along each side; null where the manifest does not say. */
export function gridSideOf({ outputs }: Manifest): number | null {
  const side = outputs.find(({ name }) => name === 'masks')?.shape[2]
  return typeof side === 'number' ? side : null
}

/** Runs the network over pictures, each stretched to a square. */
export async function segmentDamage(models: Models, jpegs: Buffer[]): Promise<SegmenterOutput[]> {
  const model = models.get(DAMAGE_SEGMENTER)
  const { classes, parameters } = segmenterSettings(model.manifest)
  const { input_side: side } = parameters
  const rows: Uint8Array[] = []
  for (const jpeg of jpegs) {
    // Soft, as in training: sharper pictures had an IoU of any damage that was 0.002 lower.
    const { pixels } = await readRgb(jpeg, { width: side, height: side, kernel: 'linear' })
    rows.push(pixels)
  }
  if (rows.length === 0) return []
  const data = new Uint8Array(rows.length * side * side * 3)
  rows.forEach((row, at) => {
    data.set(row, at * row.length)
  })
  const outputs = await model.infer({ images: { type: 'uint8', shape: [rows.length, side, side, 3], data } })
  return splitRows(outputs, rows.length, classes.length)
}

function splitRows(outputs: Tensors, count: number, classCount: number): SegmenterOutput[] {
  const masks = floatsOf(outputs.masks, 'masks')
  const present = floatsOf(outputs.present, 'present')
  const side = masks.shape[2] ?? 0
  const maskSize = classCount * side * side
  // A model with other classes than its manifest would name one damage for another.
  if (masks.data.length !== count * maskSize || present.data.length !== count * classCount)
    throw new Error(`${DAMAGE_SEGMENTER} answered masks ${masks.shape} and present ${present.shape}`)
  return Array.from({ length: count }, (_, row) => ({
    masks: masks.data.subarray(row * maskSize, (row + 1) * maskSize),
    present: present.data.subarray(row * classCount, (row + 1) * classCount),
    side,
  }))
}

function floatsOf(tensor: Tensor | undefined, name: string): Extract<Tensor, { type: 'float32' }> {
  if (tensor?.type !== 'float32') throw new Error(`${DAMAGE_SEGMENTER} has no output ${name} of floats`)
  return tensor
}

/** Everything on a picture that may be a damage, the most confident first; airbags and other non-damages too. */
export function candidatesOf(output: SegmenterOutput, manifest: Manifest): DamageCandidate[] {
  const { side } = output
  const { classes } = segmenterSettings(manifest)
  // A model without the class has no such threshold.
  const anyAt = classes.findIndex(({ name }) => name === ANY_DAMAGE)
  const showsDamage = (output.present[anyAt] ?? 1) >= (classes[anyAt]?.present_threshold ?? 0)
  return classes
    .flatMap((damageClass, index) => {
      const grid = output.masks.subarray(index * side * side, (index + 1) * side * side)
      const cellsMin = damageClass.min_area_share * side * side
      const present = output.present[index] ?? 0
      return findComponents(grid, side, damageClass.mask_threshold)
        .filter(({ cells }) => cells.length >= cellsMin)
        .map((component) => candidateOf(damageClass, present, showsDamage, component, grid, side))
    })
    .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
    .sort((a, b) => b.confidence - a.confidence)
}

function candidateOf(
  damageClass: DamageClass,
  present: number,
  showsDamage: boolean,
  { cells, mean }: Component,
  grid: Float32Array,
  side: number,
): DamageCandidate {
  const {
    name,
    damage_type,
    mask_threshold,
    present_threshold,
    shown_confidence_min = SHOWN_CONFIDENCE_MIN,
  } = damageClass
  const confidence = calibrate(present * mean, damageClass.calibration)
  const is_shown = showsDamage && present >= present_threshold && confidence >= shown_confidence_min
  return {
    class_name: name,
    damage_type,
    confidence,
    is_shown,
    is_shown_on_vehicle: is_shown && present >= (damageClass.vehicle_present_threshold ?? 0),
    cells,
    grid,
    side,
    mask_threshold,
  }
}

/** The confidence of a raw score: the presence of the class times the mean of the finding's cells. */
export function calibrate(raw: number, { a, b }: DamageClass['calibration']): number {
  const score = Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, raw))
  return round(1 / (1 + Math.exp(-(a * Math.log(score / (1 - score)) + b))))
}
