import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('createInspection', () => {
  it('201 returns the id, adds the compliances task and records inspection.created', async () => {
    const answer = await service.call('POST', '/inspections', {
      json: { tasks: { damage_detection: { status: 'NOT_STARTED', damage_score_threshold: 0.3 } } },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ id: expect.any(String), object_type: 'INSPECTION' })
    const tasks = await service.rows(
      'select name, status, arguments from tasks where inspection_id = $1 order by name',
      [answer.body.id],
    )
    expect(tasks).toEqual([
      { name: 'compliances', status: 'NOT_STARTED', arguments: {} },
      { name: 'damage_detection', status: 'NOT_STARTED', arguments: { damage_score_threshold: 0.3 } },
    ])
    const events = await service.rows('select type from events where inspection_id = $1', [answer.body.id])
    expect(events).toEqual([{ type: 'inspection.created' }])
  })

  it('201 reads camelCase keys, stores additional_data as it came and drops unknown keys', async () => {
    const id = await createInspection(service, {
      tasks: {},
      inspectionType: 'claim',
      usageDuration: 3.5,
      additionalData: { userAgent: 'x', nested: { keepMe: 1 } },
      owner_id: 'someone-else',
      org_id: service.org.birch,
      status: 'DONE',
    })
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body).toMatchObject({
      inspection_type: 'claim',
      usage_duration: 3.5,
      additional_data: { userAgent: 'x', nested: { keepMe: 1 } },
      owner_id: 'alder-manager',
      creator_id: 'alder-manager',
      status: 'NOT_STARTED',
    })
  })

  it('201 reads every spelling of the vehicle and answers flat and nested', async () => {
    const id = await createInspection(service, {
      tasks: {},
      vehicle: {
        vin: 'V1',
        series: 's',
        vehicule_age: '3',
        mileage: { value: 10, unit: 'km' },
        market_value: { market_value_value: 2, market_value_unit: 'EUR' },
      },
    })
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.vehicle).toMatchObject({
      object_type: 'VEHICLE',
      vin: 'V1',
      serie: 's',
      vehicle_age: '3',
      mileage_value: 10,
      mileage: { mileage_value: 10, mileage_unit: 'km' },
      market_value: { market_value_value: 2, market_value_unit: 'EUR' },
    })
  })

  it('201 keeps an automatic task created with TODO unstarted until the client has started the others', async () => {
    const id = await createInspection(service, { tasks: { pricing: { status: 'TODO' } } })
    const { body } = await service.call('GET', `/inspections/${id}/tasks/pricing`)
    expect(body.status).toBe('NOT_STARTED')
  })

  it('400 when tasks is missing', async () => {
    const answer = await service.call('POST', '/inspections', { json: {} })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'request_invalid',
      errors: [{ field: 'tasks' }],
      message: expect.any(String),
    })
  })

  it('401 without a token', async () => {
    const answer = await service.call('POST', '/inspections', { as: null, json: { tasks: {} } })
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'token_missing', message: 'Authorization header is required' },
    })
  })

  it('403 without the permission to create, or to ask for the task', async () => {
    const reader = await service.call('POST', '/inspections', { as: 'alder-reader', json: { tasks: {} } })
    expect(reader).toMatchObject({ status: 403, body: { permission: 'monk_core_api:inspections:create' } })
  })

  it('404 when the related inspection is of another organization, as for one that never existed', async () => {
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    const body = (id: string) =>
      service.call('POST', '/inspections', { json: { tasks: {}, related_inspection_id: id } })
    const [first, second] = [await body(foreign), await body('01900000-0000-7000-8000-000000000000')]
    expect(first.status).toBe(404)
    expect({ ...first.body, request_id: '' }).toEqual({ ...second.body, request_id: '' })
  })

  it('201 returns the whole inspection, also to one who may create and not read', async () => {
    const answer = await service.call('POST', '/inspections', {
      as: 'alder-device',
      json: { tasks: { wheel_analysis: {} }, vehicle: { vin: 'V9' }, inspection_type: 'claim' },
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        object_type: 'INSPECTION',
        inspection_type: 'claim',
        status: 'NOT_STARTED',
        images: [],
        vehicle: { vin: 'V9' },
        version: expect.any(Number),
      },
    })
    expect(answer.body.tasks.map((task: { name: string }) => task.name).sort()).toEqual([
      'compliances',
      'wheel_analysis',
    ])
  })

  it('422 for a task that does not exist, or one created to start that nobody can do', async () => {
    const unknown = await service.call('POST', '/inspections', { json: { tasks: { paint_drying: {} } } })
    expect(unknown).toMatchObject({ status: 422, body: { code: 'task_unknown', task_name: 'paint_drying' } })
    const unavailable = await service.call('POST', '/inspections', {
      json: { tasks: { image_editing: { status: 'TODO' } } },
    })
    expect(unavailable).toMatchObject({
      status: 422,
      body: { code: 'task_not_available', task_name: 'image_editing' },
    })
  })

  it('400 for more callbacks than the limit', async () => {
    const callbacks = Array.from({ length: 17 }, () => ({ url: 'https://example.com/hook', headers: {} }))
    const answer = await service.call('POST', '/inspections', {
      json: { tasks: { compliances: { callbacks } } },
    })
    expect(answer).toMatchObject({ status: 400, body: { limit: 16 } })
  })

  it.each([
    [{ url: 'http://hooks.example.com/' }, 'tasks.compliances.callbacks.0.url'],
    [{ url: 'https://user:pw@hooks.example.com/' }, 'tasks.compliances.callbacks.0.url'],
    [{ url: 'https://0x7f.1/' }, 'tasks.compliances.callbacks.0.url'],
    [{ headers: { 'X-Key': 'a\r\nX-Other: b' } }, 'tasks.compliances.callbacks.0.headers.X-Key'],
    [{ headers: { 'X Key': 'a' } }, 'tasks.compliances.callbacks.0.headers'],
    [{ params: { a: 'x'.repeat(8192) } }, 'tasks.compliances.callbacks.0.params'],
  ])('400 for a callback that cannot be sent: %#', async (fields, field) => {
    const callbacks = [{ url: 'https://hooks.example.com/', headers: {}, ...fields }]
    const answer = await service.call('POST', '/inspections', {
      json: { tasks: { compliances: { callbacks } } },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'request_invalid', errors: [{ field }] } })
  })

  it('400 for an event that callbacks are not sent for, in any spelling', async () => {
    for (const key of ['callback_event', 'callbackEvent', 'event']) {
      const callbacks = [{ url: 'https://hooks.example.com/', headers: {}, [key]: 'STATUS_SET_TO_TODO' }]
      const json = { tasks: { compliances: { callbacks } } }
      expect((await service.call('POST', '/inspections', { json })).status).toBe(400)
    }
  })
})
