import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const NEVER = '01900000-0000-7000-8000-000000000000'

describe('getInspection', () => {
  it('200 returns everything the published clients need to be there', async () => {
    const id = await createInspection(service, { tasks: { damage_detection: {} }, vehicle: {} })
    const first = await createImage(service, id)
    const second = await createImage(service, id)
    const { status, body } = await service.call('GET', `/inspections/${id}?verbose=light`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      object_type: 'INSPECTION',
      status: 'NOT_STARTED',
      wheel_analysis: [],
      damages: [],
      parts: [],
      severity_results: [],
      pricing: null,
    })
    expect(body.images.map((image: { id: string }) => image.id)).toEqual([first, second])
    expect(body.images[0]).toMatchObject({ views: [], rendered_outputs: [], object_type: 'IMAGE' })
    expect(body.images[0]).not.toHaveProperty('compliances')
    expect(body.tasks.map((task: { name: string }) => task.name).sort()).toEqual([
      'compliances',
      'damage_detection',
    ])
    expect(body.vehicle).toMatchObject({ object_type: 'VEHICLE', mileage: {} })
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/)
  })

  it('404 for another organization, a malformed id and one that never existed: the same answer', async () => {
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    const answers = await Promise.all(
      [foreign, NEVER, 'nope', "1'; drop table inspections"].map((id) =>
        service.call('GET', `/inspections/${encodeURIComponent(id)}`),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect({ ...body, request_id: '' }).toEqual({ ...answers[1]?.body, request_id: '' })
    }
  })

  it('404 for a colleague who may read only their own, 200 for one who reads the organization', async () => {
    const id = await createInspection(service, { tasks: {} }, 'alder-member')
    expect((await service.call('GET', `/inspections/${id}`, { as: 'alder-member' })).status).toBe(200)
    expect((await service.call('GET', `/inspections/${id}`, { as: 'alder-member2' })).status).toBe(404)
    expect((await service.call('GET', `/inspections/${id}`, { as: 'alder-reader' })).status).toBe(200)
    expect((await service.call('GET', `/inspections/${id}`, { as: 'alder-none' })).status).toBe(403)
  })

  it('404 for a deleted inspection unless deleted objects are asked for', async () => {
    const id = await createInspection(service)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await service.call('GET', `/inspections/${id}`)).status).toBe(404)
    const { status, body } = await service.call('GET', `/inspections/${id}?show_deleted_objects=true`)
    expect(status).toBe(200)
    expect(body.deleted_at).toEqual(expect.any(String))
  })

  it('200 without the version prefix too', async () => {
    const id = await createInspection(service)
    const answer = await fetch(`${service.url}/inspections/${id}`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'token_missing' })
  })
})
