import sharp from 'sharp'

export type GrayPixels = { pixels: Uint8Array; width: number; height: number }

export const WORKING_PIXELS_MAX = 2048 * 2048

/** For a process that reads nothing but our own working pictures: every other loader is switched off. */
export function allowOnlyJpeg(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })
}

/** A small JPEG of a working.jpg that fits into the box; never larger than its source. Only for our own files, too. */
export async function shrink(picture: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: WORKING_PIXELS_MAX })
    .resize(box.width, box.height, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Grey pixels of a working.jpg. Only for files our own decoder wrote: this runs outside its limits. */
export async function readGray(picture: Buffer, sideMax = 1024): Promise<GrayPixels> {
  const { data, info } = await sharp(picture, { limitInputPixels: WORKING_PIXELS_MAX })
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    // Not greyscale(), which converts before the reduction and takes twice the time.
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Pixels in rows of red, green, blue. */
export type RgbPixels = { pixels: Uint8Array; width: number; height: number }

/** A part of a working.jpg in its own pixels; the whole of it when left out. */
export type Region = { left: number; top: number; width: number; height: number }

/** Pixels between those of the picture are mixed by sharp's kernel of that name; `linear` is the softest. */
export type RgbSize = { width: number; height: number; kernel?: 'linear' | 'lanczos3' }

/** Colour pixels of a working.jpg, or of a region of it, stretched to a size. Only for our own files, too. */
export async function readRgb(
  picture: Buffer,
  { width, height, kernel = 'lanczos3' }: RgbSize,
  region?: Region,
): Promise<RgbPixels> {
  const source = sharp(picture, { limitInputPixels: WORKING_PIXELS_MAX })
  const { data, info } = await (region ? source.extract(region) : source)
    .resize(width, height, { fit: 'fill', kernel })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
