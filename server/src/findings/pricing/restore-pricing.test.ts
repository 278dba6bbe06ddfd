import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf } from '../../../test/corrections.ts'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
let corrections: ReturnType<typeof correctionsOf>
beforeAll(async () => {
  service = await startService()
  corrections = correctionsOf(service)
})
afterAll(() => service.stop())

const at = (id: string, pricing: string) => `/inspections/${id}/pricing/${pricing}`
const remove = (id: string, pricing: string, json?: unknown) =>
  corrections.call('DELETE', at(id, pricing), json)
const restore = (id: string, pricing: string, json?: unknown, as = 'alder-manager', headers = {}) =>
  corrections.call('POST', `${at(id, pricing)}/restore`, json, as, headers)
const restorations = (id: string) => corrections.eventsOf(id, 'pricing.restored')

async function createDeleted() {
  const id = await createInspection(service)
  const pricing = await corrections.createPricing(id)
  await remove(id, pricing, { reason: 'under warranty' })
  return { id, pricing }
}

describe('restorePricing', () => {
  it('200 brings back the price, also as a severity, and records why', async () => {
    const { id, pricing } = await createDeleted()
    const { status, body } = await restore(id, pricing, { reason: 'no longer' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: pricing, deleted_at: null, pricing: 12, part_type: 'hood', version: 3 })
    const inspection = (await service.call('GET', `/inspections/${id}`)).body
    expect(inspection.pricing.labor_cost).toMatchObject({
      details: { hood: { id: pricing } },
      total_price: 12,
    })
    expect(inspection.severity_results).toMatchObject([{ id: pricing }])
    expect(await corrections.eventsOf(id, 'pricing.deleted')).toMatchObject([
      { created_by: 'alder-manager', reason: 'under warranty', item_version: 2 },
    ])
    expect(await restorations(id)).toEqual([
      {
        created_by: 'alder-manager',
        reason: 'no longer',
        item_version: 3,
        changes: { deleted_at: { before: expect.any(String), after: null } },
      },
    ])
  })

  it('409 with the current price when the part has another one by now', async () => {
    const { id, pricing } = await createDeleted()
    const current = await corrections.createPricing(id, 99)
    expect(await restore(id, pricing)).toMatchObject({
      status: 409,
      body: { code: 'pricing_replaced', pricing_id: current, version: 1 },
    })
    await corrections.createPricing(id, 5, 'roof')
    await remove(id, current)
    expect((await restore(id, pricing)).status).toBe(200)
    expect(await restore(id, current)).toMatchObject({ status: 409, body: { pricing_id: pricing } })
  })

  it('409 for the vehicle too', async () => {
    const id = await createInspection(service)
    const price = async () => {
      const json = { pricing: 5, related_item_type: 'vehicle' }
      return (await corrections.call('POST', `/inspections/${id}/pricing`, json)).body.id
    }
    const first = await price()
    await remove(id, first)
    const second = await price()
    expect(await restore(id, first)).toMatchObject({ status: 409, body: { pricing_id: second } })
  })

  it('200 or 409 while others set a price, and the part has one', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, pricing } = await createDeleted()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          if (n % 2) return restore(id, pricing)
          const json = { pricing: n, related_item_type: 'part', part_type: 'hood' }
          return corrections.call('POST', `/inspections/${id}/pricing`, json)
        }),
      )
      for (const [n, { status }] of answers.entries()) expect(n % 2 ? [200, 409] : [201]).toContain(status)
      expect(
        await service.rows('select 1 from pricings where inspection_id = $1 and deleted_at is null', [id]),
      ).toHaveLength(1)
    }
  })
})
