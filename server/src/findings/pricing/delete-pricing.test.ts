import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const remove = (id: string, pricingId: string, as = 'alder-manager', headers = {}) =>
  service.call('DELETE', `/inspections/${id}/pricing/${pricingId}`, { as, headers })

async function createPriced(): Promise<{ id: string; price: string }> {
  const id = await createInspection(service)
  const json = { pricing: 12, related_item_type: 'part', part_type: 'hood' }
  return { id, price: (await service.call('POST', `/inspections/${id}/pricing`, { json })).body.id }
}

const deletions = (id: string) =>
  service.rows("select payload from events where inspection_id = $1 and type = 'pricing.deleted'", [id])

describe('deletePricing', () => {
  it('200 takes the price out of both forms, and records pricing.deleted', async () => {
    const { id, price } = await createPriced()
    expect(await remove(id, price)).toMatchObject({
      status: 200,
      body: { id: price, object_type: 'PRICING', deleted: true, deleted_at: expect.any(String) },
    })
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body).toMatchObject({ pricing: null, severity_results: [] })
    expect(await deletions(id)).toEqual([{ payload: { pricing_id: price } }])
  })

  it('200 with the same body when it is repeated, and one event', async () => {
    const { id, price } = await createPriced()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id, price)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await deletions(id)).toHaveLength(1)
  })

  it('412 for a version that is not the current one', async () => {
    const { id, price } = await createPriced()
    expect((await remove(id, price, 'alder-manager', { 'if-match': '"2"' })).status).toBe(412)
    expect(await deletions(id)).toEqual([])
  })

  it('403 without the permission to write', async () => {
    const { id, price } = await createPriced()
    expect((await remove(id, price, 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, a price of another inspection and no id', async () => {
    const { id, price } = await createPriced()
    const other = await createPriced()
    expect((await remove(id, price, 'birch-admin')).status).toBe(404)
    expect((await remove(id, other.price)).status).toBe(404)
    expect((await remove(id, 'x')).status).toBe(404)
    expect([...(await deletions(id)), ...(await deletions(other.id))]).toEqual([])
  })
})
