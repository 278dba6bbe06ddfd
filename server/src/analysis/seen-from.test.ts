import { afterAll, beforeAll, expect, it } from 'vitest'
import { createImage, createInspection } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startRun, workerContext } from '../../test/runs.ts'
import { startService } from '../../test/service.ts'
import { readAnalyzedImage } from './analyzed-image.ts'
import { factsOf } from './damage/picture-facts.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

it('the next run of a task sees a picture from where a person says it was taken', async () => {
  const id = await createInspection(service, { tasks: { damage_detection: {} } })
  // The angle of a walk-around is too weak to name parts by.
  const image = await createImage(service, id, {
    tasks: ['damage_detection'],
    additional_data: { alpha: 90 },
  })
  const task = `/inspections/${id}/tasks/damage_detection`
  const run = await startRun(service, id, 'damage_detection')
  const seen = async (generation: number) => {
    const analyzed = await readAnalyzedImage(workerContext(service), { ...run, generation }, image)
    return analyzed && factsOf(analyzed, null).azimuth
  }
  expect(await seen(1)).toBeNull()
  await service.call('PATCH', task, { json: { status: 'DONE' } })

  const json = { seen_from: 'back_left' }
  const { body } = await service.call('PATCH', `/inspections/${id}/images/${image}`, { json })
  expect(body.viewpoint).toEqual({ prediction: 'back_left', confidence: 1 })
  const { coverage } = (await service.call('GET', `/inspections/${id}`)).body
  expect(coverage.viewpoints.covered).toEqual(['back_left'])
  expect((await service.call('POST', `${task}/runs`)).status).toBe(201)
  expect(await seen(2)).toBe(135)
})
