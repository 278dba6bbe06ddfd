import { type Grey, greyOf, WIDTH } from './quality.ts'

const THUMBNAIL_WIDTH = 480
const JPEG_QUALITY = 0.9

/** One canvas for all frames: a new one for each leaks memory on phones. */
const small = document.createElement('canvas')
const large = document.createElement('canvas')

type Source = CanvasImageSource & { width: number; height: number }

/** A small grey copy to look at: of the preview, or of a photo. */
export function readGrey(source: CanvasImageSource, width: number, height: number): Grey {
  const scaled = Math.max(1, Math.round((height * WIDTH) / width))
  draw(small, source, WIDTH, scaled)
  const { data } = contextOf(small).getImageData(0, 0, WIDTH, scaled)
  return greyOf(data, WIDTH, scaled)
}

export type Taken = { picture: Blob; thumbnail: Blob | null; grey: Grey | null }

/** The frame that is seen now, whole and as large as the camera gives it. */
export async function takeFrame(video: HTMLVideoElement): Promise<Taken> {
  const { videoWidth: width, videoHeight: height } = video
  draw(large, video, width, height)
  const picture = await blobOf(large, JPEG_QUALITY)
  const taken = { picture, ...(await lookAt(large)) }
  // Twelve megapixels of canvas are 48 MB.
  large.width = 0
  large.height = 0
  return taken
}

/** A photo that another app took. One that this browser cannot show is kept all the same: the service can read it. */
export async function takeFile(file: File): Promise<Taken> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: 1600, resizeQuality: 'medium' })
    const taken = { picture: file, ...(await lookAt(bitmap)) }
    bitmap.close()
    return taken
  } catch {
    return { picture: file, thumbnail: null, grey: null }
  }
}

async function lookAt(source: Source): Promise<Omit<Taken, 'picture'>> {
  const { width, height } = source
  const grey = readGrey(source, width, height)
  draw(small, source, THUMBNAIL_WIDTH, Math.round((height * THUMBNAIL_WIDTH) / width))
  return { grey, thumbnail: await blobOf(small, 0.7) }
}

function draw(canvas: HTMLCanvasElement, source: CanvasImageSource, width: number, height: number): void {
  canvas.width = width
  canvas.height = height
  contextOf(canvas).drawImage(source, 0, 0, width, height)
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: canvas === small })
  if (!context) throw new Error('this browser has no canvas')
  return context
}

function blobOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))),
      'image/jpeg',
      quality,
    ),
  )
}
