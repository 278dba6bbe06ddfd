import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../test/factories.ts'
import { type Service, startService } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({
    settings: {
      DAMAGES_PER_INSPECTION_MAX: '3',
      VIEWS_PER_INSPECTION_MAX: '2',
      REPORTS_PER_INSPECTION_MAX: '2',
      JSON_BYTES_MAX: '2048',
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
    ] as const) {
      expect((await grow(path, key, 'a')).status).toBe(200)
      expect(await grow(path, key, 'b')).toMatchObject({ status: 413, body: { limit_bytes: 2048 } })
    }
  })
})
