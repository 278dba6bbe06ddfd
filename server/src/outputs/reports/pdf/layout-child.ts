// The program in which Typst lays out reports. Typesetter starts it under limits and may kill it at any moment: what runs
// in native code cannot be interrupted otherwise. It knows no secret and holds nothing of a report for the next one.

import { COMPARISON_FORMAT } from '../comparison/comparison-content.ts'
import { comparisonPagesOf } from './comparison/pages.ts'
import { compilePages } from './compile-pages.ts'
import { declarePdfUa } from './declare-pdf-ua.ts'
import type { LayoutJob, LayoutReply } from './lay-out.ts'
import { pagesOf } from './page-data.ts'

function answer(job: LayoutJob): LayoutReply {
  const result = layOutPages(job)
  const { user, system } = process.cpuUsage()
  return { ...result, cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() }
}

function layOutPages({ content, pictures, twin, logo, template }: LayoutJob) {
  const format = logo?.format ?? null
  try {
    const pdf = compilePages({
      pages:
        content.format === COMPARISON_FORMAT
          ? comparisonPagesOf(content, pictures, format)
          : pagesOf(content, pictures, format),
      pictureCount: content.images.length,
      twin,
      logo,
      createdAt: content.created_at,
      ...(template === undefined ? {} : { template }),
    })
    return { pages: new Uint8Array(declarePdfUa(pdf)) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (job: LayoutJob) => process.send?.(answer(job)))
// The parent is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
