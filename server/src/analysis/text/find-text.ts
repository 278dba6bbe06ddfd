import type { Point } from '../../core/contracts/findings.ts'
import type { RgbPixels } from '../../core/platform/pictures/pixels.ts'
import type { Models } from '../inference/model.ts'
import { centerOf, cornersOf, heightOf, type Quad, smallestBox } from './box-geometry.ts'

export const TEXT_DETECTOR = 'text-detector'

export const FIND_TEXT = {
  /** A pixel of the model's map at or above this is text. */
  pixel_min: 0.3,
  /** Mean of the map over a piece of text. */
  score_min: 0.5,
  /** The model marks the core of a line; this much of area / perimeter is added on every side. */
  grow: 1.5,
  side_min_px: 4,
  boxes_max: 200,
}

export type TextBox = { corners: Quad; score: number }

const STRIDE = 32
// Of the pictures the model was trained on, in the order blue, green, red.
const MEAN = [0.485, 0.456, 0.406]
const DEVIATION = [0.229, 0.224, 0.225]

/** Where text stands, in pixels of the given picture, in reading order. */
export async function findText(models: Models, picture: RgbPixels): Promise<TextBox[]> {
  const width = Math.ceil(picture.width / STRIDE) * STRIDE
  const height = Math.ceil(picture.height / STRIDE) * STRIDE
  const data = planesOf(picture, width, height)
  const model = models.get(TEXT_DETECTOR)
  const outputs = await model.infer({ x: { type: 'float32', shape: [1, 3, height, width], data } })
  const map = Object.values(outputs)[0]
  if (map?.type !== 'float32') throw new Error('the text detector gave no map')
  return boxesOf(map.data, width, height)
}

function planesOf({ pixels, width, height }: RgbPixels, paddedWidth: number, paddedHeight: number) {
  const plane = paddedWidth * paddedHeight
  const data = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (DEVIATION[channel] ?? 1))
    const shift = (MEAN[channel] ?? 0) / (DEVIATION[channel] ?? 1)
    for (let y = 0; y < height; y++) {
      let from = y * width * 3 + (2 - channel)
      let to = channel * plane + y * paddedWidth
      for (let x = 0; x < width; x++, from += 3, to++) data[to] = (pixels[from] ?? 0) * scale - shift
    }
  }
  return data
}

/** The boxes of a map of text: one for each piece that hangs together. */
export function boxesOf(map: Float32Array, width: number, height: number): TextBox[] {
  const seen = new Uint8Array(map.length)
  const boxes: TextBox[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] ?? 0) < FIND_TEXT.pixel_min) continue
    const piece = collectPiece(map, seen, start, width, height)
    if (piece.sum / piece.count < FIND_TEXT.score_min) continue
    const box = smallestBox(piece.edge)
    // Points are middles of pixels: half a pixel is missing at every side.
    const [along, across] = [box.along + 0.5, box.across + 0.5]
    if (2 * Math.min(along, across) < FIND_TEXT.side_min_px) continue
    const grow = (FIND_TEXT.grow * along * across) / (along + across)
    const corners = cornersOf({ ...box, along: along + grow, across: across + grow })
    boxes.push({ corners, score: piece.sum / piece.count })
  }
  const largest = boxes.toSorted((a, b) => heightOf(b.corners) - heightOf(a.corners))
  return inReadingOrder(largest.slice(0, FIND_TEXT.boxes_max))
}

type Piece = { edge: Point[]; sum: number; count: number }

function collectPiece(
  map: Float32Array,
  seen: Uint8Array,
  start: number,
  width: number,
  height: number,
): Piece {
  const stack = [start]
  seen[start] = 1
  const ends = new Map<number, { left: number; right: number }>()
  const piece: Piece = { edge: [], sum: 0, count: 0 }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    piece.sum += map[at] ?? 0
    piece.count++
    const row = ends.get(y)
    if (!row) ends.set(y, { left: x, right: x })
    else if (x < row.left) row.left = x
    else if (x > row.right) row.right = x
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx
        if (seen[next] || (map[next] ?? 0) < FIND_TEXT.pixel_min) continue
        seen[next] = 1
        stack.push(next)
      }
  }
  // The ends of the rows are enough for the hull.
  for (const [y, { left, right }] of ends) piece.edge.push([left + 0.5, y + 0.5], [right + 0.5, y + 0.5])
  return piece
}

/** Rows from top to bottom, in a row from left to right. Boxes whose middles differ by less than half a height share a row. */
export function inReadingOrder<T extends { corners: Quad }>(boxes: T[]): T[] {
  const rows: { middle: number; height: number; boxes: T[] }[] = []
  for (const box of boxes.toSorted((a, b) => centerOf(a.corners)[1] - centerOf(b.corners)[1])) {
    const middle = centerOf(box.corners)[1]
    const height = heightOf(box.corners)
    const row = rows.at(-1)
    if (row && middle - row.middle < Math.min(row.height, height) / 2) row.boxes.push(box)
    else rows.push({ middle, height, boxes: [box] })
  }
  return rows.flatMap((row) => row.boxes.toSorted((a, b) => centerOf(a.corners)[0] - centerOf(b.corners)[0]))
}
