import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** How often a correction of the inspection reads its estimate, and how often the sum of its prices. */
async function readsOf(id: string): Promise<{ estimates: number; prices: number; effect: unknown }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const seen = spy.mock.calls.length
  try {
    const { status, body } = await service.call('POST', `/inspections/${id}/damages`, {
      json: { damage_type: 'dent', part_type: 'hood' },
    })
    expect(status).toBe(201)
    const texts = spy.mock.calls.slice(seen).map(([query]: unknown[]) => textOf(query))
    return {
      estimates: texts.filter((text) => text.startsWith('select') && text.includes('from "estimates"'))
        .length,
      prices: texts.filter((text) => text.startsWith('select "pricings"."id"')).length,
      effect: body.estimate_effect,
    }
  } finally {
    spy.mockRestore()
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query && 'text' in query ? String(query.text) : ''
}

describe('a correction', () => {
  it('of an inspection without an estimate reads no prices', async () => {
    const id = await createInspection(service)
    expect(await readsOf(id)).toEqual({ estimates: 1, prices: 0, effect: null })
  })

  it('of one with an estimate reads it once, and the sum before and after', async () => {
    const id = await createInspection(service)
    await service.call('POST', `/inspections/${id}/estimate`, { json: {} })
    expect(await readsOf(id)).toEqual({
      estimates: 1,
      prices: 2,
      effect: { currency: 'EUR', before: 0, after: expect.any(Number), difference: expect.any(Number) },
    })
  })
})
