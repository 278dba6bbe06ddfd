import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf } from '../../../test/corrections.ts'
import { whileHeld } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
let corrections: ReturnType<typeof correctionsOf>
beforeAll(async () => {
  service = await startService()
  corrections = correctionsOf(service)
})
afterAll(() => service.stop())

const at = (id: string, damage: string) => `/inspections/${id}/damages/${damage}`
const remove = (id: string, damage: string, json?: unknown) =>
  corrections.call('DELETE', at(id, damage), json)
const restore = (id: string, damage: string, json?: unknown, as = 'alder-manager', headers = {}) =>
  corrections.call('POST', `${at(id, damage)}/restore`, json, as, headers)
const restorations = (id: string) => corrections.eventsOf(id, 'damage.restored')

describe('restoreDamage', () => {
  it('200 brings back the damage with the views that went with it and no others, and records why', async () => {
    const { id, image, damage, view } = await corrections.createAll()
    const [second, earlier] = [
      await corrections.createView(id, damage, image),
      await corrections.createView(id, damage, image),
    ]
    const other = await corrections.createDamage(id)
    const gone = await corrections.createView(id, other, image)
    for (const path of [`views/${earlier}`, `damages/${other}`])
      await corrections.call('DELETE', `/inspections/${id}/${path}`)
    const shown = (await service.call('GET', `/inspections/${id}`)).body.damages
    await remove(id, damage, { reason: 'a reflection' })
    expect(await corrections.liveViews(id)).toEqual([])

    const { status, body } = await restore(id, damage, { reason: 'a dent after all' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: damage, deleted_at: null, part_type: 'hood', version: 3 })
    expect(await corrections.liveViews(id)).toEqual([view, second])
    const after = (await service.call('GET', `/inspections/${id}`)).body
    expect(after.damages).toEqual([{ ...shown[0], version: 3 }])
    expect(after.images[0].views.map((row: { id: string }) => row.id)).toEqual([view, second])
    expect(await corrections.eventsOf(id, 'damage.deleted')).toMatchObject([
      { changes: { deleted_at: { before: null } }, reason: null },
      {
        created_by: 'alder-manager',
        reason: 'a reflection',
        item_version: 2,
        changes: {
          deleted_at: { before: null, after: expect.any(String) },
          view_ids: { before: [view, second], after: [] },
        },
      },
    ])
    expect(await restorations(id)).toEqual([
      {
        created_by: 'alder-manager',
        reason: 'a dent after all',
        item_version: 3,
        changes: {
          deleted_at: { before: expect.any(String), after: null },
          view_ids: { before: [], after: [view, second] },
        },
      },
    ])
    // A view that came back can go again by itself, and then stays away.
    await corrections.call('DELETE', `/inspections/${id}/views/${second}`)
    await remove(id, damage)
    await restore(id, damage)
    expect(await corrections.liveViews(id)).toEqual([view])
    await restore(id, other)
    expect(await corrections.liveViews(id)).toEqual([view, gone].sort())
  })

  it('200 for restores, deletes and corrections at once, and views follow their damage', async () => {
    const { id, image, damage, view } = await corrections.createAll()
    const views = [view, await corrections.createView(id, damage, image)]
    const hold = 'select 1 from inspections where id = $1 for update'
    for (let round = 0; round < 4; round++) {
      const answers = await whileHeld(service, id, hold, [
        () => remove(id, damage),
        () => restore(id, damage),
        () => corrections.call('PATCH', at(id, damage), { damage_size_cm: round + 1, part_type: 'trunk' }),
        ...views.map((one) => () => corrections.call('DELETE', `/inspections/${id}/views/${one}`)),
        ...views.map((one) => () => corrections.call('POST', `/inspections/${id}/views/${one}/restore`)),
      ])
      for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    }
    await restore(id, damage)
    expect(
      await service.rows(
        'select v.id from views v join damages d on d.id = v.damage_id where d.deleted_at is not null and v.deleted_at is null',
      ),
    ).toEqual([])
  })
})
