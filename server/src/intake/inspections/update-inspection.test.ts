import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { FREE_DATA_BYTES_MAX: '4096' } })
})
afterAll(() => service.stop())

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body

describe('updateInspection', () => {
  const patch = (id: string, json: unknown, as = 'alder-manager') =>
    service.call('PATCH', `/inspections/${id}`, { as, json })

  it('200 changes the keys it names, keeps the others as they came, and records inspection.updated', async () => {
    const id = await createInspection(service, {
      tasks: {},
      additional_data: { userAgent: 'x', beauty_shots: { front: 'a' } },
    })
    const answer = await patch(id, { additional_data: { capture_duration: 12, beauty_shots: { back: 'b' } } })
    const merged = { userAgent: 'x', capture_duration: 12, beauty_shots: { back: 'b' } }
    expect(answer).toMatchObject({ status: 200, body: { id, object_type: 'INSPECTION' } })
    expect(answer.body.additional_data).toEqual(merged)
    expect((await read(id)).additional_data).toEqual(merged)
    const events = await service.rows(
      "select 1 from events where inspection_id = $1 and type = 'inspection.updated'",
      [id],
    )
    expect(events).toHaveLength(1)
  })

  it('200 loses no key of twenty clients that change different ones at once', async () => {
    const id = await createInspection(service)
    const keys = Array.from({ length: 20 }, (_, n) => `key_${n}`)
    await Promise.all(keys.map((key) => patch(id, { additional_data: { [key]: true } })))
    expect(Object.keys((await read(id)).additional_data).sort()).toEqual(keys.sort())
  })

  it('200 without a new version or event when nothing changes', async () => {
    const id = await createInspection(service, { tasks: {}, additional_data: { a: { b: [1] } } })
    const before = await read(id)
    for (const additional_data of [{}, { a: { b: [1] } }])
      expect((await patch(id, { additional_data })).body.version).toBe(before.version)
    const events = await service.rows('select type from events where inspection_id = $1', [id])
    expect(events.map((event) => event.type)).toEqual(['inspection.created'])
  })

  it('413 when the stored data would grow beyond the limit', async () => {
    const id = await createInspection(service)
    expect((await patch(id, { additional_data: { a: 'x'.repeat(3_000) } })).status).toBe(200)
    const answer = await patch(id, { additional_data: { b: 'x'.repeat(3_000) } })
    expect(answer).toMatchObject({ status: 413, body: { code: 'data_too_large', limit_bytes: 4096 } })
    expect(Object.keys((await read(id)).additional_data)).toEqual(['a'])
  })

  it('403 without the permission, 404 for an inspection of another organization, deleted or of a colleague', async () => {
    const id = await createInspection(service)
    expect((await patch(id, { additional_data: {} }, 'alder-reader')).status).toBe(403)
    expect((await patch(id, { additional_data: {} }, 'birch-admin')).status).toBe(404)
    expect((await patch(id, { additional_data: {} }, 'alder-member')).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await patch(id, { additional_data: {} })).status).toBe(404)
  })
})

describe('updatePdfData', () => {
  const patch = (id: string, json: unknown, as = 'alder-manager') =>
    service.call('PATCH', `/inspections/${id}/pdf_data`, { as, json })

  it('200 stores every field of the specification in either spelling and answers what is stored', async () => {
    const id = await createInspection(service, { tasks: {}, additional_data: { keep: 1 } })
    const fields = {
      mileage: { value: 1, unit: 'km' },
      market_value: { value: 3, unit: 'EUR' },
      agent_first_name: 'a',
      agent_last_name: 'b',
      agent_company: 'c',
      agent_company_city: 'd',
      vehicle_owner_first_name: 'e',
      vehicle_owner_last_name: 'f',
      vehicle_owner_address: 'g',
      vehicle_owner_phone: '1',
      vehicle_owner_email: 'h@example.com',
      date_of_start: '2024-01-01',
      date_of_validation: '2024-01-02',
      vin_or_registering: 'V',
      comment: 'i',
    }
    const answer = await patch(id, fields)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({ id, object_type: 'PDF_DATA', ...fields })
    const second = await patch(id, { vehicleOwnerPhone: '2', marketValue: 7 })
    expect(second.body).toEqual({
      ...answer.body,
      vehicle_owner_phone: '2',
      market_value: { value: 7 },
    })
    const { additional_data } = await read(id)
    expect(additional_data).toMatchObject({ keep: 1, pdf_data: { vehicle_owner_phone: '2', comment: 'i' } })
  })

  it('200 answers no field that is not its own, whatever a client has stored under pdf_data', async () => {
    const strange = {
      comment: { odd: 1 },
      version: 7,
      paging: { cursors: { next: { a: 'b' } } },
      id: 'x',
      other: 1,
    }
    const id = await createInspection(service, { tasks: {}, additional_data: { pdf_data: strange } })
    const answer = await patch(id, { agent_company: 'c' })
    expect(answer.body).toEqual({ id, object_type: 'PDF_DATA', comment: { odd: 1 }, agent_company: 'c' })
    expect([answer.headers.get('etag'), answer.headers.get('link')]).toEqual([null, null])
    expect((await read(id)).additional_data.pdf_data).toEqual({ ...strange, agent_company: 'c' })
  })

  it('200 also when a client has stored something else under pdf_data', async () => {
    const id = await createInspection(service, { tasks: {}, additional_data: { pdf_data: ['odd'] } })
    expect((await patch(id, { comment: 'c' })).body).toEqual({ id, object_type: 'PDF_DATA', comment: 'c' })
  })

  it('403 without the permission, 404 for an inspection of another organization', async () => {
    const id = await createInspection(service)
    expect((await patch(id, { comment: 'c' }, 'alder-reader')).status).toBe(403)
    expect((await patch(id, { comment: 'c' }, 'birch-admin')).status).toBe(404)
  })
})
