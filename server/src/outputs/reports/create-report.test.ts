import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, waitFor } from '../../../test/factories.ts'
import { deletedMeanwhile, whileHeld } from '../../../test/held-inspection.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { pdf, reportForm } from '../../../test/reports.ts'
import { createContext } from '../../core/platform/context.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'
import { sweepUpload } from '../../inspection/images/sweep-uploads.job.ts'

const REPORT_BYTES_MAX = 20_000

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { REPORT_BYTES_MAX: String(REPORT_BYTES_MAX) } })
})
afterAll(() => service.stop())

const WISH = { pricing: true, customer: 'cust', client_name: 'Name', vin: 'V', language: 'fr' }

const ask = (id: string, json: unknown = WISH, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/pdf`, { json, as })
const upload = (id: string, form: FormData, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/pdf`, { form, as })
const get = (id: string, as = 'alder-manager') => service.call('GET', `/inspections/${id}/pdf`, { as })
const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${new URL(url).pathname}`, { headers })

const reports = (id: string) =>
  service.rows('select * from reports where inspection_id = $1 order by id', [id])
const events = (id: string) =>
  service.rows(
    "select type, payload from events where inspection_id = $1 and type like 'report.%' order by id",
    [id],
  )

async function contextOf(inspectionId: string) {
  const [{ org_id }] = await service.rows('select org_id from inspections where id = $1', [inspectionId])
  return createContext(service.parts, { subject: 'test', org_id, permissions: new Set() }, service.log)
}

/** The one upload without a row has its object until the sweep comes. */
async function expectSwept(inspectionId: string): Promise<void> {
  const [{ image_id }] = await service.rows('select image_id from uploads')
  const ctx = await contextOf(inspectionId)
  const key = storageKey(ctx.org_id, image_id, 'report.pdf')
  const stored = await ctx.storage.get(key)
  stored?.body.destroy()
  expect(stored).not.toBeNull()
  await sweepUpload(ctx, image_id)
  expect(await ctx.storage.get(key)).toBeNull()
  expect(await service.rows('select 1 from uploads')).toEqual([])
}

describe('createReport, asked for', () => {
  it('201 keeps the wish, records report.requested, and GET answers 422 until it is done', async () => {
    const id = await createInspection(service)
    const { status, body } = await ask(id)
    expect(status).toBe(201)
    expect(body).toEqual({
      id,
      object_type: 'REPORT',
      report_id: expect.any(String),
      status: 'IN_PROGRESS',
    })
    expect(await reports(id)).toMatchObject([
      { id: body.report_id, source: 'generated', status: 'IN_PROGRESS', options: WISH, sha256: null },
    ])
    expect(await events(id)).toEqual([{ type: 'report.requested', payload: { report_id: body.report_id } }])
    const answer = await get(id)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'report_not_ready', message: 'PDF is not ready yet', retryable: true },
    })
    expect(answer.headers.get('retry-after')).toBe('2')
  })

  it('201 answers a repeat of the same wish with the same report, also when many come at once', async () => {
    const id = await createInspection(service)
    const { language, ...rest } = WISH
    const hold = 'select 1 from inspections where id = $1 for update'
    const answers = await whileHeld(service, id, hold, [
      () => ask(id),
      () => ask(id),
      () => ask(id, { language, ...rest }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map((answer) => answer.body.report_id)).size).toBe(1)
    const other = await ask(id, { ...WISH, language: 'en' })
    expect(other.body.report_id).not.toBe(answers[0]?.body.report_id)
    expect(await reports(id)).toHaveLength(2)
    expect(await events(id)).toHaveLength(2)
  })

  it('201 makes another report when the wish is repeated after an upload: the last one counts', async () => {
    const id = await createInspection(service)
    const first = await ask(id)
    await upload(id, reportForm(pdf('between')))
    const second = await ask(id)
    expect(second).toMatchObject({ status: 201, body: { status: 'IN_PROGRESS' } })
    expect(second.body.report_id).not.toBe(first.body.report_id)
    expect((await ask(id)).body).toEqual(second.body)
    expect(await get(id)).toMatchObject({ status: 422, body: { code: 'report_not_ready' } })
  })

  it('201 makes another report when a wish returns after another one', async () => {
    const id = await createInspection(service)
    const answers = [await ask(id), await ask(id, {}), await ask(id)]
    expect(new Set(answers.map((answer) => answer.body.report_id)).size).toBe(3)
  })

  it('400 for a wish of another type', async () => {
    const id = await createInspection(service)
    expect(await ask(id, { pricing: 'yes' })).toMatchObject({
      status: 400,
      body: { code: 'request_invalid' },
    })
    expect(await ask(id, { pdf_post_strategy: 'other' })).toMatchObject({ status: 400 })
    expect(await reports(id)).toEqual([])
  })

  it('403 without the permission to update', async () => {
    const id = await createInspection(service)
    const refused = { status: 403, body: { code: 'permission_missing' } }
    expect(await ask(id, WISH, 'alder-reader')).toMatchObject(refused)
    expect(await upload(id, reportForm(pdf('x')), 'alder-reader')).toMatchObject(refused)
    expect(await service.rows('select 1 from uploads')).toEqual([])
  })

  it('404 for an inspection of another organization and for one that is deleted', async () => {
    const id = await createInspection(service)
    const form = reportForm(pdf('x'))
    expect(await ask(id, WISH, 'birch-manager')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await upload(id, form, 'birch-manager')).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await ask(id)).status).toBe(404)
    expect((await upload(id, form)).status).toBe(404)
    expect(await reports(id)).toEqual([])
  })
})

describe('createReport while its inspection is deleted', () => {
  it('404 when it is asked for', async () => {
    const id = await createInspection(service)
    expect(await deletedMeanwhile(service, id, () => ask(id))).toBe(404)
    expect(await reports(id)).toEqual([])
  })

  it('404 when it is uploaded, and the sweep removes what was stored', async () => {
    const id = await createInspection(service)
    expect(await deletedMeanwhile(service, id, () => upload(id, reportForm(pdf('late'))))).toBe(404)
    expect(await reports(id)).toEqual([])
    await expectSwept(id)
  })
})

describe('createReport, uploaded', () => {
  it('201 stores the PDF, records report.done, and GET answers 200 at once', async () => {
    const id = await createInspection(service)
    const bytes = pdf('first')
    const { status, body } = await upload(id, reportForm(bytes))
    expect(status).toBe(201)
    expect(body).toEqual({ id, object_type: 'REPORT', report_id: expect.any(String), status: 'DONE' })
    const answer = await get(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id,
      object_type: 'REPORT',
      report_id: body.report_id,
      pdf_url: expect.stringMatching(/^https?:\/\/.*\/v1\/reports\/.*\/report\.pdf$/),
      number: 1,
      created_at: expect.any(String),
      created_by: expect.any(String),
      done_at: expect.any(String),
      source: 'uploaded',
      status: 'DONE',
      progress: 100,
      error: null,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      is_signed: false,
      // Nobody knows what it shows.
      is_outdated: null,
      verification_code: null,
    })
    expect(Buffer.from(await (await open(answer.body.pdf_url)).arrayBuffer())).toEqual(bytes)
    expect(await reports(id)).toMatchObject([
      { size_bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ])
    expect(await events(id)).toEqual([{ type: 'report.done', payload: { report_id: body.report_id } }])
    expect(await service.rows('select 1 from uploads')).toEqual([])
    await waitFor('temporary files to go', async () => readdirSync(service.temporaryDir).length === 0)
  })

  it('201 counts the last report and keeps those before it', async () => {
    const id = await createInspection(service)
    await ask(id)
    const first = await upload(id, reportForm(pdf('first')))
    const firstUrl = (await get(id)).body.pdf_url
    const second = await upload(id, reportForm(pdf('second')))
    const answer = await get(id)
    expect(answer.body.report_id).toBe(second.body.report_id)
    expect(await (await open(answer.body.pdf_url)).text()).toContain('second')
    expect(await (await open(firstUrl)).text()).toContain('first')
    expect((await reports(id)).map((row) => row.id)).toContain(first.body.report_id)
    await ask(id, { language: 'en' })
    expect((await get(id)).body.code).toBe('report_not_ready')
  })

  it('201 stores one report for two requests with one Idempotency-Key', async () => {
    const id = await createInspection(service)
    const send = () =>
      service.call('POST', `/inspections/${id}/pdf`, {
        form: reportForm(pdf('once')),
        headers: { 'idempotency-key': `report-${id}` },
      })
    const first = await send()
    expect(first.status).toBe(201)
    const second = await send()
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await reports(id)).toHaveLength(1)
  })

  it('201 takes a file part named pdf_data also without the word upload', async () => {
    const id = await createInspection(service)
    expect(await upload(id, reportForm(pdf('x'), 'pdf_data', {}))).toMatchObject({
      status: 201,
      body: { status: 'DONE' },
    })
  })

  it.each([
    ['another format', Buffer.from('<html>%PDF-1.7</html>')],
    ['the mark cut short', Buffer.from('%PDF')],
    ['no bytes', Buffer.alloc(0)],
  ])('415 for %s, and nothing is stored', async (_name, bytes) => {
    const id = await createInspection(service)
    expect(await upload(id, reportForm(bytes))).toMatchObject({
      status: 415,
      body: { code: 'report_unsupported' },
    })
    expect(await reports(id)).toEqual([])
    expect(await service.rows('select 1 from uploads')).toEqual([])
  })

  it('422 for a PDF that does something when it is opened, and nothing is stored', async () => {
    const id = await createInspection(service)
    const active = pdf('1 0 obj << /OpenAction << /S /J#61vaScript /JS (app.alert(1)) >> >> endobj')
    expect(await upload(id, reportForm(active))).toMatchObject({
      status: 422,
      body: { code: 'report_active', found: ['JavaScript', 'OpenAction'] },
    })
    expect(await reports(id)).toEqual([])
    expect(await service.rows('select 1 from uploads')).toEqual([])
    await waitFor('temporary files to go', async () => readdirSync(service.temporaryDir).length === 0)
  })

  it('413 above the limit of reports, which is not that of pictures', async () => {
    const id = await createInspection(service)
    const exact = Buffer.concat([pdf('x'), Buffer.alloc(REPORT_BYTES_MAX - pdf('x').length, 32)])
    expect((await upload(id, reportForm(exact))).status).toBe(201)
    expect(await upload(id, reportForm(Buffer.concat([exact, Buffer.from(' ')])))).toMatchObject({
      status: 413,
      body: { code: 'report_too_large', limit_bytes: REPORT_BYTES_MAX },
    })
    expect(await reports(id)).toHaveLength(1)
  })

  it('422 without the file part', async () => {
    const id = await createInspection(service)
    const missing = { status: 422, body: { code: 'report_file_missing' } }
    const empty = new FormData()
    empty.set('json', '{"pdf_post_strategy":"upload"}')
    expect(await upload(id, empty)).toMatchObject(missing)
    expect(await upload(id, reportForm(pdf('x'), 'report'))).toMatchObject(missing)
    expect(await ask(id, { pdf_post_strategy: 'upload' })).toMatchObject(missing)
    expect(await reports(id)).toEqual([])
  })

  it('leaves to the sweep what was stored and has no row', async () => {
    const id = await createInspection(service)
    await service.rows(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger fail before insert on reports for each row execute function fail()`,
    )
    try {
      expect((await upload(id, reportForm(pdf('lost')))).status).toBe(500)
    } finally {
      await service.rows('drop trigger fail on reports; drop function fail')
    }
    await expectSwept(id)
  })
})
