import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, jpeg, waitFor } from '../../../test/factories.ts'
import { waitForWaiting, whileHeld } from '../../../test/held-inspection.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { waitWithoutEnd } from '../../../test/wait-without-end.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const post = (id: string, form: FormData, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/images`, { form, as })

const start = (id: string) =>
  service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })

const listMarks = async (): Promise<string[]> =>
  (await service.rows('select image_id from uploads order by image_id')).map((row) => row.image_id)

const nothingLeftOnDisk = () =>
  waitFor('temporary files to go', async () => readdirSync(service.temporaryDir).length === 0)

describe('createImage', () => {
  it('201 stores the picture, answers the whole image and echoes additional_data', async () => {
    const id = await createInspection(service, { tasks: { damage_detection: {}, wheel_analysis: {} } })
    const bytes = await jpeg(1)
    const fields = {
      tasks: [
        'damage_detection',
        { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } },
        { name: 'compliances', image_details: { sight_id: 's-1' } },
      ],
      image_type: 'close_up',
      image_subtype: 'close_up_part',
      image_sibling_key: 'closeup-sibling-key-1',
      detailed_viewpoint: { centers_on: 'hood', is_exterior: true },
      additional_data: { sight_id: 's-1', label: { en: 'Front' }, createdAt: 'T' },
    }
    const { status, body } = await post(id, imageForm(bytes, fields))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object_type: 'IMAGE',
      inspection_id: id,
      image_width: 320,
      image_height: 240,
      binary_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      mimetype: 'image/jpeg',
      image_type: 'close_up',
      detailed_viewpoint: { centers_on: ['hood'], is_exterior: true },
      additional_data: fields.additional_data,
      rotate_image_before_upload: 'NO_ROTATION',
    })
    expect(body.tasks.sort()).toEqual(['compliances', 'damage_detection', 'wheel_analysis'])
    const { body: tasks } = await service.call('GET', `/inspections/${id}/tasks`)
    expect(tasks.wheel_analysis.images).toEqual([
      { image_id: body.id, details: { wheel_name: 'wheel_front_left' } },
    ])
    const picture = await fetch(`${service.url}${new URL(body.path).pathname}`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('access-control-allow-origin')).toBe('*')
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100)
    expect(await service.rows('select 1 from uploads where image_id = $1', [body.id])).toEqual([])
    await nothingLeftOnDisk()
  })

  it('201 takes the file part under any name, before or after the json part', async () => {
    const id = await createInspection(service)
    const form = new FormData()
    form.set('photo-17.webp', new Blob([new Uint8Array(await jpeg(2))]), 'photo-17.webp')
    form.set(
      'json',
      JSON.stringify({ acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'photo-17.webp' } }),
    )
    const { status, body } = await post(id, form)
    expect(status).toBe(201)
    expect(body).toMatchObject({ image_type: 'beauty_shot', tasks: ['compliances'], additional_data: {} })
  })

  it('201 reports sizes after the rotation asked for', async () => {
    const id = await createInspection(service)
    const { body } = await post(id, imageForm(await jpeg(3), { rotate_image_before_upload: 'CLOCKWISE_90' }))
    expect(body).toMatchObject({
      image_width: 240,
      image_height: 320,
      rotate_image_before_upload: 'CLOCKWISE_90',
    })
  })

  it('201 at once for results that a person makes, and for a picture no open task is left for', async () => {
    const id = await createInspection(service, { tasks: { human_in_the_loop: {} } })
    const form = imageForm(await jpeg(8), { tasks: [{ name: 'human_in_the_loop', wait_for_result: true }] })
    // No worker runs: who waits gets no answer.
    const { status, body } = await waitWithoutEnd(() => post(id, form))
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('compliances')
    await start(id)
    expect(await post(id, imageForm(await jpeg(9)))).toMatchObject({ status: 201, body: { tasks: [] } })
  })

  it('400 for a multipart body without a json part, or with JSON that is refused', async () => {
    const id = await createInspection(service)
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(await jpeg(4))]), 'a.jpg')
    expect(await post(id, form)).toMatchObject({ status: 400, body: { code: 'multipart_malformed' } })
    form.set('json', '{"a":1,"a":2}')
    expect(await post(id, form)).toMatchObject({
      status: 400,
      body: { code: 'body_malformed', reason: 'duplicate_key' },
    })
  })

  it('404 for an inspection of another organization, a malformed id and a deleted one', async () => {
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    const deleted = await createInspection(service)
    await service.call('DELETE', `/inspections/${deleted}`)
    for (const id of [foreign, deleted, 'nope'])
      expect((await post(id, imageForm(await jpeg(5)))).status).toBe(404)
    await nothingLeftOnDisk()
  })

  it('409 for a task that has started, and nothing is left of the picture', async () => {
    const id = await createInspection(service)
    const before = await listMarks()
    await start(id)
    const answer = await post(id, imageForm(await jpeg(6), { tasks: ['compliances'] }))
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'task_already_started', task_name: 'compliances', task_status: 'TODO' },
    })
    expect(await service.rows('select 1 from images where inspection_id = $1', [id])).toEqual([])
    expect(await listMarks()).toEqual(before)
  })

  it('409 for a task that starts while the picture is stored, and only its mark for the sweep is left', async () => {
    const id = await createInspection(service)
    const before = new Set(await listMarks())
    const owner = new pg.Client({ connectionString: service.ownerUrl })
    await owner.connect()
    // The picture is announced in this table, after the first look at its tasks and before the one that counts.
    await owner.query('begin; lock table uploads in share mode')
    const answer = post(id, imageForm(await jpeg(13), { tasks: ['compliances'] }))
    await waitForWaiting(owner, 'uploads')
    await start(id)
    await owner.end()
    expect(await answer).toMatchObject({ status: 409, body: { code: 'task_already_started' } })
    expect(await service.rows('select 1 from images where inspection_id = $1', [id])).toEqual([])
    expect((await listMarks()).filter((mark) => !before.has(mark))).toHaveLength(1)
  })

  it('404 for an inspection that is erased while the picture arrives, and nothing is stored', async () => {
    const id = uuidv7()
    await service.rows(
      `insert into inspections (org_id, id, owner_id, creator_id) values ('${service.org.alder}', $1, 'anna', 'anna')`,
      [id],
    )
    const before = await listMarks()
    const form = imageForm(await jpeg(14))
    const answers = await whileHeld(service, id, 'delete from inspections where id = $1', [
      () => post(id, form),
    ])
    expect(answers).toMatchObject([{ status: 404, body: { code: 'not_found' } }])
    expect(await listMarks()).toEqual(before)
  })

  it('422 for every picture over the limit of the inspection, also when they come at once', async () => {
    const small = await startOwnService({ settings: { IMAGES_PER_INSPECTION_MAX: '3' } })
    const id = await createInspection(small)
    const pictures = await Promise.all(Array.from({ length: 8 }, (_, n) => jpeg(20 + n)))
    const answers = await Promise.all(
      pictures.map((bytes) => small.call('POST', `/inspections/${id}/images`, { form: imageForm(bytes) })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422])
    await small.stop()
  })

  it('413 for a picture over the limit', async () => {
    const id = await createInspection(service)
    const answer = await post(id, imageForm(Buffer.alloc(27 * 1024 * 1024, 1)))
    expect(answer).toMatchObject({ status: 413, body: { code: 'image_too_large', limit_bytes: 26_214_400 } })
  })

  it('415 for bytes that are no picture, whatever their name says', async () => {
    const id = await createInspection(service)
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a...', '<html>', ''])
      expect(await post(id, imageForm(Buffer.from(text)))).toMatchObject({
        status: 415,
        body: { code: 'image_unsupported' },
      })
  })

  it('422 for a damaged picture, a task the inspection lacks, an unknown task and a missing file part', async () => {
    const id = await createInspection(service)
    const bytes = await jpeg(7)
    expect(await post(id, imageForm(bytes.subarray(0, bytes.length / 2)))).toMatchObject({
      status: 422,
      body: { code: 'image_corrupt' },
    })
    expect(await post(id, imageForm(bytes, { tasks: ['wheel_analysis'] }))).toMatchObject({
      status: 422,
      body: { code: 'task_not_in_inspection' },
    })
    expect(await post(id, imageForm(bytes, { tasks: ['constructor'] }))).toMatchObject({
      status: 422,
      body: { code: 'task_unknown' },
    })
    const form = imageForm(bytes)
    form.set(
      'json',
      JSON.stringify({ acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'other' } }),
    )
    expect(await post(id, form)).toMatchObject({ status: 422, body: { code: 'image_file_missing' } })
  })

  it('422 for a URL that the egress guard refuses, with one answer for every reason', async () => {
    const id = await createInspection(service)
    const urls = [
      'http://127.0.0.1/a.jpg',
      'https://localhost/a.jpg',
      'https://169.254.169.254/latest',
      'file:///etc/passwd',
      'https://[::1]/',
    ]
    const answers = await Promise.all(
      urls.map((url) =>
        service.call('POST', `/inspections/${id}/images`, {
          json: { acquisition: { strategy: 'download_from_url', url } },
        }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect({ ...body, request_id: '' }).toEqual({ ...answers[0]?.body, request_id: '' })
    }
  })
})
