import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg } from '../../../test/factories.ts'
import { waitForWaiting } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { duplicateKeyOf } from './duplicate-key.ts'
import { readImageTasks } from './image-tasks.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const post = (id: string, bytes: Buffer, fields: object = {}) =>
  service.call('POST', `/inspections/${id}/images`, { form: imageForm(bytes, fields) })
const start = (id: string) =>
  service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })

/** How many of each there are for the inspection. */
async function count(id: string) {
  const [row] = await service.rows(
    `select (select count(*)::int from images where inspection_id = $1) images,
            (select count(*)::int from events where inspection_id = $1 and type = 'image.created') events,
            (select count(*)::int from uploads) uploads`,
    [id],
  )
  const [{ jobs }] = await service.jobRows(
    "select count(*)::int jobs from pgboss.job where name = 'check_image' and data->>'inspection_id' = $1",
    [id],
  )
  return { ...row, jobs }
}
const ONE = { images: 1, events: 1, uploads: 0, jobs: 1 }

describe('createImage of a picture that was sent before', () => {
  it('201 answers the first image, also once its task has started, and makes nothing new', async () => {
    const id = await createInspection(service)
    const bytes = await jpeg(1)
    const sent = (created_at: string) => ({
      tasks: [{ name: 'compliances', image_details: { sight_id: 's-1' } }],
      additional_data: { sight_id: 's-1', created_at, label: { en: created_at } },
    })
    const first = await post(id, bytes, sent('first'))
    expect(first.status).toBe(201)
    expect(await post(id, bytes, sent('second'))).toMatchObject({ status: 201, body: { id: first.body.id } })
    await start(id)
    const third = await post(id, bytes, sent('third'))
    expect(third).toMatchObject({ status: 201, body: first.body })
    expect(third.body.additional_data.created_at).toBe('first')
    expect(await count(id)).toEqual(ONE)
    // Another picture is late all the same.
    expect(await post(id, await jpeg(2), sent('first'))).toMatchObject({
      status: 409,
      body: { code: 'task_already_started' },
    })
  })

  it('201 with one id for twenty at once, and one row, event, job and set of objects', async () => {
    const id = await createInspection(service)
    const bytes = await jpeg(3)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(id, bytes, { additional_data: { created_at: n } })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await count(id)).toEqual(ONE)
  })

  it('201 when the first one arrived and its task started while the second was being stored', async () => {
    const id = await createInspection(service)
    const bytes = await jpeg(4)
    const fields = { tasks: ['compliances'] }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = duplicateKeyOf(
      sha256,
      { acquisition: { strategy: 'upload_multipart_form_keys' } },
      readImageTasks(fields.tasks),
    )
    const owner = new pg.Client({ connectionString: service.ownerUrl })
    await owner.connect()
    // The picture is announced in this table, after the first look for a duplicate and before the one that counts.
    await owner.query('begin; lock table uploads in share mode')
    const answer = post(id, bytes, fields)
    await waitForWaiting(owner, 'uploads')
    const first = uuidv7()
    await service.rows(
      `insert into images (org_id, inspection_id, id, mimetype, image_width, image_height, binary_size, sha256, duplicate_key)
       values ('${service.org.alder}', $1, $2, 'image/jpeg', 320, 240, 1, $3, $4)`,
      [id, first, sha256, key],
    )
    await start(id)
    await owner.end()
    expect(await answer).toMatchObject({ status: 201, body: { id: first } })
    expect(await count(id)).toEqual({ images: 1, events: 0, uploads: 0, jobs: 0 })
  })

  it('201 makes a new image for another sight, another inspection, and once the first is deleted', async () => {
    const id = await createInspection(service)
    const bytes = await jpeg(5)
    const first = (await post(id, bytes)).body.id
    const sight = (await post(id, bytes, { additional_data: { sight_id: 's-2' } })).body.id
    const elsewhere = (await post(await createInspection(service), bytes)).body.id
    await service.call('DELETE', `/inspections/${id}/images/${first}`)
    const again = await post(id, bytes)
    expect(again.status).toBe(201)
    expect(new Set([first, sight, elsewhere, again.body.id]).size).toBe(4)
  })

  it('404 for the same picture in an inspection of another organization', async () => {
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    await createImage(service, foreign, {}, 'birch-manager')
    expect((await post(foreign, await jpeg(1))).status).toBe(404)
  })
})
