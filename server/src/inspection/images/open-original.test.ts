import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm } from '../../../test/factories.ts'
import { detailLeft, FACE, MAN_BESIDE_CAR } from '../../../test/hidden-pictures.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ hiding: true })
})
afterAll(() => service.stop())

async function createPhoto() {
  const id = await createInspection(service)
  const { body } = await service.call('POST', `/inspections/${id}/images`, {
    form: imageForm(MAN_BESIDE_CAR),
  })
  return { id, image_id: String(body.id), path: `/inspections/${id}/images/${body.id}/open_original` }
}

const REASON = 'The person stands in front of the dent.'
const openOriginal = (path: string, json: object = { reason: REASON }, as = 'alder-manager') =>
  service.call('POST', path, { json, as })
const local = (url: string) => url.replace(service.config.PUBLIC_URL, service.url)

describe('openOriginal', () => {
  it('200 gives a URL of the sharp picture, which nobody keeps', async () => {
    const { path, image_id } = await createPhoto()
    const { status, body } = await openOriginal(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      object_type: 'ORIGINAL',
      image_id,
      path: expect.stringMatching(/\/sharp\.jpg$/),
      expires_at: expect.any(String),
    })
    const answer = await fetch(local(body.path))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await detailLeft(Buffer.from(await answer.arrayBuffer()), FACE)).toBeGreaterThan(0.7)
    // A thumbnail by the same URL shows what people see.
    const small = `${service.url}/v1/image_resize?${new URLSearchParams({ image_url: body.path, width: '384' })}`
    const thumbnail = await fetch(small)
    expect(thumbnail.status).toBe(200)
    expect(await detailLeft(Buffer.from(await thumbnail.arrayBuffer()), FACE)).toBeLessThan(0.2)
  })

  it('200 is in the history and in the audit, with the reason', async () => {
    const { id, image_id, path } = await createPhoto()
    await openOriginal(path)
    const { body } = await service.call('GET', `/inspections/${id}/history`)
    expect(body.data[0]).toMatchObject({
      type: 'image.original_opened',
      reason: REASON,
      item_id: image_id,
    })
    const audit = await service.call('GET', '/audit_entries?operation=openOriginal&limit=1')
    expect(audit.body.data[0]).toMatchObject({
      operation: 'openOriginal',
      inspection_id: id,
      object_id: image_id,
      reason: REASON,
    })
  })

  it('400 without a reason', async () => {
    const { path } = await createPhoto()
    for (const json of [{}, { reason: '' }]) expect((await openOriginal(path, json)).status).toBe(400)
  })

  it('403 for who may read and manage, and not open originals', async () => {
    const { id, path } = await createPhoto()
    for (const as of ['alder-reader', 'alder-reviewer']) {
      const { status, body } = await openOriginal(path, { reason: REASON }, as)
      expect([status, body.permission]).toEqual([403, 'monk_core_api:originals:read'])
    }
    const archive = await service.call('GET', `/inspections/${id}/export`, { as: 'alder-reviewer' })
    expect([archive.status, archive.body.permission]).toEqual([403, 'monk_core_api:originals:read'])
  })

  it('200 for an export without the permission once nothing is hidden', async () => {
    const { id } = await createPhoto()
    await service.call('PATCH', '/pictures/settings', { json: { hides_bystanders: false } })
    const { status } = await service.call('GET', `/inspections/${id}/export`, { as: 'alder-reviewer' })
    expect(status).toBe(200)
    await service.call('PATCH', '/pictures/settings', { json: { hides_bystanders: true } })
  })

  it('404 for an inspection of another organization, and for an image of another inspection', async () => {
    const [one, other] = [await createPhoto(), await createPhoto()]
    expect((await openOriginal(one.path, { reason: REASON }, 'birch-manager')).status).toBe(404)
    const crossed = `/inspections/${one.id}/images/${other.image_id}/open_original`
    expect((await openOriginal(crossed)).status).toBe(404)
  })
})
