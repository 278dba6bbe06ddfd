import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { pdf, uploadReport } from '../../../test/reports.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers })
const pathOf = (url: string) => new URL(url).pathname

describe('getReportFile', () => {
  it('200 sends the PDF to whoever holds the URL, with headers that keep it what it is', async () => {
    const id = await createInspection(service)
    const { pdf_url } = await uploadReport(service, id, 'text')
    const answer = await open(pathOf(pdf_url))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf('text'))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf('text').length),
      // A stranger made it: browsers save it, and none shows it as a page of this service.
      'content-disposition': `attachment; filename="inspection-${id}.pdf"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      etag: `"${createHash('sha256').update(pdf('text')).digest('hex')}"`,
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const unversioned = await open(pathOf(pdf_url).replace('/v1/', '/'))
    expect(unversioned.status).toBe(200)
  })

  it('200 shows a report of our own in the viewer of the browser, which a sandbox would not let open', async () => {
    const id = await createInspection(service)
    const { pdf_url, report_id } = await uploadReport(service, id, 'text')
    await service.rows("update reports set source = 'generated' where id = $1", [report_id])
    const answer = await open(pathOf(pdf_url))
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="inspection-${id}.pdf"`)
    expect(answer.headers.get('content-security-policy')).toBeNull()
  })

  it('304 for a browser that has it', async () => {
    const { pdf_url } = await uploadReport(service, await createInspection(service), 'text')
    const { etag = '' } = Object.fromEntries((await open(pathOf(pdf_url))).headers)
    const answer = await open(pathOf(pdf_url), { 'if-none-match': etag })
    expect([answer.status, await answer.text()]).toEqual([304, ''])
  })

  it('404 for every change of the URL', async () => {
    const id = await createInspection(service)
    const first = await uploadReport(service, id, 'first')
    const second = await uploadReport(service, id, 'second')
    const path = pathOf(first.pdf_url)
    const [, , , signature = '', key = '', expires = '', org = '', report = ''] = path.split('/')
    const changed = {
      signature: path.replace(signature, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'E' : 'A'}`),
      key: path.replace(`/${key}/`, '/other/'),
      expires: path.replace(expires, String(Number(expires) + 1)),
      organization: path.replace(`/${org}/`, `/${service.org.birch}/`),
      report: path.replace(report, second.report_id),
      name: path.replace('report.pdf', 'original'),
    }
    for (const [what, other] of Object.entries(changed)) {
      expect(other, what).not.toBe(path)
      const answer = await open(other)
      expect([what, answer.status, JSON.parse(await answer.text()).code]).toEqual([what, 404, 'not_found'])
    }
    expect((await open(path)).status).toBe(200)
  })

  it('404 for the signature of a picture', async () => {
    const id = await createInspection(service)
    const { pdf_url } = await uploadReport(service, id, 'text')
    const image = await createImage(service, id)
    const { body } = await service.call('GET', `/inspections/${id}/images/${image}`)
    const signature = pathOf(body.path).split('/')[3] ?? ''
    const parts = pathOf(pdf_url).split('/')
    parts[3] = signature
    expect((await open(parts.join('/'))).status).toBe(404)
  })

  it('404 once the inspection is deleted', async () => {
    const id = await createInspection(service)
    const { pdf_url } = await uploadReport(service, id, 'text')
    await service.call('DELETE', `/inspections/${id}`)
    expect((await open(pathOf(pdf_url))).status).toBe(404)
  })
})
