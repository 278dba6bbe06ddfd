import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const patch = (id: string, pricingId: string, json: unknown, as = 'alder-manager', headers = {}) =>
  service.call('PATCH', `/inspections/${id}/pricing/${pricingId}`, { json, as, headers })

async function createPriced() {
  const id = await createInspection(service)
  const json = { pricing: 12, related_item_type: 'part', part_type: 'hood' }
  const { body } = await service.call('POST', `/inspections/${id}/pricing`, { json })
  return { id, price: body }
}

describe('updatePricing', () => {
  it('200 returns the whole price and records pricing.updated', async () => {
    const { id, price } = await createPriced()
    const { status, body } = await patch(id, price.id, { pricing: 44.445 })
    expect(status).toBe(200)
    expect(body).toEqual({ ...price, pricing: 44.45, version: 2 })
    expect(
      await service.rows("select payload from events where inspection_id = $1 and type = 'pricing.updated'", [
        id,
      ]),
    ).toEqual([{ payload: { pricing_id: price.id } }])
  })

  it('200 marks a price of a model as changed by a person, and keeps who made it', async () => {
    const { id, price } = await createPriced()
    await service.rows(
      "update pricings set is_user_modified = false, created_by = 'algo', operations = '[\"painting\"]', hours = '{\"PAINT\": 2}' where id = $1",
      [price.id],
    )
    expect((await patch(id, price.id, { pricing: 1 })).body).toMatchObject({
      is_user_modified: true,
      created_by: 'algo',
      operations: ['painting'],
      hours: { PAINT: 2 },
    })
  })

  it('412 for a version that is not the current one; of ten with the same one, one wins', async () => {
    const { id, price } = await createPriced()
    const given = (pricing: number, version: number) =>
      patch(id, price.id, { pricing }, 'alder-manager', { 'if-match': `"${version}"` })
    expect((await given(1, 9)).status).toBe(412)
    for (let version = 1; version <= 5; version++) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => given(n, version)))
      const won = answers.filter((answer) => answer.status === 200)
      expect(won).toMatchObject([{ body: { version: version + 1 } }])
      expect(answers.filter((answer) => answer.status === 412)).toHaveLength(9)
    }
  })

  it.each([[{}], [{ pricing: null }], [{ pricing: -1 }], [{ pricing: 1e10 }], [{ pricing: '1' }]])(
    '400 for %j',
    async (json) => {
      const { id, price } = await createPriced()
      expect((await patch(id, price.id, json)).status).toBe(400)
    },
  )

  it('403 without the permission to write', async () => {
    const { id, price } = await createPriced()
    expect((await patch(id, price.id, { pricing: 1 }, 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, a price of another inspection, a deleted one and no id', async () => {
    const { id, price } = await createPriced()
    const other = await createPriced()
    expect((await patch(id, price.id, { pricing: 1 }, 'birch-admin')).status).toBe(404)
    expect((await patch(id, other.price.id, { pricing: 1 })).status).toBe(404)
    expect((await patch(id, 'x', { pricing: 1 })).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}/pricing/${price.id}`)
    expect((await patch(id, price.id, { pricing: 1 })).status).toBe(404)
    const rows = await service.rows('select amount_minor from pricings where id = any($1)', [
      [price.id, other.price.id],
    ])
    expect(rows).toEqual([{ amount_minor: 1200 }, { amount_minor: 1200 }])
  })
})
