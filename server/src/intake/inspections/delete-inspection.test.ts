import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { whileHeld } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

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

  it('412 for an inspection that is changed after the request has found it, which stays', async () => {
    const id = await createInspection(service)
    const { version } = (await service.call('GET', `/inspections/${id}`)).body
    const change = `update inspections set additional_data = '{"seen":false}' where id = $1`
    const remove = () =>
      service.call('DELETE', `/inspections/${id}`, { headers: { 'if-match': `"${version}"` } })
    const [answer] = await whileHeld(service, id, change, [remove])
    expect(answer).toMatchObject({ status: 412, body: { code: 'version_stale', version: version + 1 } })
    expect((await service.call('GET', `/inspections/${id}`)).status).toBe(200)
  })

  it('200 with the same body and one event for deletes that come at once', async () => {
    const id = await createInspection(service)
    const hold = 'select 1 from inspections where id = $1 for update'
    const remove = () => service.call('DELETE', `/inspections/${id}`)
    const answers = await whileHeld(service, id, hold, [remove, remove, remove])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    const events = await service.rows(
      "select 1 from events where inspection_id = $1 and type = 'inspection.deleted'",
      [id],
    )
    expect(events).toHaveLength(1)
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    expect((await service.call('DELETE', `/inspections/${id}`, { as: 'alder-reader' })).status).toBe(403)
  })
})
