import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({
    settings: {
      DAMAGES_PER_INSPECTION_MAX: '3',
      VIEWS_PER_INSPECTION_MAX: '2',
      REPORTS_PER_INSPECTION_MAX: '2',
      PRICINGS_PER_INSPECTION_MAX: '2',
      IMAGES_PER_INSPECTION_MAX: '2',
      IMAGES_EVER_PER_INSPECTION_MAX: '3',
      FREE_DATA_BYTES_MAX: '2048',
      ANSWER_BYTES_MAX: '20000',
      LIST_BYTES_MAX: '20000',
    },
  })
})
afterAll(() => service.stop())

const post = (path: string, json: unknown) => service.call('POST', path, { json })
const damage = { damage_type: 'dent', part_type: 'hood' }

describe('limits of an inspection', () => {
  it('422 for one damage more than the limit, of ten at once and with deleted ones', async () => {
    const id = await createInspection(service)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(`/inspections/${id}/damages`, damage)),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3)
    const refused = answers.find((answer) => answer.status !== 201)
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'limit_reached', resource: 'damages', limit: 3 },
    })
    const first = answers.find((answer) => answer.status === 201)
    await service.call('DELETE', `/inspections/${id}/damages/${first?.body.id}`)
    expect((await post(`/inspections/${id}/damages`, damage)).status).toBe(422)
  })

  it('422 for one view, one report more than the limit', async () => {
    const id = await createInspection(service)
    const image_id = await createImage(service, id)
    const { body } = await post(`/inspections/${id}/damages`, damage)
    const view = { image_id, damage_id: body.id, bounding_box: { xmin: 1, ymin: 1, width: 9, height: 9 } }
    const views = [1, 2, 3].map(() => () => post(`/inspections/${id}/views`, view))
    const reports = ['a', 'b', 'c'].map((customer) => () => post(`/inspections/${id}/pdf`, { customer }))
    const statuses: number[] = []
    for (const ask of [...views, ...reports]) statuses.push((await ask()).status)
    expect(statuses).toEqual([201, 201, 422, 201, 201, 422])
  })

  it('422 for one price more than the limit, with deleted ones', async () => {
    const id = await createInspection(service)
    const statuses: number[] = []
    for (const part_type of ['hood', 'roof', 'trunk'])
      statuses.push(
        (await post(`/inspections/${id}/pricing`, { pricing: 1, related_item_type: 'part', part_type }))
          .status,
      )
    expect(statuses).toEqual([201, 201, 422])
  })

  it('422 for more pictures than the limit, whether they are there or deleted', async () => {
    const id = await createInspection(service)
    const images = [await createImage(service, id), await createImage(service, id)]
    await expect(createImage(service, id)).rejects.toThrow('images_too_many')
    for (const image of images) await service.call('DELETE', `/inspections/${id}/images/${image}`)
    await createImage(service, id)
    await expect(createImage(service, id)).rejects.toThrow('limit_reached')
  })

  it('200 for as much of a page as the limit allows', async () => {
    const heavy = { tasks: {}, additional_data: {} }
    for (let n = 0; n < 12; n++) {
      const id = await createInspection(service, heavy)
      await createImage(service, id, { additional_data: { note: 'x'.repeat(1_900) } })
    }
    const page = await service.call('GET', '/inspections?limit=12')
    expect(page.status).toBe(200)
    expect(page.body.data.length).toBeGreaterThan(4)
    expect(page.body.data.length).toBeLessThan(12)
    expect(page.body.paging.next).toBe(page.body.data.at(-1).id)
    const part = await service.call('GET', '/inspections?limit=3')
    expect(part.status).toBe(200)
    expect(part.body.data.flatMap((row: { images: unknown[] }) => row.images)).toHaveLength(3)
  })

  it('422 for tasks of whose pictures clients said more than an answer carries', async () => {
    const id = await createInspection(service, { tasks: { damage_detection: {}, wheel_analysis: {} } })
    const image_details = { note: 'x'.repeat(1_900) }
    const get = (path: string) => service.call('GET', `/inspections/${id}/tasks${path}`)
    const named = ['damage_detection', 'wheel_analysis'].map((name) => ({ name, image_details }))
    for (let n = 0; n < 2; n++) await createImage(service, id, { tasks: named })
    expect(await get('')).toMatchObject({
      status: 200,
      body: { damage_detection: { images: [{}, {}] }, wheel_analysis: { images: [{}, {}] } },
    })
    await service.rows(
      `update image_tasks set details = jsonb_build_object('note', repeat('x', 6000))
       from images where images.id = image_tasks.image_id and images.inspection_id = $1`,
      [id],
    )
    expect(await get('')).toMatchObject({ status: 422, body: { code: 'answer_too_large' } })
    // One of them alone still fits.
    expect((await get('/damage_detection')).status).toBe(200)
    await service.rows(
      `update image_tasks set details = jsonb_build_object('note', repeat('x', 12000))
       from images where images.id = image_tasks.image_id and images.inspection_id = $1`,
      [id],
    )
    expect(await get('/damage_detection')).toMatchObject({
      status: 422,
      body: { code: 'answer_too_large', limit_bytes: 20_000 },
    })
  })

  it('413 for free data that is too large from the start', async () => {
    const note = 'x'.repeat(2_100)
    for (const body of [
      { tasks: {}, additional_data: { note } },
      { tasks: {}, vehicle: { additional_data: { note } } },
      { tasks: { compliances: { note } } },
    ])
      expect(await post('/inspections', body)).toMatchObject({
        status: 413,
        body: { code: 'data_too_large' },
      })
    const id = await createInspection(service)
    await expect(createImage(service, id, { additional_data: { note } })).rejects.toThrow('data_too_large')
    const tasks = [{ name: 'compliances', image_details: { note } }]
    await expect(createImage(service, id, { tasks })).rejects.toThrow('data_too_large')
  })

  it('400 for a VIN or plate that nobody could search for', async () => {
    for (const vehicle of [{ vin: '車'.repeat(2_000) }, { plate: '車'.repeat(101) }])
      expect((await post('/inspections', { tasks: {}, vehicle })).status).toBe(400)
  })

  it('413 for more free data than one request could carry', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const grow = (path: string, key: string, text: string) =>
      service.call('PATCH', path, { json: { [key]: { [text]: 'x'.repeat(1_200) } } })
    for (const [path, key] of [
      [`/inspections/${id}`, 'additional_data'],
      [`/inspections/${id}/images/${image}`, 'additional_data'],
      [`/inspections/${id}/vehicle`, 'additional_data'],
      [`/inspections/${id}/vehicle`, 'owner_info'],
      [`/inspections/${id}/tasks/compliances`, 'arguments'],
    ] as const) {
      expect((await grow(path, key, 'a')).status).toBe(200)
      expect(await grow(path, key, 'b')).toMatchObject({
        status: 413,
        body: { code: 'data_too_large', limit_bytes: 2048 },
      })
    }
  })
})
