import type { Encoded, ToEncode } from './frames.ts'

// A browser encodes a canvas of the page in its idle moments, and while a camera runs there are few: this is a thread of its own.
const THUMBNAIL_WIDTH = 480

/** One canvas of each kind for all pictures: a new one for each leaks memory on phones. */
const whole = new OffscreenCanvas(1, 1)
const small = new OffscreenCanvas(1, 1)
const wholeContext = whole.getContext('bitmaprenderer')
const smallContext = small.getContext('2d', { willReadFrequently: true })

addEventListener('message', async ({ data }: MessageEvent<ToEncode>) => {
  postMessage(await encode(data).catch(() => null))
})

async function encode({ bitmap, isPhoto }: ToEncode): Promise<Encoded> {
  small.width = THUMBNAIL_WIDTH
  small.height = Math.round((bitmap.height * THUMBNAIL_WIDTH) / bitmap.width)
  smallContext?.drawImage(bitmap, 0, 0, small.width, small.height)
  const thumbnail = await small.convertToBlob({ type: 'image/jpeg', quality: 0.7 })
  const picture = isPhoto ? await encodeWhole(bitmap) : null
  bitmap.close()
  return { picture, thumbnail }
}

/** Takes its pixels without a copy: twelve megapixels are 48 MB. */
async function encodeWhole(bitmap: ImageBitmap): Promise<Blob> {
  wholeContext?.transferFromImageBitmap(bitmap)
  const picture = await whole.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  wholeContext?.transferFromImageBitmap(null)
  return picture
}
