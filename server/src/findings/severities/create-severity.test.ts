import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const post = (id: string, json: unknown, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/severity_pricing`, { json, as })

describe('createSeverity', () => {
  it('201 returns the severity of the part, makes the part and records pricing.created', async () => {
    const id = await createInspection(service)
    const { status, body } = await post(id, {
      label: 'hood',
      pricing: 80.5,
      level: 2,
      repair_operation: 'replace',
    })
    expect(status).toBe(201)
    const [part] = await service.rows('select * from parts where inspection_id = $1', [id])
    expect(body).toEqual({
      id: expect.any(String),
      object_type: 'SEVERITY_RESULT',
      inspection_id: id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      deleted_at: null,
      created_by: part.created_by,
      is_user_modified: true,
      label: 'hood',
      related_item_type: 'part',
      related_item_id: part.id,
      value: { custom_severity: { level: 2, pricing: 80.5, repair_operation: { REPLACE: true } } },
      version: 1,
      estimate_effect: null,
    })
    const inspection = (await service.call('GET', `/inspections/${id}`)).body
    const { estimate_effect: _effect, ...severity } = body
    expect(inspection.severity_results).toEqual([severity])
    // The same row is the price of the part.
    expect(inspection.pricing.labor_cost.details.hood).toMatchObject({ id: body.id, pricing: 80.5 })
    expect(
      await service.rows("select payload from events where inspection_id = $1 and type = 'pricing.created'", [
        id,
      ]),
    ).toEqual([{ payload: { pricing_id: body.id } }])
  })

  it('201 with nothing but the part: a severity without a price is not in the prices', async () => {
    const id = await createInspection(service)
    expect((await post(id, { label: 'roof' })).body.value).toEqual({
      custom_severity: { level: null, pricing: null, repair_operation: { REPLACE: false } },
    })
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body).toMatchObject({ pricing: null, severity_results: [{ label: 'roof' }] })
  })

  it('201 for a part that has a price changes only what is given', async () => {
    const id = await createInspection(service)
    const json = { pricing: 12, related_item_type: 'part', part_type: 'hood' }
    const price = (await service.call('POST', `/inspections/${id}/pricing`, { json })).body
    const level = (await post(id, { label: 'hood', level: 3 })).body
    expect(level).toMatchObject({ id: price.id, value: { custom_severity: { level: 3, pricing: 12 } } })
    await service.call('POST', `/inspections/${id}/pricing`, { json: { ...json, pricing: 13 } })
    const { severity_results } = (await service.call('GET', `/inspections/${id}`)).body
    expect(severity_results).toMatchObject([{ value: { custom_severity: { level: 3, pricing: 13 } } }])
  })

  it('201 for each of ten at once, and one row', async () => {
    const id = await createInspection(service)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(id, { label: 'hood', pricing: n, level: 1 })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201))
    expect(await service.rows('select id from pricings where inspection_id = $1', [id])).toHaveLength(1)
  })

  it.each([
    [{}],
    [{ label: 'wing' }],
    [{ label: 'hood', level: 4 }],
    [{ label: 'hood', level: -1 }],
    [{ label: 'hood', level: 1.5 }],
    [{ label: 'hood', pricing: -1 }],
    [{ label: 'hood', pricing: 1e9 + 1 }],
    [{ label: 'hood', repair_operation: 'REPLACE' }],
  ])('400 for %j', async (json) => {
    const id = await createInspection(service)
    expect((await post(id, json)).status).toBe(400)
  })

  it('422 for damages whose part is not known: they have no severity in common', async () => {
    const id = await createInspection(service)
    const json = { damage_type: 'scratch', part_type: 'ignore' }
    for (const _ of [1, 2]) await service.call('POST', `/inspections/${id}/damages`, { json })
    expect(await post(id, { label: 'ignore', level: 1 })).toMatchObject({
      status: 422,
      body: { code: 'part_not_set' },
    })
    expect((await service.call('GET', `/inspections/${id}`)).body.severity_results).toEqual([])
  })

  it('does not show a severity that an earlier version took for damages without a part', async () => {
    const id = await createInspection(service)
    const { body: hood } = await post(id, { label: 'hood', level: 2, pricing: 10 })
    await post(id, { label: 'roof', level: 1, pricing: 20 })
    await service.rows(
      "update parts set part_type = 'ignore' where inspection_id = $1 and part_type = 'hood'",
      [id],
    )
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.severity_results).toMatchObject([{ label: 'roof' }])
    expect(Object.keys(body.pricing.labor_cost.details)).toEqual(['roof'])
    expect(body.pricing.labor_cost.total_price).toBe(20)
    const path = `/inspections/${id}/severity_pricing/${hood.id}`
    expect((await service.call('PATCH', path, { json: { level: 3 } })).status).toBe(404)
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    expect((await post(id, { label: 'hood' }, 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization', async () => {
    const id = await createInspection(service)
    expect((await post(id, { label: 'hood' }, 'birch-admin')).status).toBe(404)
    expect(await service.rows('select id from pricings where inspection_id = $1', [id])).toEqual([])
  })
})
