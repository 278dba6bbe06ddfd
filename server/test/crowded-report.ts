import { boundContent } from '../src/outputs/reports/content/bound-content.ts'
import type { ReportContent } from '../src/outputs/reports/report-content.ts'
import { sampleReport } from './sample-report.ts'

const ring = (points: number) =>
  Array.from({ length: points }, (_, n): [number, number] => [n / 7 + 1_000, n / 11 + 1_000])

/** An inspection in which everything there can be more of than a report holds is there. */
export function crowdedReport(): ReportContent {
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
