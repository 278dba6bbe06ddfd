import { afterAll, beforeAll, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../../test/factories.ts'
import type { Service } from '../../../../test/own-service.ts'
import { recordResults, startRun, workerContext } from '../../../../test/runs.ts'
import { startService } from '../../../../test/service.ts'
import type { DamageDetectionResult } from '../../../core/contracts/findings.ts'
import { finishTask } from '../../finish-task.job.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const DENT: DamageDetectionResult = {
  damages: [
    {
      damage_type: 'dent',
      confidence: 0.8,
      is_shown: true,
      bounding_box: { xmin: 40, ymin: 10, width: 20, height: 20 },
      polygons: [
        [
          [40, 10],
          [60, 10],
          [60, 30],
        ],
      ],
      part_type: 'hood',
      part_confidence: 0.7,
      part_source: 'sight',
      size_cm: 4.2,
      size_cm_low: 3.6,
      size_cm_high: 4.8,
    },
  ],
  has_deployed_airbag: false,
  vehicle: { xmin: 0, ymin: 0, width: 320, height: 240 },
  scale_source: 'sight',
  min_resolvable_mm: 12,
}

it.each([
  ['is asked for at creation', { damage_severity: { output_format: 'toyota' } }, ['hood']],
  ['is not asked for', {}, []],
  ['is left to a task', { damage_severity: {}, tasks: { damage_detection: {}, pricing: {} } }, []],
])('the end of damage_detection makes severities where that %s', async (_asked, fields, labels) => {
  const ctx = workerContext(service)
  const id = await createInspection(service, { tasks: { damage_detection: {} }, ...fields })
  const image = await createImage(service, id, { tasks: ['damage_detection'] })
  const run = await startRun(service, id, 'damage_detection')
  await recordResults(ctx, run, { [image]: DENT })
  await finishTask(ctx, run)
  const { severity_results } = (await service.call('GET', `/inspections/${id}`)).body
  expect(severity_results.map((severity: { label: string }) => severity.label)).toEqual(labels)
})
