import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import { whileHeld } from '../../../test/held-inspection.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const post = (id: string, json: unknown, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/pricing`, { json, as })

const hood = (pricing: unknown) => ({ pricing, related_item_type: 'part', part_type: 'hood' })
const vehicle = (pricing: number) => ({ pricing, related_item_type: 'vehicle', part_type: 'ignore' })

const pricingRows = (id: string) =>
  service.rows('select * from pricings where inspection_id = $1 order by id', [id])
const eventTypes = async (id: string) =>
  (
    await service.rows(
      "select type from events where inspection_id = $1 and type like 'pricing.%' order by id",
      [id],
    )
  ).map((event) => event.type)

describe('createPricing', () => {
  it('201 returns the price of a part, makes the part and records pricing.created', async () => {
    const id = await createInspection(service)
    const { status, body } = await post(id, hood(12.5))
    expect(status).toBe(201)
    const [part] = await service.rows('select * from parts where inspection_id = $1', [id])
    expect(body).toEqual({
      id: expect.any(String),
      object_type: 'PRICING',
      inspection_id: id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      deleted_at: null,
      created_by: part.created_by,
      is_user_modified: true,
      related_item_type: 'part',
      related_item_id: part.id,
      part_type: 'hood',
      pricing: 12.5,
      currency: 'EUR',
      operations: [],
      hours: {},
      version: 1,
      estimate_effect: null,
    })
    expect(await pricingRows(id)).toMatchObject([{ amount_minor: 1250, currency: 'EUR' }])
    const events = await service.rows(
      "select payload from events where inspection_id = $1 and type = 'pricing.created'",
      [id],
    )
    expect(events).toEqual([{ payload: { pricing_id: body.id } }])
  })

  it('201 returns the price of the vehicle and makes no part', async () => {
    const id = await createInspection(service)
    const { body } = await post(id, vehicle(900))
    const [row] = await service.rows('select id from vehicles where inspection_id = $1', [id])
    expect(body).toMatchObject({ related_item_type: 'vehicle', related_item_id: row.id, pricing: 900 })
    expect(body).not.toHaveProperty('part_type')
    expect(await service.rows('select id from parts where inspection_id = $1', [id])).toEqual([])
    expect((await post(id, { pricing: 901, related_item_type: 'vehicle' })).body).toMatchObject({
      id: body.id,
      pricing: 901,
    })
  })

  it('201 shows both in the inspection, in the shape of the asking client, and the part as a severity', async () => {
    const id = await createInspection(service)
    const { estimate_effect: _part, ...part } = (await post(id, hood(10.1))).body
    const { estimate_effect: _whole, ...whole } = (await post(id, vehicle(20.2))).body
    const details = { hood: part, vehicle: whole }
    const get = (headers = {}) => service.call('GET', `/inspections/${id}`, { headers })
    const { body } = await get()
    expect(body.pricing).toEqual({ labor_cost: { details, total_price: 30.3 } })
    expect((await get({ 'x-monk-sdk-version': '4.4.4' })).body.pricing).toEqual({
      details,
      total_price: 30.3,
    })
    expect(body.severity_results).toMatchObject([
      { id: part.id, label: 'hood', value: { custom_severity: { pricing: 10.1, level: null } } },
    ])
  })

  it('201 again for the same part replaces the price under the same id', async () => {
    const id = await createInspection(service)
    const first = (await post(id, hood(1))).body
    const second = await post(id, hood(2))
    expect(second).toMatchObject({ status: 201, body: { id: first.id, pricing: 2, version: 2 } })
    expect(await pricingRows(id)).toHaveLength(1)
    expect(await eventTypes(id)).toEqual(['pricing.created', 'pricing.updated'])
  })

  it('201 for each of twenty at once, and one part and one row', async () => {
    const id = await createInspection(service)
    const prices = Array.from({ length: 20 }, (_, n) => n + 1)
    const answers = await Promise.all(prices.map((price) => post(id, hood(price))))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    expect(answers.map((answer) => answer.body.pricing)).toEqual(prices)
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await service.rows('select part_type from parts where inspection_id = $1', [id])).toHaveLength(1)
    const [row, ...others] = await pricingRows(id)
    expect(others).toEqual([])
    expect(row.version).toBe(20)
    expect((await eventTypes(id)).filter((type) => type === 'pricing.created')).toHaveLength(1)
  })

  it('201 for each of twenty at once for the vehicle, and one row', async () => {
    const id = await createInspection(service)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(id, vehicle(5))))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    expect(await pricingRows(id)).toHaveLength(1)
  })

  it('201 after a delete is another price', async () => {
    const id = await createInspection(service)
    const first = (await post(id, hood(1))).body
    await service.call('DELETE', `/inspections/${id}/pricing/${first.id}`)
    const second = (await post(id, hood(2))).body
    expect(second.id).not.toBe(first.id)
    expect(second.related_item_id).toBe(first.related_item_id)
  })

  it.each([
    [0, 0],
    [1.005, 1.01],
    [0.004, 0],
    [1e9, 1e9],
    [19.99, 19.99],
  ])('201 keeps %s as %s', async (given, kept) => {
    const id = await createInspection(service)
    expect((await post(id, hood(given))).body.pricing).toBe(kept)
  })

  it.each([
    [hood(-0.01)],
    [hood(1e9 + 1)],
    [hood('12')],
    [hood(null)],
    [{ related_item_type: 'part', part_type: 'hood' }],
    [{ pricing: 1, part_type: 'hood' }],
    [{ pricing: 1, related_item_type: 'part' }],
    [{ pricing: 1, related_item_type: 'part', part_type: null }],
    [{ pricing: 1, related_item_type: 'part', part_type: 'wing' }],
    [{ pricing: 1, related_item_type: 'wheel', part_type: 'hood' }],
  ])('400 for %j', async (json) => {
    const id = await createInspection(service)
    expect(await post(id, json)).toMatchObject({ status: 400, body: { code: 'request_invalid' } })
    expect(await pricingRows(id)).toEqual([])
  })

  it('422 for a part that is not known, which is no one part', async () => {
    const id = await createInspection(service)
    const json = { pricing: 12, related_item_type: 'part', part_type: 'ignore' }
    const answer = await service.call('POST', `/inspections/${id}/pricing`, { json })
    expect(answer).toMatchObject({ status: 422, body: { code: 'part_not_set' } })
    expect((await service.call('GET', `/inspections/${id}`)).body.pricing).toBeNull()
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    expect((await post(id, hood(1), 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, and for a deleted one', async () => {
    const id = await createInspection(service)
    expect((await post(id, hood(1), 'birch-admin')).status).toBe(404)
    expect((await post(id, hood(1), 'alder-member')).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await post(id, hood(1))).status).toBe(404)
    expect(await pricingRows(id)).toEqual([])
  })
})

describe('createPricing beside an erasure', () => {
  it('404 when the inspection is erased while the request waits', async () => {
    const id = await createInspection(service)
    const lock = `select pg_advisory_xact_lock(hashtextextended('prices ${service.org.alder} ' || $1, 0))`
    const [answer] = await whileHeld(service, id, lock, [() => post(id, hood(12.5))], async (owner) => {
      await owner.query(
        'delete from task_transitions where task_id in (select id from tasks where inspection_id = $1)',
        [id],
      )
      for (const table of ['tasks', 'events', 'timeline_entries', 'vehicles'])
        await owner.query(`delete from ${table} where inspection_id = $1`, [id])
      await owner.query('delete from inspections where id = $1', [id])
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('createPricing in another currency', () => {
  it('201 rounds to the digits that currency has', async () => {
    const yen = await startOwnService({ settings: { CURRENCY: 'JPY' } })
    try {
      const id = await createInspection(yen)
      const answer = await yen.call('POST', `/inspections/${id}/pricing`, { json: hood(1_200.5) })
      expect(answer.body).toMatchObject({ pricing: 1_201, currency: 'JPY' })
      expect(await yen.rows('select amount_minor from pricings')).toEqual([{ amount_minor: 1201 }])
    } finally {
      await yen.stop()
    }
  })
})
