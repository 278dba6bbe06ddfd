import sharp from 'sharp'
import { type Region, type RgbPixels, WORKING_PIXELS_MAX } from './pixels.ts'

const open = (picture: Buffer) => sharp(picture, { limitInputPixels: WORKING_PIXELS_MAX })

/** The size of a working.jpg. Only for our own files: this runs outside the limits of the decoder. */
export async function readSize(picture: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await open(picture).metadata()
  return { width, height }
}

/** All colour pixels of a working.jpg, in its own size. Only for our own files, too. */
export async function readPixels(picture: Buffer): Promise<RgbPixels> {
  const { data, info } = await open(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

export async function writeJpeg({ pixels, width, height }: RgbPixels, quality: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}

/** A part of a working.jpg as a picture of its own. Only for our own files, too. */
export async function cutOut(picture: Buffer, region: Region, quality: number): Promise<Buffer> {
  return open(picture).extract(region).jpeg({ quality }).toBuffer()
}
