import sharp from 'sharp'
import { WORKING_PIXELS_MAX } from './pixels.ts'

/** In shares of the picture. */
type HiddenBox = { left: number; top: number; right: number; bottom: number }
type Size = { width: number; height: number }

/** So few that no letter and no feature of a face is left, however large the box is. */
const CELLS_ALONG = 4
/** At most, of the small picture that the colors of the cells are taken from. */
const COLORS_SIDE = 256
/** Along the longer side of a picture that nobody has looked at yet. */
const COARSE_CELLS = 8
const QUALITY = 88
const COARSE_QUALITY = 60

/** The picture with the boxes as a few large squares of their mean color. What was there is gone for good. Only for our own files. */
export async function hideBoxes(
  picture: Buffer,
  boxes: readonly HiddenBox[],
  pixelsMax = WORKING_PIXELS_MAX,
): Promise<Buffer> {
  if (boxes.length === 0) return picture
  const options = { limitInputPixels: pixelsMax }
  const { width, height } = await sharp(picture, options).metadata()
  const colors = await readColors(picture, { width, height }, pixelsMax)
  const covers = await Promise.all(
    boxes
      .map((box) => pixelsOf(box, { width, height }))
      .map((box) => coverOf(box, { width, height }, colors)),
  )
  return sharp(picture, options)
    .composite(covers)
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer()
}

/** A few squares in the shape of the picture: enough to know the light of the day, and nobody in it. As large as the file, unless told. */
export async function coarsen(picture: Buffer, size?: Size): Promise<Buffer> {
  const options = { limitInputPixels: WORKING_PIXELS_MAX }
  const { width, height } = size ?? (await sharp(picture, options).metadata())
  const { data, info } = await sharp(picture, options)
    .resize(COARSE_CELLS, COARSE_CELLS, { fit: 'inside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .jpeg({ quality: COARSE_QUALITY, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer()
}

type Colors = Size & { pixels: Buffer }

async function readColors(picture: Buffer, size: Size, pixelsMax: number): Promise<Colors> {
  const { data, info } = await sharp(picture, { limitInputPixels: pixelsMax })
    .resize(Math.min(size.width, COLORS_SIDE), Math.min(size.height, COLORS_SIDE), { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error('a stored picture has other channels than red, green and blue')
  return { pixels: data, width: info.width, height: info.height }
}

type PixelBox = { left: number; top: number; right: number; bottom: number }

/** Outwards to whole pixels. */
function pixelsOf({ left, top, right, bottom }: HiddenBox, { width, height }: Size): PixelBox {
  const across = [Math.max(0, Math.floor(left * width)), Math.min(width, Math.ceil(right * width))] as const
  const down = [Math.max(0, Math.floor(top * height)), Math.min(height, Math.ceil(bottom * height))] as const
  return { left: across[0], top: down[0], right: across[1], bottom: down[1] }
}

/** Squares of one color each, as large as the box. */
async function coverOf(box: PixelBox, size: Size, colors: Colors) {
  const [width, height] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)]
  const cell = Math.max(1, Math.ceil(Math.max(width, height) / CELLS_ALONG))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const cells = Buffer.alloc(columns * rows * 3)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      meanColor(colors, {
        left: (box.left + column * cell) / size.width,
        top: (box.top + row * cell) / size.height,
        right: Math.min(box.right, box.left + (column + 1) * cell) / size.width,
        bottom: Math.min(box.bottom, box.top + (row + 1) * cell) / size.height,
      }).copy(cells, (row * columns + column) * 3)
  const input = await sharp(cells, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
  return { input, raw: { width, height, channels: 3 as const }, left: box.left, top: box.top }
}

function meanColor({ pixels, width, height }: Colors, at: HiddenBox): Buffer {
  const [left, top] = [
    Math.min(width - 1, Math.floor(at.left * width)),
    Math.min(height - 1, Math.floor(at.top * height)),
  ]
  const [right, bottom] = [
    Math.max(left + 1, Math.ceil(at.right * width)),
    Math.max(top + 1, Math.ceil(at.bottom * height)),
  ]
  const sums = [0, 0, 0]
  let count = 0
  for (let y = top; y < Math.min(bottom, height); y++)
    for (let x = left; x < Math.min(right, width); x++) {
      const pixel = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++)
        sums[channel] = (sums[channel] ?? 0) + (pixels[pixel + channel] ?? 0)
      count++
    }
  return Buffer.from(sums.map((sum) => Math.round(sum / count)))
}
