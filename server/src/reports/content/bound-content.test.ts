import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleReport } from '../../../test/sample-report.ts'
import { renderPdf } from '../pdf/render-pdf.ts'
import { Typesetter } from '../pdf/typesetter.ts'
import { codeOf, contentDigest } from '../report-code.ts'
import type { ReportContent } from '../report-content.ts'
import { twinOf } from '../report-twin.ts'
import { checkInThread } from '../verify/check-in-thread.ts'
import { TWIN_BYTES_MAX } from '../verify/read-twin.ts'
import { boundContent, CONTENT_MAX } from './bound-content.ts'

const ring = (points: number) =>
  Array.from({ length: points }, (_, n): [number, number] => [n / 7 + 1_000, n / 11 + 1_000])

/** An inspection in which everything there can be more of than a report holds is there. */
function crowded(): ReportContent {
  const sample = sampleReport({ images: 600, damages: 800 })
  const [entry] = sample.history
  if (!entry) throw new Error('the sample has no history')
  const content = {
    ...sample,
    inspection: { ...sample.inspection, comment: '長い'.repeat(30_000) },
    damages: sample.damages.map((damage) => ({
      ...damage,
      views: Array.from({ length: 9 }, (_, n) => ({
        image_id: sample.images[n]?.image_id ?? '',
        box: { xmin: 1, ymin: 1, width: 100, height: 100 },
        polygons: [ring(160)],
      })),
    })),
    history: Array.from({ length: 500 }, () => ({ ...entry, reason: '理由'.repeat(2_000) })),
  }
  return boundContent(content, 77)
}

it('cuts what is too much, and counts it', () => {
  const { damages, images, inspection, history, omitted } = crowded()
  expect(omitted).toEqual({ damages: 600, images: 100, history: 77 })
  expect([damages.length, images.length]).toEqual([CONTENT_MAX.damages, CONTENT_MAX.images])
  expect(inspection.comment).toMatch(/^(長い)+長?…$/)
  expect(inspection.comment).toHaveLength(CONTENT_MAX.characters)
  expect(history[0]?.reason).toHaveLength(CONTENT_MAX.characters)
  expect(Math.max(...damages.map(({ views }) => views.length))).toBe(CONTENT_MAX.views_per_damage)
  const points = damages.flatMap(({ views }) => views.flatMap(({ polygons }) => polygons)).flat()
  expect(points.length).toBeLessThanOrEqual(CONTENT_MAX.outline_points)
})

it('changes nothing in an ordinary report', () => {
  const content = sampleReport({ images: 24, damages: 12 })
  expect(boundContent(content, 0)).toEqual(content)
})

it('leaves a report that is laid out in time and verifies, though its data are large', {
  timeout: 400_000,
}, async () => {
  const unsealed = crowded()
  const verification = { url: 'https://example.com/verify', code: '' }
  const code = codeOf(contentDigest({ ...unsealed, verification }))
  const content = { ...unsealed, verification: { ...verification, code } }
  const size = twinOf(content).length
  expect(size).toBeGreaterThan(4 * 1024 * 1024)
  expect(size).toBeLessThan(TWIN_BYTES_MAX)
  const typesetter = new Typesetter()
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-crowded-'))
  try {
    writeFileSync(join(folder, 'report.pdf'), await renderPdf(typesetter, content, new Map()))
    const { twin, checks } = await checkInThread({ file: join(folder, 'report.pdf'), authorities: null })
    expect(checks.filter(({ status }) => status === 'FAILED')).toEqual([])
    expect(twin).toMatchObject({ bytes: size })
  } finally {
    await typesetter.close()
    rmSync(folder, { recursive: true })
  }
})
