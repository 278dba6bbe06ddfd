import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { pdf, reportForm } from '../../../test/reports.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const ask = (id: string) => service.call('POST', `/inspections/${id}/pdf`, { json: { language: 'fr' } })
const upload = (id: string, form: FormData) => service.call('POST', `/inspections/${id}/pdf`, { form })
const get = (id: string, as = 'alder-manager') => service.call('GET', `/inspections/${id}/pdf`, { as })

/** The `pdf_url` of the inspection, and of the same one in a verbose list. */
async function shownUrls(id: string) {
  const inspection = await service.call('GET', `/inspections/${id}`)
  const list = await service.call('GET', '/inspections?verbose=1')
  const item = list.body.data.find((row: { id: string }) => row.id === id)
  return [inspection.body.pdf_url, item.pdf_url]
}

describe('getReport', () => {
  it('200 is what the inspection and the list show, until another report counts', async () => {
    const id = await createInspection(service)
    expect(await shownUrls(id)).toEqual([null, null])
    await upload(id, reportForm(pdf('shown')))
    const { pdf_url } = (await get(id)).body
    expect(pdf_url).toEqual(expect.any(String))
    expect(await shownUrls(id)).toEqual([pdf_url, pdf_url])
    const { report_id } = (await ask(id)).body
    expect(await get(id)).toMatchObject({ status: 422, body: { code: 'report_not_ready' } })
    expect(await shownUrls(id)).toEqual([null, null])
    await service.rows("update reports set status = 'ERROR' where id = $1", [report_id])
    expect((await get(id)).body.pdf_url).toBe(pdf_url)
    expect(await shownUrls(id)).toEqual([pdf_url, pdf_url])
  })

  it('422 with the text the published clients look for when nobody has asked', async () => {
    const id = await createInspection(service)
    expect(await get(id)).toMatchObject({
      status: 422,
      body: { code: 'report_not_requested', message: 'PDF has not been required to be generated' },
    })
  })

  it('409 for one that failed, with the reason, until another one is there', async () => {
    const id = await createInspection(service)
    await ask(id)
    await service.rows("update reports set status = 'ERROR', error = 'no ink' where inspection_id = $1", [id])
    expect(await get(id)).toMatchObject({
      status: 409,
      body: { code: 'report_failed', errors: [{ message: 'no ink' }] },
    })
    await upload(id, reportForm(pdf('x')))
    expect((await get(id)).status).toBe(200)
  })

  it('200 for who may only read, 403 for who may not even that', async () => {
    const id = await createInspection(service)
    await upload(id, reportForm(pdf('x')))
    expect((await get(id, 'alder-reader')).status).toBe(200)
    expect(await get(id, 'alder-none')).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
  })

  it('404 for an inspection of another organization and for one that is deleted', async () => {
    const id = await createInspection(service)
    await upload(id, reportForm(pdf('x')))
    expect(await get(id, 'birch-manager')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await service.call('DELETE', `/inspections/${id}`)
    expect((await get(id)).status).toBe(404)
  })
})
