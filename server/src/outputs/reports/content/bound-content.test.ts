import { expect, it } from 'vitest'
import { crowdedReport } from '../../../../test/crowded-report.ts'
import { sampleReport } from '../../../../test/sample-report.ts'
import { boundContent, CONTENT_MAX } from './bound-content.ts'

it('cuts what is too much, and counts it', () => {
  const { damages, images, inspection, history, omitted } = crowdedReport()
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
