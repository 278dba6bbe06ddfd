import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { whileHeld } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const remove = (id: string, damageId: string, as = 'alder-manager', headers = {}) =>
  service.call('DELETE', `/inspections/${id}/damages/${damageId}`, { as, headers })

async function createDamage(id: string): Promise<string> {
  const json = { damage_type: 'dent', part_type: 'hood' }
  return (await service.call('POST', `/inspections/${id}/damages`, { json })).body.id
}

async function createView(id: string, damageId: string, imageId: string): Promise<string> {
  const bounding_box = { xmin: 1, ymin: 2, width: 3, height: 4 }
  const json = { image_id: imageId, damage_id: damageId, bounding_box }
  const answer = await service.call('POST', `/inspections/${id}/views`, { json })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

describe('deleteDamage', () => {
  it('200 deletes the damage with its views, keeps the part and records damage.deleted', async () => {
    const id = await createInspection(service)
    const imageId = await createImage(service, id)
    const [damage, other] = [await createDamage(id), await createDamage(id)]
    const views = [await createView(id, damage, imageId), await createView(id, other, imageId)]
    const { status, body } = await remove(id, damage)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: damage,
      object_type: 'DAMAGE',
      deleted: true,
      deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      parts: [],
      estimate_effect: null,
    })
    expect(
      await service.rows(
        'select id, deleted_at is null as live from views where inspection_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      { id: views[0], live: false },
      { id: views[1], live: true },
    ])
    const inspection = (await service.call('GET', `/inspections/${id}`)).body
    expect(inspection.damages.map((row: { id: string }) => row.id)).toEqual([other])
    expect(inspection.parts).toMatchObject([{ part_type: 'hood', damage_ids: [other] }])
    expect(inspection.images[0].views.map((row: { id: string }) => row.id)).toEqual([views[1]])
    expect(await deletions(id)).toEqual([{ payload: { damage_id: damage } }])
  })

  it('200 and the part is gone with its last damage, back with it, and kept by a price', async () => {
    const id = await createInspection(service)
    const damage = await createDamage(id)
    const parts = async (query = '') =>
      (await service.call('GET', `/inspections/${id}${query}`)).body.parts.map(
        (part: { part_type: string }) => part.part_type,
      )
    await remove(id, damage)
    expect(await parts()).toEqual([])
    expect(await parts('?show_deleted_objects=true')).toEqual(['hood'])
    await service.call('POST', `/inspections/${id}/damages/${damage}/restore`)
    expect(await parts()).toEqual(['hood'])
    await remove(id, damage)
    const price = { label: 'hood', pricing: 120, level: 2, repair_operation: 'replace' }
    await service.call('POST', `/inspections/${id}/severity_pricing`, { json: price })
    expect(await parts()).toEqual(['hood'])
  })

  it('200 with the same body when it is repeated, and one event', async () => {
    const id = await createInspection(service)
    const damage = await createDamage(id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id, damage)))
    answers.push(await remove(id, damage))
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await deletions(id)).toHaveLength(1)
  })

  it('200 or 404 for views that are made meanwhile, and none outlives its damage', async () => {
    const id = await createInspection(service)
    const image_id = await createImage(service, id)
    const bounding_box = { xmin: 1, ymin: 2, width: 3, height: 4 }
    for (let round = 0; round < 5; round++) {
      const damage_id = await createDamage(id)
      const [removed, ...made] = await Promise.all([
        remove(id, damage_id),
        ...Array.from({ length: 6 }, () =>
          service.call('POST', `/inspections/${id}/views`, { json: { image_id, damage_id, bounding_box } }),
        ),
      ])
      expect(removed.status).toBe(200)
      for (const { status } of made) expect([201, 404]).toContain(status)
    }
    expect(
      await service.rows(
        'select v.id from views v join damages d on d.id = v.damage_id where d.deleted_at is not null and v.deleted_at is null',
      ),
    ).toEqual([])
  })

  it('200 for damages and their views that are deleted at once', async () => {
    const id = await createInspection(service)
    const imageId = await createImage(service, id)
    const hold = 'select 1 from inspections where id = $1 for update'
    for (let round = 0; round < 4; round++) {
      const damages = [await createDamage(id), await createDamage(id)]
      const views: string[] = []
      for (const damage of [...damages, ...damages, ...damages])
        views.push(await createView(id, damage, imageId))
      const answers = await whileHeld(service, id, hold, [
        ...damages.map((damage) => () => remove(id, damage)),
        ...views.map((view) => () => service.call('DELETE', `/inspections/${id}/views/${view}`)),
      ])
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    }
    expect(
      await service.rows('select id from views where inspection_id = $1 and deleted_at is null', [id]),
    ).toEqual([])
  })

  it('412 for a version that is not the current one', async () => {
    const id = await createInspection(service)
    const damage = await createDamage(id)
    expect(await remove(id, damage, 'alder-manager', { 'if-match': '"7"' })).toMatchObject({
      status: 412,
      body: { code: 'version_stale', version: 1 },
    })
    expect((await remove(id, damage, 'alder-manager', { 'if-match': '"1"' })).status).toBe(200)
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    expect((await remove(id, await createDamage(id), 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, for a damage of another inspection and for no id', async () => {
    const id = await createInspection(service)
    const damage = await createDamage(id)
    const other = await createInspection(service)
    expect((await remove(id, damage, 'birch-admin')).status).toBe(404)
    expect((await remove(other, damage)).status).toBe(404)
    expect((await remove(id, 'x')).status).toBe(404)
    expect(await deletions(id)).toEqual([])
  })
})

const deletions = (id: string) =>
  service.rows("select payload from events where inspection_id = $1 and type = 'damage.deleted'", [id])
