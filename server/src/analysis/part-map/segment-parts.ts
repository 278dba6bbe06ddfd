import { readRgb } from '../../core/platform/pictures/pixels.ts'
import { readSize } from '../../core/platform/pictures/render.ts'
import type { FractionBox, Vehicle } from '../detect-vehicle.ts'
import { fillsPicture } from '../fills-picture.ts'
import type { Models } from '../inference/model.ts'
import type { Tensor } from '../inference/tensor.ts'
import { type PartSegmenterSettings, partSegmenterSettings } from './part-segmenter-settings.ts'

export const PART_SEGMENTER = 'part-segmenter'

/** What the network says of one picture: a grid for each class, laid over a box of the picture. */
export type PartMap = PartSegmenterSettings & {
  /** What was looked at, in shares of the picture: the vehicle with a margin, or all of it. */
  box: FractionBox
  side: number
  /** How likely each cell shows each class, one grid after the other in the order of the classes. */
  parts: Float32Array
  /** How likely each cell is on the left of the vehicle, as its driver sees it. */
  left: Float32Array
  /** How likely the camera stood in each direction, in the order of `parameters.views`. */
  views: Float32Array
}

/** Looks at the vehicle that a picture is about, or at the whole picture where no vehicle stands out, as on close-ups. */
export async function segmentParts(models: Models, jpeg: Buffer, vehicle: Vehicle | null): Promise<PartMap> {
  const { margin } = partSegmenterSettings(models.get(PART_SEGMENTER).manifest).parameters
  return segmentBox(models, jpeg, boxToLookAt(vehicle, margin))
}

/** Looks at one box of a picture, whatever it shows. */
async function segmentBox(models: Models, jpeg: Buffer, box: FractionBox): Promise<PartMap> {
  const model = models.get(PART_SEGMENTER)
  const settings = partSegmenterSettings(model.manifest)
  const { input_side } = settings.parameters
  const { width, height } = await readSize(jpeg)
  const [left, top] = [Math.round(box.left * width), Math.round(box.top * height)]
  const region = {
    left,
    top,
    width: Math.max(1, Math.round(box.right * width) - left),
    height: Math.max(1, Math.round(box.bottom * height) - top),
  }
  const { pixels } = await readRgb(jpeg, { width: input_side, height: input_side, kernel: 'linear' }, region)
  const outputs = await model.infer({
    images: { type: 'uint8', shape: [1, input_side, input_side, 3], data: pixels },
  })
  const [parts, sides, views] = [outputs.parts, outputs.left, outputs.views].map(floatsOf)
  const side = outputs.left?.shape.at(-1) ?? 0
  if (
    !parts ||
    !sides ||
    !views ||
    parts.length !== settings.classes.length * side * side ||
    sides.length !== side * side ||
    views.length !== settings.parameters.views.length
  )
    throw new Error(`${PART_SEGMENTER} answered other sizes than its manifest says`)
  return { ...settings, box, side, parts, left: sides, views }
}

function floatsOf(tensor: Tensor | undefined): Float32Array | null {
  return tensor?.type === 'float32' ? tensor.data : null
}

/** A small or doubtful vehicle may be another one, in the background of a close-up. */
function boxToLookAt(vehicle: Vehicle | null, margin: number): FractionBox {
  if (!fillsPicture(vehicle)) return { left: 0, top: 0, right: 1, bottom: 1 }
  const { left, top, right, bottom } = vehicle.box
  const [across, down] = [margin * (right - left), margin * (bottom - top)]
  return {
    left: Math.max(0, left - across),
    top: Math.max(0, top - down),
    right: Math.min(1, right + across),
    bottom: Math.min(1, bottom + down),
  }
}
