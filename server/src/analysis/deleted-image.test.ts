import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ why: 'its worker starts in the middle' })
})
afterAll(() => service.stop())

describe('an image that is deleted after its task has started', () => {
  it('gets a result of the run it was started with, and is itself left as it was', async () => {
    const id = await createInspection(service)
    const [kept, deleted] = [await createImage(service, id), await createImage(service, id)]
    await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })
    await service.call('DELETE', `/inspections/${id}/images/${deleted}`, {
      json: { authorized_tasks_statuses: ['TODO'] },
    })
    // Nothing was analyzed yet: the worker starts only now.
    await service.startWorker()
    await waitFor('the task to end', async () => {
      const { body } = await service.call('GET', `/inspections/${id}/tasks/compliances`)
      expect(body.status).not.toBe('ERROR')
      return body.status === 'DONE'
    })
    const results = await service.rows(
      'select image_id, origin, result from task_results where image_id = any($1) order by image_id',
      [[kept, deleted]],
    )
    expect(results).toMatchObject([
      { image_id: kept, origin: 'quality-3', result: { image_analysis: { image_width: 320 } } },
      { image_id: deleted, origin: 'quality-3', result: { image_analysis: { image_width: 320 } } },
    ])
    const images = await service.rows(
      'select id, compliances is null as unchecked from images where inspection_id = $1 order by id',
      [id],
    )
    expect(images).toEqual([
      { id: kept, unchecked: false },
      { id: deleted, unchecked: true },
    ])
    const checked = await service.rows(
      "select payload from events where inspection_id = $1 and type = 'image.compliances_done'",
      [id],
    )
    expect(checked).toEqual([{ payload: { image_id: kept } }])
  })
})
