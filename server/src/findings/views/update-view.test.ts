import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOX, correctionsOf, statusesOf } from '../../../test/corrections.ts'
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

const patch = (id: string, view: string, json: unknown, as = 'alder-manager', headers = {}) =>
  corrections.call('PATCH', `/inspections/${id}/views/${view}`, json, as, headers)
const updates = (id: string) => corrections.eventsOf(id, 'view.updated')

const MOVED = { xmin: 50, ymin: 60, width: 7, height: 8 }
const corners = ({ xmin, ymin, width, height }: typeof BOX) => [
  [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin + width, ymin + height],
    [xmin, ymin + height],
  ],
]
const TRIANGLE = [
  [
    [10, 10],
    [30, 10],
    [20, 25],
  ],
]

describe('updateView', () => {
  it('200 draws the region anew from either form, keeps who made it and records what was before', async () => {
    const { id, image, damage, view } = await corrections.createAll()
    await service.rows("update views set created_by = 'algo', confidence = 0.9 where id = $1", [view])
    const { status, body } = await patch(id, view, { bounding_box: MOVED, reason: 'too high' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: view,
      created_by: 'algo',
      element_id: damage,
      damage_id: damage,
      image_id: image,
      inspection_id: id,
      bounding_box: MOVED,
      polygons: corners(MOVED),
      image_region: { specification: { bounding_box: MOVED, polygons: corners(MOVED) } },
      is_user_modified: true,
      version: 3,
      estimate_effect: null,
    })
    expect(body).not.toHaveProperty('confidence')
    expect((await patch(id, view, { polygons: TRIANGLE })).body).toMatchObject({
      polygons: TRIANGLE,
      bounding_box: { xmin: 10, ymin: 10, width: 20, height: 15 },
      version: 4,
    })
    expect((await updates(id))[0]).toEqual({
      created_by: 'alder-manager',
      reason: 'too high',
      item_version: 3,
      changes: {
        bounding_box: { before: BOX, after: MOVED },
        polygons: { before: corners(BOX), after: corners(MOVED) },
      },
    })
    const [shown] = (await service.call('GET', `/inspections/${id}`)).body.images[0].views
    expect(shown).toMatchObject({ id: view, image_region: { specification: { polygons: TRIANGLE } } })
  })

  it('200 with the same body for twenty at once, and one event', async () => {
    const { id, view } = await corrections.createAll()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => patch(id, view, { bounding_box: MOVED })),
    )
    expect(statusesOf(answers)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await updates(id)).toHaveLength(1)
  })

  it('412 for a version that is not the current one; of twenty with the same one, one wins', async () => {
    const { id, view } = await corrections.createAll()
    const given = (xmin: number, version: number) =>
      patch(id, view, { bounding_box: { ...MOVED, xmin } }, 'alder-manager', { 'if-match': `"${version}"` })
    expect((await given(1, 9)).status).toBe(412)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => given(n + 2, 1)))
    expect(answers.filter((answer) => answer.status === 200)).toMatchObject([{ body: { version: 2 } }])
    expect(answers.filter((answer) => answer.status === 412)).toHaveLength(19)
  })

  it.each([
    [400, { bounding_box: { xmin: 1 } }],
    [400, { polygons: [['x']] }],
    [400, { bounding_box: MOVED, reason: 'r'.repeat(1_001) }],
    [422, {}],
    [422, { reason: 'no region' }],
    [422, { polygons: [[]] }],
    [422, { bounding_box: { ...MOVED, xmin: 5_000 } }],
  ])('%i for %j', async (status, json) => {
    const { id, view } = await corrections.createAll()
    expect((await patch(id, view, json)).status).toBe(status)
    expect(await updates(id)).toEqual([])
  })

  it('403 without the permission to write', async () => {
    const { id, view } = await corrections.createAll()
    expect((await patch(id, view, { bounding_box: MOVED }, 'alder-reader')).status).toBe(403)
  })

  it('404 for another organization, person and inspection, a deleted view or picture, and no id', async () => {
    const { id, image, damage, view } = await corrections.createAll()
    const wish = { bounding_box: MOVED }
    expect((await patch(id, view, wish, 'birch-admin')).status).toBe(404)
    expect((await patch(id, view, wish, 'alder-member')).status).toBe(404)
    expect((await patch(await createInspection(service), view, wish)).status).toBe(404)
    expect((await patch(id, 'x', wish)).status).toBe(404)
    const gone = await corrections.createView(id, damage, image)
    await corrections.call('DELETE', `/inspections/${id}/views/${gone}`)
    expect((await patch(id, gone, wish)).status).toBe(404)
    expect(await deletedMeanwhile(service, id, () => patch(id, view, wish))).toBe(404)
    const next = await corrections.createAll()
    await corrections.call('DELETE', `/inspections/${next.id}/images/${next.image}`)
    expect((await patch(next.id, next.view, wish)).status).toBe(404)
    expect([...(await updates(id)), ...(await updates(next.id))]).toEqual([])
  })
})
