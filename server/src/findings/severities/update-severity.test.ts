import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const patch = (id: string, severityId: string, json: unknown, as = 'alder-manager', headers = {}) =>
  service.call('PATCH', `/inspections/${id}/severity_pricing/${severityId}`, { json, as, headers })

async function createRated(): Promise<{ id: string; severity: string }> {
  const id = await createInspection(service)
  const json = { label: 'hood', pricing: 50, level: 2, repair_operation: 'replace' }
  return {
    id,
    severity: (await service.call('POST', `/inspections/${id}/severity_pricing`, { json })).body.id,
  }
}

describe('updateSeverity', () => {
  it('200 changes what is given, keeps the rest and records pricing.updated', async () => {
    const { id, severity } = await createRated()
    const { status, body } = await patch(id, severity, { pricing: 60.25 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: severity,
      object_type: 'SEVERITY_RESULT',
      is_user_modified: true,
      value: { custom_severity: { pricing: 60.25, level: 2, repair_operation: { REPLACE: true } } },
      version: 2,
    })
    expect(
      await service.rows("select payload from events where inspection_id = $1 and type = 'pricing.updated'", [
        id,
      ]),
    ).toEqual([{ payload: { pricing_id: severity } }])
  })

  it('200 clears the price with null', async () => {
    const { id, severity } = await createRated()
    expect((await patch(id, severity, { pricing: null })).body.value.custom_severity).toMatchObject({
      pricing: null,
      level: 2,
    })
    expect((await service.call('GET', `/inspections/${id}`)).body.pricing).toBeNull()
  })

  it('200 for what the oldest client calls a delete', async () => {
    const { id, severity } = await createRated()
    const { body } = await patch(id, severity, { level: 1, pricing: 0, repair_operation: 'repair' })
    expect(body.value.custom_severity).toEqual({ level: 1, pricing: 0, repair_operation: { REPLACE: false } })
  })

  it('412 for a version that is not the current one', async () => {
    const { id, severity } = await createRated()
    expect((await patch(id, severity, { level: 1 }, 'alder-manager', { 'if-match': '"2"' })).status).toBe(412)
    expect((await patch(id, severity, { level: 1 }, 'alder-manager', { 'if-match': '"1"' })).status).toBe(200)
  })

  it.each([[{ level: 4 }], [{ pricing: -1 }], [{ pricing: 'x' }], [{ repair_operation: 'paint' }]])(
    '400 for %j',
    async (json) => {
      const { id, severity } = await createRated()
      expect((await patch(id, severity, json)).status).toBe(400)
    },
  )

  it('403 without the permission to write', async () => {
    const { id, severity } = await createRated()
    expect((await patch(id, severity, { level: 1 }, 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, a severity of another inspection and a deleted one', async () => {
    const { id, severity } = await createRated()
    const other = await createRated()
    expect((await patch(id, severity, { level: 1 }, 'birch-admin')).status).toBe(404)
    expect((await patch(id, other.severity, { level: 1 })).status).toBe(404)
    expect((await patch(id, 'x', { level: 1 })).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}/pricing/${severity}`)
    expect((await patch(id, severity, { level: 1 })).status).toBe(404)
  })

  it('404 for the price of the whole vehicle, which is no severity', async () => {
    const id = await createInspection(service)
    const json = { pricing: 12, related_item_type: 'vehicle', part_type: 'ignore' }
    const price = (await service.call('POST', `/inspections/${id}/pricing`, { json })).body.id
    expect((await patch(id, price, { level: 1 })).status).toBe(404)
  })
})
