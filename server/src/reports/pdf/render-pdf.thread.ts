import { parentPort, workerData } from 'node:worker_threads'
import { claimPdfUa } from './claim-pdf-ua.ts'
import { compilePages } from './compile-pages.ts'
import { pagesOf } from './page-data.ts'
import type { RenderingJob } from './render-pdf.ts'

if (!parentPort) throw new Error('this file is started as a worker thread')
// Given by renderPdf, in this form.
const { content, pictures, twin } = workerData as RenderingJob
const pages = pagesOf(content, pictures)
const pdf = compilePages({
  pages,
  pictureCount: content.images.length,
  twin,
  createdAt: content.created_at,
})
const bytes = new Uint8Array(claimPdfUa(pdf))
parentPort.postMessage(bytes, [bytes.buffer])
