import sharp from 'sharp'

export type GrayPixels = { pixels: Uint8Array; width: number; height: number }

/** Grey pixels of a working.jpg. Only for files our own decoder wrote: this runs outside its limits. */
export async function readGray(picture: string | Buffer, sideMax = 1024): Promise<GrayPixels> {
  const { data, info } = await sharp(picture)
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    // Not greyscale(), which converts before the reduction and takes twice the time.
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
