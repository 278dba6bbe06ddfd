import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../test/factories.ts'
import { type Service, startService } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('deleteInspection', () => {
  it('200 marks it deleted, ends what runs, and answers a repeat the same', async () => {
    const id = await createInspection(service)
    await createImage(service, id)
    await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })
    const first = await service.call('DELETE', `/inspections/${id}`)
    expect(first).toMatchObject({
      status: 200,
      body: { id, object_type: 'INSPECTION', deleted: true, deleted_at: expect.any(String) },
    })
    const second = await service.call('DELETE', `/inspections/${id}`)
    expect(second.body).toEqual(first.body)
    expect(await service.rows('select outcome from task_runs where inspection_id = $1', [id])).toEqual([
      { outcome: 'ERROR' },
    ])
    const events = await service.rows(
      "select type from events where inspection_id = $1 and type = 'inspection.deleted'",
      [id],
    )
    expect(events).toHaveLength(1)
  })

  it('200 with a content type and no body, as clients send it', async () => {
    const id = await createInspection(service)
    const answer = await service.call('DELETE', `/inspections/${id}`, {
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
  })

  it('404 for everything under a deleted inspection', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const { body } = await service.call('GET', `/inspections/${id}`)
    const path = new URL(body.images[0].path).pathname
    await service.call('DELETE', `/inspections/${id}`)
    for (const route of [
      `/inspections/${id}/tasks`,
      `/inspections/${id}/images`,
      `/inspections/${id}/images/${image}`,
    ])
      expect((await service.call('GET', route)).status).toBe(404)
    expect(
      (await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } }))
        .status,
    ).toBe(404)
    expect((await fetch(`${service.url}${path}`)).status).toBe(404)
  })

  it('404 for an inspection of another organization, which stays', async () => {
    const id = await createInspection(service, { tasks: {} }, 'birch-manager')
    expect((await service.call('DELETE', `/inspections/${id}`, { as: 'alder-admin' })).status).toBe(404)
    expect((await service.call('GET', `/inspections/${id}`, { as: 'birch-manager' })).status).toBe(200)
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    expect((await service.call('DELETE', `/inspections/${id}`, { as: 'alder-reader' })).status).toBe(403)
  })
})
