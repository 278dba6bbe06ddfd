import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
let inspection: string
beforeAll(async () => {
  service = await startOwnService({ settings: { FREE_DATA_BYTES_MAX: '4096' } })
  inspection = await createInspection(service)
})
afterAll(() => service.stop())

const pathOf = (image: string, id = inspection) => `/inspections/${id}/images/${image}`
const updates = (image: string) =>
  service.rows("select 1 from events where type = 'image.updated' and payload->>'image_id' = $1", [image])

async function strangers(suffix: string, json: object) {
  const other = await createInspection(service)
  const foreign = await createInspection(service, { tasks: {} }, 'birch-manager')
  const foreignImage = await createImage(service, foreign, {}, 'birch-manager')
  const own = await createImage(service, inspection)
  const deleted = await createImage(service, inspection)
  await service.call('DELETE', pathOf(deleted))
  const paths = [
    pathOf(foreignImage, foreign),
    pathOf(foreignImage),
    pathOf(own, other),
    pathOf(deleted),
    pathOf('x'),
  ]
  return Promise.all(
    paths.map(async (path) => (await service.call('PATCH', `${path}${suffix}`, { json })).status),
  )
}

describe('updateImage', () => {
  it('200 merges additional_data, answers the image with its next version and records image.updated', async () => {
    const image = await createImage(service, inspection, {
      additional_data: { sight_id: 's-1', a: { b: 1 } },
    })
    const { version } = (await service.call('GET', pathOf(image))).body
    const { status, body } = await service.call('PATCH', pathOf(image), {
      json: { additional_data: { a: { c: 2 }, d: null } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: image, object_type: 'IMAGE', version: version + 1 })
    expect(body.additional_data).toEqual({ sight_id: 's-1', a: { c: 2 }, d: null })
    expect((await service.call('GET', pathOf(image))).body.additional_data).toEqual(body.additional_data)
    expect(await updates(image)).toHaveLength(1)
  })

  it('200 for twenty at once, and none is lost', async () => {
    const image = await createImage(service, inspection)
    const keys = Array.from({ length: 20 }, (_, n) => `key_${n}`)
    const answers = await Promise.all(
      keys.map((key) => service.call('PATCH', pathOf(image), { json: { additional_data: { [key]: 1 } } })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    const { additional_data } = (await service.call('GET', pathOf(image))).body
    expect(Object.keys(additional_data).sort()).toEqual(keys.sort())
  })

  it('200 says which side a picture shows and takes it back, without the other data', async () => {
    const image = await createImage(service, inspection, { additional_data: { sight_id: 'fesc20-H1dfdfvH' } })
    const patch = (json: object) => service.call('PATCH', pathOf(image), { json })
    expect((await patch({ seen_from: 'left' })).body).toMatchObject({
      seen_from: 'left',
      viewpoint: { prediction: 'left', confidence: 1 },
      additional_data: { sight_id: 'fesc20-H1dfdfvH' },
    })
    expect((await patch({ seen_from: 'left' })).status).toBe(200)
    expect(await updates(image)).toHaveLength(1)
    expect((await patch({ seen_from: 'above' })).status).toBe(400)
    expect((await patch({ seen_from: null })).body).not.toHaveProperty('seen_from')
  })

  it('412 for a version that is not the image’s', async () => {
    const image = await createImage(service, inspection)
    const { version } = (await service.call('GET', pathOf(image))).body
    const patch = (tag: string) =>
      service.call('PATCH', pathOf(image), {
        json: { additional_data: { a: 1 } },
        headers: { 'if-match': tag },
      })
    expect((await patch(`"${version}"`)).status).toBe(200)
    expect(await patch(`"${version}"`)).toMatchObject({ status: 412, body: { code: 'version_stale' } })
  })

  it('413 when what is merged would grow over the limit', async () => {
    const image = await createImage(service, inspection)
    const patch = (key: string) =>
      service.call('PATCH', pathOf(image), { json: { additional_data: { [key]: 'x'.repeat(3_000) } } })
    expect((await patch('a')).status).toBe(200)
    expect(await patch('b')).toMatchObject({ status: 413, body: { code: 'data_too_large' } })
  })

  it('403 for a reader, 400 without anything to change', async () => {
    const image = await createImage(service, inspection)
    const json = { additional_data: {} }
    expect((await service.call('PATCH', pathOf(image), { json, as: 'alder-reader' })).status).toBe(403)
    expect((await service.call('PATCH', pathOf(image), { json: {} })).status).toBe(400)
  })

  it('404 for an inspection of another organization, another inspection, a deleted image and a malformed id', async () => {
    expect(await strangers('', { additional_data: { a: 1 } })).toEqual([404, 404, 404, 404, 404])
  })
})

describe('updateDamageArea', () => {
  const patch = (image: string, json: object, as = 'alder-manager') =>
    service.call('PATCH', `${pathOf(image)}/damage_areas`, { json, as })

  it('200 makes the area, then changes it under the same id, and records image.updated', async () => {
    const image = await createImage(service, inspection)
    const first = await patch(image, { relevant_elements: ['front'] })
    expect(first).toMatchObject({
      status: 200,
      body: { id: expect.any(String), relevant_elements: ['front'] },
    })
    const second = await patch(image, { relevant_elements: ['hood', 'bumper_front'] })
    expect(second.body).toEqual({ ...first.body, relevant_elements: ['hood', 'bumper_front'] })
    const named = await patch(image, { id: 'area-7', relevant_elements: [] })
    expect(named.body).toMatchObject({ id: 'area-7', relevant_elements: [] })
    expect((await service.call('GET', pathOf(image))).body.damage_area).toEqual({
      id: 'area-7',
      relevant_elements: [],
    })
    expect(await updates(image)).toHaveLength(3)
  })

  it('200 keeps the id of the area the image was sent with', async () => {
    const image = await createImage(service, inspection, { damage_area: 'area-1' })
    expect((await patch(image, { relevant_elements: ['roof'] })).body.id).toBe('area-1')
  })

  it('400 for an element that does not exist, 403 for a reader', async () => {
    const image = await createImage(service, inspection)
    expect((await patch(image, { relevant_elements: ['moon'] })).status).toBe(400)
    expect((await patch(image, {})).status).toBe(400)
    expect((await patch(image, { relevant_elements: [] }, 'alder-reader')).status).toBe(403)
  })

  it('404 for an inspection of another organization, another inspection, a deleted image and a malformed id', async () => {
    expect(await strangers('/damage_areas', { relevant_elements: [] })).toEqual([404, 404, 404, 404, 404])
  })
})
