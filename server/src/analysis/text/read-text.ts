import type { RgbPixels } from '../../core/platform/pictures/pixels.ts'
import type { Models } from '../inference/model.ts'
import { alphabetOf } from './alphabet.ts'
import { heightOf, type Quad, widthOf } from './box-geometry.ts'
import { cropLine } from './crop-line.ts'
import { type Alphabet, type Frames, foldFrames } from './frames.ts'

export const TEXT_RECOGNIZER = 'text-recognizer'

export const READ_TEXT = { line_height_px: 48, width_min_px: 320, width_max_px: 1600, batch_max: 6 }

export type ReadLine = { corners: Quad; text: string; confidence: number; frames: Frames }

type Crop = { index: number; corners: Quad; pixels: RgbPixels }

/** What stands in the boxes, in the order of the boxes. */
export async function readText(models: Models, picture: RgbPixels, boxes: Quad[]): Promise<ReadLine[]> {
  const crops = boxes.map((corners, index) => ({ index, corners, pixels: cropOf(picture, corners) }))
  // Lines of like width go together: the shorter ones of a batch are padded to the longest.
  const sorted = crops.toSorted((a, b) => a.pixels.width - b.pixels.width)
  const lines: ReadLine[] = []
  for (let start = 0; start < sorted.length; start += READ_TEXT.batch_max) {
    const batch = sorted.slice(start, start + READ_TEXT.batch_max)
    const read = await readBatch(models, batch)
    batch.forEach((crop, row) => {
      const line = read[row]
      if (line) lines[crop.index] = line
    })
  }
  return lines
}

function cropOf(picture: RgbPixels, corners: Quad): RgbPixels {
  const height = READ_TEXT.line_height_px
  const width = Math.round((height * widthOf(corners)) / Math.max(1, heightOf(corners)))
  return cropLine(picture, corners, Math.min(READ_TEXT.width_max_px, Math.max(8, width)), height)
}

async function readBatch(models: Models, batch: Crop[]): Promise<ReadLine[]> {
  const widest = Math.max(READ_TEXT.width_min_px, ...batch.map((crop) => crop.pixels.width))
  const width = Math.ceil(widest / 32) * 32
  const row = 3 * READ_TEXT.line_height_px * width
  const data = new Float32Array(batch.length * row)
  batch.forEach((crop, index) => {
    fillRow(data.subarray(index * row, (index + 1) * row), crop.pixels, width)
  })
  const shape = [batch.length, 3, READ_TEXT.line_height_px, width]
  const model = models.get(TEXT_RECOGNIZER)
  const alphabet = alphabetOf(model.manifest)
  const outputs = await model.infer({ x: { type: 'float32', shape, data } })
  const output = Object.values(outputs)[0]
  if (output?.type !== 'float32') throw new Error('the text recognizer gave no characters')
  const [, frames = 0, size = 0] = output.shape
  // Another model with this alphabet, or the other way round, would write one character for another.
  if (size !== alphabet.characters.length)
    throw new Error(
      `the text recognizer tells ${size} characters apart, its alphabet has ${alphabet.characters.length}`,
    )
  return batch.map((crop, index) => {
    const offset = index * frames * size
    // What was padded says nothing.
    const used = Math.min(frames, Math.ceil((frames * crop.pixels.width) / width) + 1)
    return {
      corners: crop.corners,
      ...decodeText(output.data, offset, used, alphabet),
      frames: foldFrames(output.data, offset, used, alphabet),
    }
  })
}

function fillRow(row: Float32Array, { pixels, width, height }: RgbPixels, paddedWidth: number) {
  for (let channel = 0; channel < 3; channel++)
    for (let y = 0; y < height; y++) {
      let from = y * width * 3 + (2 - channel)
      let to = (channel * height + y) * paddedWidth
      for (let x = 0; x < width; x++, from += 3, to++) row[to] = (pixels[from] ?? 0) / 127.5 - 1
    }
}

/** The likeliest character of each frame; repeats and blanks go (CTC). Confidence is the mean over what is left. */
function decodeText(output: Float32Array, offset: number, frames: number, { characters }: Alphabet) {
  const size = characters.length
  let text = ''
  let sum = 0
  let count = 0
  let last = 0
  for (let frame = 0; frame < frames; frame++) {
    let best = 0
    let high = -1
    for (let index = 0; index < size; index++) {
      const value = output[offset + frame * size + index] ?? 0
      if (value > high) [high, best] = [value, index]
    }
    if (best !== last && best !== 0) {
      text += characters[best] ?? ''
      sum += high
      count++
    }
    last = best
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count }
}
