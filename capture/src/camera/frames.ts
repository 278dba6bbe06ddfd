import { type Grey, greyOf, WIDTH } from './quality.ts'

export type ToEncode = { bitmap: ImageBitmap; isPhoto: boolean }
export type Encoded = { picture: Blob | null; thumbnail: Blob }
export type Taken = { picture: Blob; thumbnail: Blob | null; grey: Grey | null }

/** One canvas for all frames: a new one for each leaks memory on phones. */
let small: HTMLCanvasElement | null = null

/** A small grey copy to look at: of the preview, or of a photo. */
export function readGrey(source: CanvasImageSource, width: number, height: number): Grey {
  small ??= document.createElement('canvas')
  const context = small.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  small.width = WIDTH
  small.height = Math.max(1, Math.round((height * WIDTH) / width))
  context.drawImage(source, 0, 0, small.width, small.height)
  const { data } = context.getImageData(0, 0, small.width, small.height)
  return greyOf(data, small.width, small.height)
}

/** The frame that is seen now, whole and as large as the camera gives it. */
export async function takeFrame(video: HTMLVideoElement): Promise<Taken> {
  const bitmap = await createImageBitmap(video)
  const grey = readGrey(bitmap, bitmap.width, bitmap.height)
  const { picture, thumbnail } = await encode({ bitmap, isPhoto: true })
  if (!picture) throw new Error('the picture could not be encoded')
  return { picture, thumbnail, grey }
}

/** A photo that another app took. One that this browser cannot show is kept all the same: the service can read it. */
export async function takeFile(file: File): Promise<Taken> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: 1600, resizeQuality: 'medium' })
    const grey = readGrey(bitmap, bitmap.width, bitmap.height)
    const { thumbnail } = await encode({ bitmap, isPhoto: false })
    return { picture: file, thumbnail, grey }
  } catch {
    return { picture: file, thumbnail: null, grey: null }
  }
}

let thread: Worker | null = null

/** Starts the thread that encodes, before the first photo. A browser that has none uses the phone's own camera. */
export function startEncoder(): boolean {
  if (typeof OffscreenCanvas === 'undefined') return false
  thread ??= new Worker(new URL('./encode-worker.ts', import.meta.url), { type: 'module' })
  return true
}

let last: Promise<unknown> = Promise.resolve()

/**
 * One after the other, also when somebody leaves the camera and comes back while a photo is being encoded: answers have no names, and
 * the thread has one canvas for all.
 */
function encode(work: ToEncode): Promise<Encoded> {
  const encoded = last.then(() => encodeNext(work))
  last = encoded.catch(() => {})
  return encoded
}

function encodeNext(work: ToEncode): Promise<Encoded> {
  return new Promise((resolve, reject) => {
    if (!startEncoder() || !thread) return reject(new Error('this browser encodes no pictures'))
    thread.onmessage = ({ data }: MessageEvent<Encoded | null>) =>
      data ? resolve(data) : reject(new Error('the picture could not be encoded'))
    thread.onerror = () => {
      thread = null
      reject(new Error('the thread that encodes pictures has ended'))
    }
    thread.postMessage(work, [work.bitmap])
  })
}
