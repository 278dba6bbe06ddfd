import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const bounding_box = { xmin: 10, ymin: 20, width: 30, height: 40 }
const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }

const post = (id: string, json: unknown, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/views`, { json, as })

async function createDamage(id: string): Promise<string> {
  const json = { damage_type: 'dent', part_type: 'hood' }
  return (await service.call('POST', `/inspections/${id}/damages`, { json })).body.id
}

/** An inspection with an image of 320 x 240 and a damage. */
async function createSeen(body: object = { tasks: {} }) {
  const id = await createInspection(service, body)
  return { id, image_id: await createImage(service, id), damage_id: await createDamage(id) }
}

const points = (length: number) => Array.from({ length }, () => [1, 1])

/** Does something while somebody else changes one task of the inspection. */
async function whileTaskChanges<T>(id: string, name: string, run: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: service.ownerUrl })
  await other.connect()
  try {
    await other.query('begin')
    const { rowCount } = await other.query(
      'select 1 from tasks where inspection_id = $1 and name = $2 for update',
      [id, name],
    )
    expect(rowCount).toBe(1)
    return await run()
  } finally {
    await other.end()
  }
}

async function postWithNewImage(id: string, damage_id: string, seed: number, box = bounding_box) {
  const fields = { acquisition: undefined, damage_id, bounding_box: box, new_image: { acquisition } }
  const form = imageForm(await jpeg(seed), fields)
  return service.call('POST', `/inspections/${id}/views`, { form })
}

const viewRows = (id: string) => service.rows('select * from views where inspection_id = $1', [id])

describe('createView', () => {
  it('201 returns the view and records view.created', async () => {
    const { id, image_id, damage_id } = await createSeen()
    const polygons = [
      [
        [1, 2],
        [3, 4],
      ],
    ]
    const { status, body } = await post(id, { image_id, damage_id, polygons, bounding_box })
    expect(status).toBe(201)
    const view = {
      id: expect.any(String),
      object_type: 'VIEW',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      deleted_at: null,
      created_by: expect.stringMatching(/./),
      element_id: damage_id,
      image_region: {
        id: expect.any(String),
        object_type: 'IMAGE_REGION',
        image_id,
        specification: { bounding_box, polygons },
      },
      rendered_outputs: [],
      is_user_modified: false,
      version: 1,
    }
    const flat = { inspection_id: id, image_id, damage_id, bounding_box, polygons }
    expect(body).toEqual({ ...view, ...flat, estimate_effect: null })
    expect(body.created_by).not.toBe('algo')
    const shown = (await service.call('GET', `/inspections/${id}`)).body.images[0].views
    expect(shown).toEqual([view])
    expect(
      await service.rows("select payload from events where inspection_id = $1 and type = 'view.created'", [
        id,
      ]),
    ).toEqual([{ payload: { view_id: body.id, image_id, damage_id } }])
  })

  it('201 in the spelling of the specification, with the other form of the region made', async () => {
    const { id, image_id: imageId, damage_id: damageId } = await createSeen()
    expect((await post(id, { imageId, damageId, boundingBox: bounding_box })).body.polygons).toEqual([
      [
        [10, 20],
        [40, 20],
        [40, 60],
        [10, 60],
      ],
    ])
    const line = [[1, 2] as const, [31, 12] as const]
    expect((await post(id, { imageId, damageId, polygons: [line] })).body.bounding_box).toEqual({
      xmin: 1,
      ymin: 2,
      width: 30,
      height: 10,
    })
  })

  it('201 with a new image in the same request', async () => {
    const { id, damage_id } = await createSeen()
    const fields = {
      acquisition: undefined,
      damage_id,
      bounding_box,
      new_image: { acquisition, name: 'close look', additional_data: { keepMe: 1 } },
    }
    const form = imageForm(await jpeg(501), fields)
    const answer = await service.call('POST', `/inspections/${id}/views`, { form })
    expect(answer).toMatchObject({ status: 201, body: { damage_id, bounding_box } })
    const { images } = (await service.call('GET', `/inspections/${id}`)).body
    expect(images).toHaveLength(2)
    expect(images[1]).toMatchObject({
      id: answer.body.image_id,
      name: 'close look',
      additional_data: { keepMe: 1 },
      image_width: 320,
      views: [{ id: answer.body.id }],
    })
  })

  it('201 with a new image also after every task is over: that is when people correct', async () => {
    const { id, damage_id } = await createSeen()
    for (const status of ['TODO', 'DONE'])
      await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status } })
    expect(await postWithNewImage(id, damage_id, 502)).toMatchObject({ status: 201 })
  })

  it('201 with a new image while a task that it does not join changes', async () => {
    const { id, damage_id } = await createSeen({ tasks: { damage_detection: {} } })
    const answer = await whileTaskChanges(id, 'damage_detection', () => postWithNewImage(id, damage_id, 506))
    expect(answer.status).toBe(201)
  })

  it('404 with a new image whose damage is deleted while it waits for its task', async () => {
    const { id, damage_id } = await createSeen()
    const [made, deleted] = await whileTaskChanges(id, 'compliances', async () => {
      const made = postWithNewImage(id, damage_id, 507)
      await waitFor('the new image to wait for its task', async () => {
        const waiting = await service.rows(
          'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
        )
        return waiting.length > 0
      })
      // Whoever waits for a task holds nothing that comes after it, so the delete goes through at once.
      return [made, await service.call('DELETE', `/inspections/${id}/damages/${damage_id}`)] as const
    })
    expect([deleted.status, (await made).status]).toEqual([200, 404])
  })

  it('201 for the same new image on many damages at once', async () => {
    const { id } = await createSeen()
    const damages = await Promise.all(Array.from({ length: 4 }, () => createDamage(id)))
    const answers = await Promise.all(damages.map((damage_id) => postWithNewImage(id, damage_id, 503)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
    const [image] = new Set(answers.map((answer) => answer.body.image_id))
    const { images } = (await service.call('GET', `/inspections/${id}`)).body
    expect(images.map((row: { id: string }) => row.id)).toEqual([expect.any(String), image])
    expect(images[1].views).toHaveLength(4)
  })

  it.each([
    [{ image_id: undefined }],
    [{ image_id: null, new_image: {} }],
    [{ image_id: undefined, new_image: null }],
    [{ image_id: undefined, new_image: { name: 'x', acquisition: null } }],
  ])('422 view_image_missing for %j', async (fields) => {
    const { id, ...seen } = await createSeen()
    const answer = await post(id, { ...seen, bounding_box, ...fields })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'view_image_missing', message: expect.any(String) },
    })
  })

  it.each([[{}], [{ polygons: [] }], [{ polygons: [[]] }], [{ polygons: null, bounding_box: null }]])(
    '422 view_region_missing for %j',
    async (fields) => {
      const { id, ...seen } = await createSeen()
      expect(await post(id, { ...seen, ...fields })).toMatchObject({
        status: 422,
        body: { code: 'view_region_missing' },
      })
    },
  )

  it('422 view_outside_image, also for a new image, which is then not kept', async () => {
    const { id, image_id, damage_id } = await createSeen()
    const far = { ...bounding_box, xmin: 321 }
    expect(await post(id, { image_id, damage_id, bounding_box: far })).toMatchObject({
      status: 422,
      body: { code: 'view_outside_image', image_width: 320, image_height: 240 },
    })
    expect(await postWithNewImage(id, damage_id, 504, far)).toMatchObject({
      status: 422,
      body: { code: 'view_outside_image' },
    })
    expect((await service.call('GET', `/inspections/${id}`)).body.images).toHaveLength(1)
    expect(await viewRows(id)).toEqual([])
  })

  it('422 when the file part has another name than file_key says', async () => {
    const { id, damage_id } = await createSeen()
    const new_image = { acquisition: { ...acquisition, file_key: 'other' } }
    const form = imageForm(await jpeg(505), { acquisition: undefined, damage_id, bounding_box, new_image })
    expect(await service.call('POST', `/inspections/${id}/views`, { form })).toMatchObject({
      status: 422,
      body: { code: 'image_file_missing' },
    })
  })

  it.each([
    ['no damage', { damage_id: undefined }],
    ['a box without a height', { bounding_box: { xmin: 1, ymin: 2, width: 3 } }],
    ['a negative width', { bounding_box: { ...bounding_box, width: -1 } }],
    ['a coordinate beyond the limit', { bounding_box: { ...bounding_box, xmin: 1e6 + 1 } }],
    ['a coordinate that is text', { bounding_box: { ...bounding_box, xmin: '1' } }],
    ['a point of three numbers', { polygons: [[[1, 2, 3]]] }],
    ['a point of one number', { polygons: [[[1]]] }],
    ['a polygon without points', { polygons: [[1, 2]] }],
    ['a point with a null', { polygons: [[[1, null]]] }],
    ['a point beyond the limit', { polygons: [[[1, -1e6 - 1]]] }],
    ['201 polygons', { polygons: Array.from({ length: 201 }, () => [[1, 1]]) }],
    ['5,001 points in two polygons', { polygons: [points(2_501), points(2_500)] }],
  ])('400 for %s', async (_what, fields) => {
    const { id, ...seen } = await createSeen()
    expect(await post(id, { ...seen, bounding_box, ...fields })).toMatchObject({
      status: 400,
      body: { code: 'request_invalid' },
    })
  })

  it('403 without the permission to write', async () => {
    const { id, ...seen } = await createSeen()
    for (const as of ['alder-reader', 'alder-device'])
      expect((await post(id, { ...seen, bounding_box }, as)).status).toBe(403)
  })

  it('404 for an inspection of another organization, and for a deleted one', async () => {
    const { id, ...seen } = await createSeen()
    expect((await post(id, { ...seen, bounding_box }, 'birch-admin')).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await post(id, { ...seen, bounding_box })).status).toBe(404)
    expect(await viewRows(id)).toEqual([])
  })

  it('404 for an image or damage of another inspection, whatever else is wrong', async () => {
    const { id, image_id, damage_id } = await createSeen()
    const other = await createSeen()
    for (const named of [
      { image_id: other.image_id, damage_id },
      { image_id, damage_id: other.damage_id },
      { image_id: 'x', damage_id },
      { image_id, damage_id: 'x' },
      { damage_id: other.damage_id, new_image: {} },
    ]) {
      expect((await post(id, { ...named, bounding_box })).status).toBe(404)
      expect((await post(id, named)).status).toBe(404)
    }
    expect(await viewRows(id)).toEqual([])
  })

  it('404 for a deleted damage', async () => {
    const { id, image_id, damage_id } = await createSeen()
    await service.call('DELETE', `/inspections/${id}/damages/${damage_id}`)
    expect((await post(id, { image_id, damage_id, bounding_box })).status).toBe(404)
  })

  it('404 for a deleted image', async () => {
    const { id, image_id, damage_id } = await createSeen()
    await service.rows('update images set deleted_at = now() where id = $1', [image_id])
    expect((await post(id, { image_id, damage_id, bounding_box })).status).toBe(404)
  })
})
