import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const ALL = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED']
const pathOf = (inspection: string, image: string) => `/inspections/${inspection}/images/${image}`
const start = (id: string) =>
  service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })
const deletions = (id: string) =>
  service.rows("select payload from events where inspection_id = $1 and type = 'image.deleted'", [id])

describe('deleteImage', () => {
  it('200 hides the image, records image.deleted, and answers a repeat the same', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const { path } = (await service.call('GET', pathOf(id, image))).body
    const first = await service.call('DELETE', pathOf(id, image), {
      json: { authorized_tasks_statuses: ['NOT_STARTED'] },
    })
    expect(first).toMatchObject({ status: 200, body: { id: image, object_type: 'IMAGE', deleted: true } })
    expect(await service.call('DELETE', pathOf(id, image))).toMatchObject({ status: 200, body: first.body })
    expect(await deletions(id)).toEqual([{ payload: { image_id: image } }])
    expect((await service.call('GET', pathOf(id, image))).status).toBe(404)
    expect((await service.call('GET', `/inspections/${id}/images`)).body.data).toEqual([])
    const shown = await service.call('GET', `${pathOf(id, image)}?show_deleted_objects=true`)
    expect(shown.body.deleted_at).toBe(first.body.deleted_at)
    expect((await fetch(`${service.url}${new URL(path).pathname}`)).status).toBe(404)
  })

  it('409 names the task that has started, unless its status is authorized', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    await start(id)
    for (const json of [undefined, {}, { authorized_tasks_statuses: ['NOT_STARTED', 'DONE'] }])
      expect(await service.call('DELETE', pathOf(id, image), { json })).toMatchObject({
        status: 409,
        body: { code: 'image_in_use', image_id: image, task_name: 'compliances', task_status: 'TODO' },
      })
    expect(await deletions(id)).toEqual([])
    const answer = await service.call('DELETE', pathOf(id, image), {
      json: { authorized_tasks_statuses: ALL },
    })
    expect(answer.status).toBe(200)
  })

  it('a task that starts meanwhile runs with the image, or without it', async () => {
    for (let round = 0; round < 12; round++) {
      const id = await createInspection(service)
      const image = await createImage(service, id)
      const remove = () => service.call('DELETE', pathOf(id, image))
      // Each is the first to leave in half of the rounds.
      const first = round % 2 === 0 ? remove() : null
      const started = start(id)
      const deleted = await (first ?? remove())
      expect((await started).status).toBe(200)
      const [run] = await service.rows('select image_ids from task_runs where inspection_id = $1', [id])
      expect({ status: deleted.status, frozen: run.image_ids }).toEqual(
        deleted.status === 200 ? { status: 200, frozen: [] } : { status: 409, frozen: [image] },
      )
    }
  })

  it('waits for whoever is starting a task of the image, and then refuses', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const answer = await service.parts.cell.database
      .forOrganization(service.org.alder)
      .transaction()
      .execute(async (tx) => {
        await tx.selectFrom('tasks').select('id').where('inspection_id', '=', id).forUpdate().execute()
        const pending = service.call('DELETE', pathOf(id, image))
        await waitFor('the deletion to wait for the task', async () => {
          const blocked = await service.rows(
            'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
          )
          return blocked.length > 0
        })
        await tx
          .updateTable('tasks')
          .set({ status: 'TODO', generation: 1 })
          .where('inspection_id', '=', id)
          .execute()
        return { pending }
      })
    expect(await answer.pending).toMatchObject({ status: 409, body: { code: 'image_in_use' } })
  })

  it('412 for a version that is not the image’s', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const { version } = (await service.call('GET', pathOf(id, image))).body
    const stale = { headers: { 'if-match': `"${version + 1}"` } }
    expect(await service.call('DELETE', pathOf(id, image), stale)).toMatchObject({
      status: 412,
      body: { code: 'version_stale' },
    })
    const seen = { headers: { 'if-match': `"${version}"` } }
    expect((await service.call('DELETE', pathOf(id, image), seen)).status).toBe(200)
  })

  it('400 for a status that does not exist, 403 for a reader', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const json = { authorized_tasks_statuses: ['STARTED'] }
    expect((await service.call('DELETE', pathOf(id, image), { json })).status).toBe(400)
    expect((await service.call('DELETE', pathOf(id, image), { as: 'alder-reader' })).status).toBe(403)
    expect((await service.call('GET', pathOf(id, image))).status).toBe(200)
  })

  it('404 for an inspection of another organization, an image of another inspection, and a malformed id', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, await createInspection(service))
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    const foreignImage = await createImage(service, foreign, {}, 'birch-manager')
    for (const path of [
      pathOf(foreign, foreignImage),
      pathOf(id, foreignImage),
      pathOf(id, image),
      pathOf(id, 'x'),
    ])
      expect((await service.call('DELETE', path)).status).toBe(404)
    const rows = await service.rows('select 1 from images where deleted_at is not null and id = any($1)', [
      [image, foreignImage],
    ])
    expect(rows).toEqual([])
  })
})

describe('deleteImages', () => {
  const deleteAll = (id: string, json: object, as = 'alder-manager') =>
    service.call('POST', `/inspections/${id}/images/delete`, { json, as })

  it('200 deletes those it may, and gives one reason for all that are not of the inspection', async () => {
    const id = await createInspection(service)
    const [free, gone] = [await createImage(service, id), await createImage(service, id)]
    await service.call('DELETE', pathOf(id, gone))
    const other = await createImage(service, await createInspection(service))
    const foreign = await createImage(
      service,
      await createInspection(service, { tasks: {} }, 'birch-manager'),
      {},
      'birch-manager',
    )
    const unknown = '0198c0de-0000-7000-8000-000000000001'
    const { status, body } = await deleteAll(id, {
      image_ids: [foreign, free, gone, other, free, unknown, 'z'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      message: '2 of 6 images are deleted',
      deleted_image_ids: [free, gone],
      failed: [foreign, other, unknown, 'z'].map((image_id) => ({ image_id, reason: 'not_found' })),
    })
    expect(await deletions(id)).toHaveLength(2)
    const left = await service.rows('select 1 from images where deleted_at is null and id = any($1)', [
      [other, foreign],
    ])
    expect(left).toHaveLength(2)
  })

  it('200 keeps images whose task has started, unless its status is authorized', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    await start(id)
    expect((await deleteAll(id, { image_ids: [image] })).body).toMatchObject({
      deleted_image_ids: [],
      failed: [{ image_id: image, reason: 'image_in_use' }],
    })
    expect((await service.call('GET', pathOf(id, image))).status).toBe(200)
    const authorized = await deleteAll(id, { image_ids: [image], authorized_tasks_statuses: ['TODO'] })
    expect(authorized.body).toMatchObject({ deleted_image_ids: [image], failed: [] })
  })

  it('400 for none and for more than a hundred, 403 for a reader', async () => {
    const id = await createInspection(service)
    expect((await deleteAll(id, { image_ids: [] })).status).toBe(400)
    expect((await deleteAll(id, { image_ids: Array(101).fill('x') })).status).toBe(400)
    expect((await deleteAll(id, { image_ids: ['x'] }, 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization', async () => {
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    expect((await deleteAll(foreign, { image_ids: ['x'] })).status).toBe(404)
  })
})
