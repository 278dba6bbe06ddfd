import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, jpeg, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { foldQuotaUsage } from './fold-quota-usage.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { QUOTA_INSPECTIONS_PER_DAY_MAX: '20' } })
})
afterAll(() => service.stop())

const as = 'birch-operator'
const read = async (account = 'birch-manager') => (await service.call('GET', '/quotas', { as: account })).body
const set = (json: object, headers = {}, account = as) =>
  service.call('PATCH', '/quotas', { as: account, json, headers })

describe('getQuotas', () => {
  it('200 tells limits, their source and what is used, to the operator and to who reads the organization', async () => {
    for (const account of ['alder-operator', 'alder-manager', 'alder-reader', 'alder-admin']) {
      const answer = await service.call('GET', '/quotas', { as: account })
      expect(answer.status, account).toBe(200)
      expect(answer.body).toMatchObject({
        object_type: 'QUOTAS',
        bytes_stored_max: 500_000_000_000,
        inspections_per_day_max: 20,
        uploads_in_flight_max: 32,
        requests_per_minute_max: 6_000,
        webhook_endpoints_max: 50,
        overridden: [],
        used: { bytes_stored: 0, inspections_per_day: 0, webhook_endpoints: 0 },
        version: 0,
        updated_at: null,
      })
      expect(Date.parse(answer.body.day_ends_at) % 86_400_000).toBe(0)
    }
  })

  it('200 counts the requests of the minute once a process has told of them', async () => {
    const used = await waitFor('a count', async () => (await read('alder-manager')).used.requests_per_minute)
    expect(used).toBeGreaterThan(0)
  })

  it('403 for who reaches only their own inspections', async () => {
    for (const account of ['alder-member', 'alder-device', 'alder-none'])
      expect((await service.call('GET', '/quotas', { as: account })).status, account).toBe(403)
  })
})

describe('updateQuotas', () => {
  it('200 sets limits of its own organization only, with who and when, and null goes back to the default', async () => {
    const answer = await set({ bytes_stored_max: 1_000_000_000, webhook_endpoints_max: 0 })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toMatch(/^"1-/)
    expect(answer.body).toMatchObject({
      bytes_stored_max: 1_000_000_000,
      webhook_endpoints_max: 0,
      overridden: ['bytes_stored_max', 'webhook_endpoints_max'],
      version: 1,
      updated_by: as,
    })
    expect(await read('alder-manager')).toMatchObject({ webhook_endpoints_max: 50, version: 0 })
    // Who repeats a change changes nothing.
    expect((await set({ webhook_endpoints_max: 0 })).body).toMatchObject({ version: 1 })
    expect((await set({ bytes_stored_max: null, webhook_endpoints_max: null })).body).toMatchObject({
      bytes_stored_max: 500_000_000_000,
      overridden: [],
      version: 2,
    })
  })

  it('403 without the permission of the operator, whatever else the token allows', async () => {
    for (const account of ['birch-admin', 'birch-manager', 'birch-none']) {
      const answer = await set({ bytes_stored_max: 1 }, {}, account)
      expect([answer.status, answer.body.permission]).toEqual([403, 'monk_core_api:quotas:write'])
    }
  })

  it('412 when somebody else changed them, 400 for what is no limit', async () => {
    const { version } = await read()
    expect((await set({ bytes_stored_max: 5 }, { 'if-match': `"${version + 7}"` })).status).toBe(412)
    expect((await set({ bytes_stored_max: 5 }, { 'if-match': `"${version}"` })).status).toBe(200)
    for (const bytes_stored_max of [-1, 1.5, 'many', 1e16])
      expect((await set({ bytes_stored_max })).status).toBe(400)
    await set({ bytes_stored_max: null })
  })

  it('422 for webhook endpoints over the quota', async () => {
    await set({ webhook_endpoints_max: 1 })
    const create = () =>
      service.call('POST', '/webhook_endpoints', {
        as: 'birch-manager',
        json: { url: 'https://hooks.invalid/walkaround' },
      })
    expect((await create()).status).toBe(201)
    const refused = await create()
    expect(refused.body).toMatchObject({ status: 422, code: 'webhook_endpoints_too_many', limit: 1 })
    expect((await read()).used.webhook_endpoints).toBe(1)
    await set({ webhook_endpoints_max: null })
  })
})

describe('inspections a day', () => {
  it('429 beyond the quota, exactly, however many come at once; the day is that of the database', async () => {
    const create = () => service.call('POST', '/inspections', { as: 'alder-manager', json: { tasks: {} } })
    const answers = await Promise.all(Array.from({ length: 50 }, create))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(30)
    expect(refused[0]?.body).toMatchObject({
      code: 'quota_inspections_per_day',
      limit: 20,
      used: 20,
      retryable: true,
    })
    const waitS = Number(refused[0]?.headers.get('retry-after'))
    expect(waitS).toBeGreaterThan(0)
    expect(waitS).toBeLessThanOrEqual(86_400)
    expect((await read('alder-manager')).used.inspections_per_day).toBe(20)
    const metrics = await service.metrics.registry.metrics()
    expect(metrics).toMatch(/walkaround_quota_refusals_total\{code="quota_inspections_per_day".*\} 30/)

    // Another day of the database begins.
    await service.rows("update quota_usage set day = day - 1 where quota = 'inspections_per_day'")
    expect((await read('alder-manager')).used.inspections_per_day).toBe(0)
    const next = await create()
    expect(next.status).toBe(201)
  })

  it('leaves the others of the installation alone', async () => {
    await createInspection(service, { tasks: {} }, 'birch-manager')
  })
})

describe('bytes stored', () => {
  const objectsOf = async (org: string) =>
    (
      await service.rows(
        `select coalesce(sum(binary_size + derived_bytes), 0)::bigint as images,
           (select coalesce(sum(size_bytes), 0)::bigint from reports where org_id = $1) as reports
         from images where org_id = $1`,
        [org],
      )
    )[0]

  it('are exact after repeats, failures, deletions and folds', async () => {
    const id = await createInspection(service, { tasks: {} }, 'birch-manager')
    const at = `/inspections/${id}`
    const send = (form: FormData) => service.call('POST', `${at}/images`, { as: 'birch-manager', form })
    const bytes = await jpeg(1)
    // The same picture five times at once is one image.
    const same = await Promise.all(Array.from({ length: 5 }, () => send(imageForm(bytes))))
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
    const other = await send(imageForm(await jpeg(2)))
    expect((await send(imageForm(Buffer.from('no picture')))).status).toBe(415)
    expect((await send(imageForm(bytes.subarray(0, 2_000)))).status).toBe(422)
    await service.call('DELETE', `${at}/images/${other.body.id}`, { as: 'birch-manager' })
    const pdf = new FormData()
    pdf.set('json', JSON.stringify({ pdf_post_strategy: 'upload' }))
    const text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
    pdf.set('pdf_data', new Blob([text]), 'report.pdf')
    expect((await service.call('POST', `${at}/pdf`, { as: 'birch-manager', form: pdf })).status).toBe(201)

    const { images, reports } = await objectsOf('org_birch')
    expect(reports).toBe(text.length)
    expect((await read()).used.bytes_stored).toBe(images + reports)
    expect(await foldQuotaUsage(service.parts.cell.database, 1_000)).toBeGreaterThan(0)
    expect(await foldQuotaUsage(service.parts.cell.database, 1_000)).toBe(0)
    expect((await read()).used.bytes_stored).toBe(images + reports)
  })

  it('422 beyond the quota, for pictures and reports; uploads at once never pass it', async () => {
    const id = await createInspection(service, { tasks: {} }, 'birch-manager')
    const used = (await read()).used.bytes_stored
    const pictures = await Promise.all(Array.from({ length: 12 }, (_, n) => jpeg(100 + n)))
    // Room for about four of them.
    const room = 4 * (pictures[0]?.length ?? 0) * 3
    await set({ bytes_stored_max: used + room })
    const answers = await Promise.all(
      pictures.map((bytes) =>
        service.call('POST', `/inspections/${id}/images`, { as: 'birch-manager', form: imageForm(bytes) }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 422)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 201).length).toBe(12 - refused.length)
    expect(refused[0]?.body).toMatchObject({
      code: 'quota_bytes_stored',
      limit: used + room,
      retryable: false,
    })
    const after = await read()
    expect(after.used.bytes_stored).toBeLessThanOrEqual(after.bytes_stored_max)
    await set({ bytes_stored_max: used })
    const report = await service.call('POST', `/inspections/${id}/pdf`, { as: 'birch-manager', json: {} })
    expect(report.body).toMatchObject({ code: 'quota_bytes_stored' })
    await set({ bytes_stored_max: null })
  })
})
