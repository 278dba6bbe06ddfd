import sharp from 'sharp'

export type GrayPixels = { pixels: Uint8Array; width: number; height: number }

const WORKING_PIXELS_MAX = 2048 * 2048

/** For a process that reads nothing but our own working pictures: every other loader is switched off. */
export function allowOnlyJpeg(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })
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
