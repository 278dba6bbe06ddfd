import sharp from 'sharp'
import { WORKING_PIXELS_MAX } from './pixels.ts'

/** In shares of the picture. */
type HiddenBox = { left: number; top: number; right: number; bottom: number }

/** So few that no letter and no feature of a face is left, however large the box is. */
const CELLS_ALONG = 4
const QUALITY = 88

/** The picture with the boxes as a few large squares of their mean color. What was there is gone for good. Only for our own files. */
export async function hideBoxes(
  picture: Buffer,
  boxes: readonly HiddenBox[],
  pixelsMax = WORKING_PIXELS_MAX,
): Promise<Buffer> {
  const options = { limitInputPixels: pixelsMax }
  if (boxes.length === 0) return picture
  const { data, info } = await sharp(picture, options)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hidden = boxes.map((box) => pixelsOf(box, info))
  // Boxes overlap: each one is made of what the ones before have left, so that no order brings anything back.
  for (const box of hidden) averageCells(data, info, box)
  return sharp(data, { ...options, raw: { width: info.width, height: info.height, channels: info.channels } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0' })
    .toBuffer()
}

type PixelBox = { left: number; top: number; right: number; bottom: number }
type Size = { width: number; height: number; channels: number }

/** Outwards to whole pixels. */
function pixelsOf({ left, top, right, bottom }: HiddenBox, { width, height }: Size): PixelBox {
  return {
    left: Math.max(0, Math.floor(left * width)),
    top: Math.max(0, Math.floor(top * height)),
    right: Math.min(width, Math.ceil(right * width)),
    bottom: Math.min(height, Math.ceil(bottom * height)),
  }
}

function averageCells(pixels: Uint8Array, size: Size, { left, top, right, bottom }: PixelBox): void {
  const cell = Math.max(1, Math.ceil(Math.max(right - left, bottom - top) / CELLS_ALONG))
  for (let y = top; y < bottom; y += cell)
    for (let x = left; x < right; x += cell)
      averageCell(pixels, size, {
        left: x,
        top: y,
        right: Math.min(right, x + cell),
        bottom: Math.min(bottom, y + cell),
      })
}

function averageCell(pixels: Uint8Array, { width, channels }: Size, cell: PixelBox): void {
  const count = (cell.right - cell.left) * (cell.bottom - cell.top)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    for (let y = cell.top; y < cell.bottom; y++)
      for (let x = cell.left; x < cell.right; x++) sum += pixels[(y * width + x) * channels + channel] ?? 0
    const mean = Math.round(sum / count)
    for (let y = cell.top; y < cell.bottom; y++)
      for (let x = cell.left; x < cell.right; x++) pixels[(y * width + x) * channels + channel] = mean
  }
}
