import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const remove = (id: string, viewId: string, as = 'alder-manager', headers = {}) =>
  service.call('DELETE', `/inspections/${id}/views/${viewId}`, { as, headers })

async function createView(id: string): Promise<string> {
  const image_id = await createImage(service, id)
  const damage = { damage_type: 'dent', part_type: 'hood' }
  const damage_id = (await service.call('POST', `/inspections/${id}/damages`, { json: damage })).body.id
  const json = { image_id, damage_id, bounding_box: { xmin: 1, ymin: 2, width: 3, height: 4 } }
  const answer = await service.call('POST', `/inspections/${id}/views`, { json })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

describe('deleteView', () => {
  it('200 deletes the view, keeps the damage and records view.deleted', async () => {
    const id = await createInspection(service)
    const view = await createView(id)
    const { status, body } = await remove(id, view)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: view,
      object_type: 'VIEW',
      deleted: true,
      deleted_at: expect.any(String),
      estimate_effect: null,
    })
    const inspection = (await service.call('GET', `/inspections/${id}`)).body
    expect(inspection.images[0].views).toEqual([])
    expect(inspection.damages).toHaveLength(1)
    expect(await deletions(id)).toEqual([{ payload: { view_id: view } }])
  })

  it('200 with the same body when it is repeated, and one event', async () => {
    const id = await createInspection(service)
    const view = await createView(id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id, view)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await deletions(id)).toHaveLength(1)
  })

  it('412 for a version that is not the current one', async () => {
    const id = await createInspection(service)
    const view = await createView(id)
    expect((await remove(id, view, 'alder-manager', { 'if-match': '"2"' })).status).toBe(412)
    expect(await deletions(id)).toEqual([])
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    expect((await remove(id, await createView(id), 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, for a view of another inspection and for no id', async () => {
    const id = await createInspection(service)
    const view = await createView(id)
    expect((await remove(id, view, 'birch-admin')).status).toBe(404)
    expect((await remove(await createInspection(service), view)).status).toBe(404)
    expect((await remove(id, 'x')).status).toBe(404)
    expect(await deletions(id)).toEqual([])
  })
})

const deletions = (id: string) =>
  service.rows("select payload from events where inspection_id = $1 and type = 'view.deleted'", [id])
