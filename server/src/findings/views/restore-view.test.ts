import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf } from '../../../test/corrections.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
let corrections: ReturnType<typeof correctionsOf>
beforeAll(async () => {
  service = await startService()
  corrections = correctionsOf(service)
})
afterAll(() => service.stop())

const at = (id: string, view: string) => `/inspections/${id}/views/${view}`
const remove = (id: string, view: string, json?: unknown) => corrections.call('DELETE', at(id, view), json)
const restore = (id: string, view: string, json?: unknown, as = 'alder-manager', headers = {}) =>
  corrections.call('POST', `${at(id, view)}/restore`, json, as, headers)
const restorations = (id: string) => corrections.eventsOf(id, 'view.restored')

async function createDeleted() {
  const all = await corrections.createAll()
  await remove(all.id, all.view, { reason: 'the wrong picture' })
  return all
}

describe('restoreView', () => {
  it('200 brings back the view and records why', async () => {
    const { id, view, damage, image } = await createDeleted()
    const { status, body } = await restore(id, view, { reason: 'the right picture' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: view, deleted_at: null, damage_id: damage, image_id: image, version: 3 })
    expect(await corrections.liveViews(id)).toEqual([view])
    expect(await corrections.eventsOf(id, 'view.deleted')).toEqual([
      {
        created_by: 'alder-manager',
        reason: 'the wrong picture',
        item_version: 2,
        changes: { deleted_at: { before: null, after: expect.any(String) } },
      },
    ])
    expect(await restorations(id)).toEqual([
      {
        created_by: 'alder-manager',
        reason: 'the right picture',
        item_version: 3,
        changes: { deleted_at: { before: expect.any(String), after: null } },
      },
    ])
  })

  it('409 while its damage or its picture is deleted', async () => {
    const { id, view, damage } = await corrections.createAll()
    await corrections.call('DELETE', `/inspections/${id}/damages/${damage}`)
    expect(await restore(id, view)).toMatchObject({
      status: 409,
      body: { code: 'view_not_restorable', resource: 'damage', resource_id: damage },
    })
    const next = await createDeleted()
    await corrections.call('DELETE', `/inspections/${next.id}/images/${next.image}`)
    expect(await restore(next.id, next.view)).toMatchObject({
      status: 409,
      body: { code: 'view_not_restorable', resource: 'image', resource_id: next.image },
    })
    expect([...(await restorations(id)), ...(await restorations(next.id))]).toEqual([])
    expect(await corrections.liveViews(next.id)).toEqual([])
  })

  it('200 or 409 while its damage is deleted at the same moment, and no view outlives its damage', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, view, damage } = await createDeleted()
      const [removed, ...answers] = await Promise.all([
        corrections.call('DELETE', `/inspections/${id}/damages/${damage}`),
        ...Array.from({ length: 6 }, () => restore(id, view)),
      ])
      expect(removed.status).toBe(200)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await corrections.liveViews(id)).toEqual([])
    }
  })
})
