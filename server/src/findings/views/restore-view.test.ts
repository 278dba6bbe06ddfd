import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf, statusesOf } from '../../../test/corrections.ts'
import { createInspection } from '../../../test/factories.ts'
import { deletedMeanwhile } from '../../../test/held-inspection.ts'
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

  it('200 with the same body for twenty at once and for one that is not deleted, and one event', async () => {
    const { id, view } = await createDeleted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => restore(id, view)))
    answers.push(await restore(id, view, {}))
    expect(statusesOf(answers)).toEqual(Array(21).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await restorations(id)).toHaveLength(1)
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

  it('412 for a version that is not the current one', async () => {
    const { id, view } = await createDeleted()
    expect((await restore(id, view, {}, 'alder-manager', { 'if-match': '"1"' })).status).toBe(412)
    expect((await restore(id, view, {}, 'alder-manager', { 'if-match': '"2"' })).status).toBe(200)
  })

  it.each([
    ['a list', []],
    ['a long reason', { reason: 'r'.repeat(1_001) }],
  ])('400 for %s', async (_what, json) => {
    const { id, view } = await createDeleted()
    expect((await restore(id, view, json)).status).toBe(400)
    expect((await remove(id, view, json)).status).toBe(400)
  })

  it('403 without the permission to write', async () => {
    const { id, view } = await createDeleted()
    expect((await restore(id, view, {}, 'alder-reader')).status).toBe(403)
  })

  it('404 for another organization, another person, another inspection, a deleted one and no id', async () => {
    const { id, view } = await createDeleted()
    expect((await restore(id, view, {}, 'birch-admin')).status).toBe(404)
    expect((await restore(id, view, {}, 'alder-member')).status).toBe(404)
    expect((await restore(await createInspection(service), view)).status).toBe(404)
    expect((await restore(id, 'x')).status).toBe(404)
    expect(await deletedMeanwhile(service, id, () => restore(id, view))).toBe(404)
    expect(await restorations(id)).toEqual([])
  })
})
