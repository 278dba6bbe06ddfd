import { Worker } from 'node:worker_threads'
import type { RgbPixels } from '../../core/platform/pictures/pixels.ts'
import type { Drawing } from './draw-regions.ts'

/**
 * The picture with the regions drawn in. Drawing takes tens of milliseconds, in which an api could answer others, so a
 * thread does it. Pictures are made in turns, so there are never many of these threads.
 */
export async function drawInThread({ picture, regions }: Drawing): Promise<RgbPixels> {
  const { width, height } = picture
  // A Buffer would arrive as one; a plain view of the same bytes is copied once and comes back without a copy.
  const { buffer, byteOffset, byteLength } = picture.pixels
  const own: RgbPixels = { width, height, pixels: new Uint8Array(buffer, byteOffset, byteLength) }
  const worker = new Worker(new URL('./draw-thread.ts', import.meta.url), {
    workerData: { picture: own, regions } satisfies Drawing,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  worker.on('message', (message: unknown) => {
    // `node --watch` tells the names of loaded files through the same channel.
    if (message instanceof Uint8Array) resolve(message)
  })
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('the thread that draws ended without a picture')))
  return { width, height, pixels: await promise }
}
