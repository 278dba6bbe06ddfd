import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
let inspection: string
const ids: string[] = []
beforeAll(async () => {
  service = await startService()
  inspection = await createInspection(service)
  for (let n = 0; n < 5; n++) ids.push(await createImage(service, inspection, { additional_data: { n } }))
})
afterAll(() => service.stop())

const idsOf = (body: { data: { id: string }[] }) => body.data.map((image) => image.id)
const list = (query = '', as = 'alder-manager') =>
  service.call('GET', `/inspections/${inspection}/images${query}`, { as })

describe('listImages', () => {
  it('200 lists newest first and pages both ways', async () => {
    expect(idsOf((await list()).body)).toEqual(ids.toReversed())
    const first = (await list('?limit=2&pagination_order=asc')).body
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    const second = (await list(`?limit=2&pagination_order=asc&after=${first.paging.next}`)).body
    expect(idsOf(second)).toEqual(ids.slice(2, 4))
    expect(
      idsOf((await list(`?limit=2&pagination_order=asc&before=${second.paging.previous}`)).body),
    ).toEqual(ids.slice(0, 2))
  })

  it('404 for a stranger, and for the cursor of another inspection', async () => {
    expect((await list('', 'birch-admin')).status).toBe(404)
    const other = await createImage(service, await createInspection(service))
    expect((await list(`?after=${other}`)).status).toBe(404)
  })
})

describe('getImage', () => {
  it('200 always holds compliances: TODO until the check is done', async () => {
    const { status, body } = await service.call('GET', `/inspections/${inspection}/images/${ids[0]}`)
    expect(status).toBe(200)
    expect(body.compliances).toEqual({
      image_quality_assessment: { status: 'TODO', is_compliant: null, reasons: [] },
    })
  })

  it.each([
    ['the oldest clients', { compliances: { coverage_360: { sight_id: 'fesc20-H1dfdfvH' } } }],
    ['the newer ones', { tasks: [{ name: 'compliances', image_details: { sight_id: 'fesc20-H1dfdfvH' } }] }],
  ])('200 holds the pending check of a sight named in the way of %s', async (_clients, fields) => {
    const id = await createImage(service, inspection, fields)
    const { body } = await service.call('GET', `/inspections/${inspection}/images/${id}`)
    const pending = { status: 'TODO', is_compliant: null, reasons: [] }
    const sight_id = 'fesc20-H1dfdfvH'
    expect(body.compliances).toEqual({
      image_quality_assessment: pending,
      coverage_360: { ...pending, sight_id, parameters: { sight_id } },
    })
    expect(body).not.toHaveProperty('compliance_parameters')
  })

  it('404 for an image of another inspection, of another organization, and a malformed id', async () => {
    const other = await createInspection(service)
    const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
    const foreignImage = await createImage(service, foreign, {}, 'birch-manager')
    for (const path of [
      `${other}/images/${ids[0]}`,
      `${inspection}/images/${foreignImage}`,
      `${foreign}/images/${foreignImage}`,
      `${inspection}/images/x`,
    ])
      expect((await service.call('GET', `/inspections/${path}`)).status).toBe(404)
  })
})
