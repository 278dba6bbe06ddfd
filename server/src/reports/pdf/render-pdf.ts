import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ReportContent } from '../report-content.ts'
import { twinOf } from '../report-twin.ts'
import { insertPictures } from './insert-pictures.ts'

/** Of the layout and the words. Goes up with every change a reader could see; old reports keep theirs. */
export const TEMPLATE_VERSION = '2'

const TIMEOUT_MS = 60_000

export type RenderingJob = {
  content: ReportContent
  /** The images whose bytes are there. */
  pictures: ReadonlySet<string>
  twin: Uint8Array
}

/**
 * The report as PDF/A-3a and PDF/UA-1, with its data attached. The same content and pictures give the same bytes. Pictures
 * are JPEGs by the id of their image, upright and of any size; one that is missing leaves an empty frame that says so.
 */
export async function renderPdf(
  content: ReportContent,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const pages = await layOut({ content, pictures: new Set(pictures.keys()), twin: twinOf(content) })
  return insertPictures(
    Buffer.from(pages.buffer, pages.byteOffset, pages.byteLength),
    content.images.map(({ image_id }) => pictures.get(image_id) ?? new Uint8Array()),
  )
}

/** Laying out takes a second or more, in which a process could do other things, so a thread does it. */
async function layOut(job: RenderingJob): Promise<Uint8Array> {
  const worker = new Worker(new URL('./render-pdf.thread.ts', import.meta.url), {
    workerData: job,
    // Typst keeps its own outside of this heap; without a limit it grows by tens of megabytes before it is swept.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  worker.on('message', (message: unknown) => {
    // `node --watch` tells the names of loaded files through the same channel.
    if (message instanceof Uint8Array) resolve(message)
  })
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('the thread that lays out the report ended without it')))
  const abort = new AbortController()
  const late = setTimeout(TIMEOUT_MS, null, { signal: abort.signal }).then(() => {
    throw new Error(`the report was not laid out within ${TIMEOUT_MS} ms`)
  })
  try {
    const pages = await Promise.race([promise, late])
    // Its memory is free before the pictures are put in.
    await worker.terminate()
    return pages
  } finally {
    late.catch(() => null)
    abort.abort()
    // Takes effect once Typst returns: it cannot be interrupted.
    void worker.terminate()
  }
}
