import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startServiceWithWorker } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startServiceWithWorker()
})
afterAll(() => service.stop())

const at = (id: string) => `/inspections/${id}/tasks/compliances`

describe('what a result was made with', () => {
  it('is kept at upload, copied and shown by the task, and compared by a replay, which names a fact that changed since', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id, { additional_data: { sight_id: 'fesc20-H1dfdfvH' } })
    const checked = await waitFor('the check', async () => {
      const [row] = await service.rows('select compliances_provenance as made from images where id = $1', [
        image,
      ])
      return row?.made
    })
    // As if a process of another build had checked the picture.
    await service.rows(
      `update images set compliances_provenance = compliances_provenance || '{"code_version": "0.0.0"}' where id = $1`,
      [image],
    )
    expect((await service.call('GET', at(id))).body).not.toHaveProperty('results')
    await service.call('PATCH', at(id), { json: { status: 'TODO' } })
    const task = await waitFor('the task to end', async () => {
      const { body } = await service.call('GET', at(id))
      return body.status === 'DONE' && body
    })
    expect(task.results).toEqual([
      { image_id: image, origin: 'quality-3', provenance: { ...checked, code_version: '0.0.0' } },
    ])
    const listed = (await service.call('GET', `/inspections/${id}/tasks`)).body.compliances
    expect({ ...listed, results: task.results }).toEqual(task)
    expect(listed).not.toHaveProperty('results')
    expect(checked.parameters.facts).toMatchObject({ noted_sight_id: 'fesc20-H1dfdfvH' })
    await service.call('PATCH', `/inspections/${id}/images/${image}`, {
      json: { additional_data: { sight_id: 'unknown' } },
    })
    const { body } = await service.call('POST', `${at(id)}/replay`)
    expect(body.images[0].origin).toBe('quality-3')
    expect(body.images[0].differences).toEqual(
      expect.arrayContaining([
        { of: 'provenance', path: '/code_version', recorded: '"0.0.0"', replayed: expect.any(String) },
        {
          of: 'provenance',
          path: '/parameters/facts/noted_sight_id',
          recorded: '"fesc20-H1dfdfvH"',
          replayed: '"unknown"',
        },
      ]),
    )
  })
})
