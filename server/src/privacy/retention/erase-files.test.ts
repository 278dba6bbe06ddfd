import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createErasure, erasureContext, objectsOf, runErasure } from '../../../test/erasures.ts'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { uploadReport } from '../../../test/reports.ts'
import { startService } from '../../../test/service.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'
import { applyRetention } from './apply-retention.job.ts'
import { selectFiles } from './due-files.ts'
import { FILE_RULES } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'originals-'))
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const setRules = (json: object) => service.call('PATCH', '/retention', { json })
const preview = async (query = '') => (await service.call('GET', `/retention/preview${query}`)).body
const apply = () => applyRetention(erasureContext(service))

function idOfAge(days: number): string {
  const time = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** A picture that came so long ago, and says so by its id. */
async function createAgedImage(days: number): Promise<{ inspection: string; image: string }> {
  const inspection = await createInspection(service, { tasks: {} })
  const young = await createImage(service, inspection)
  const image = idOfAge(days)
  const file = join(folder, image)
  writeFileSync(file, 'bytes')
  for (const part of ['original', 'picture.jpg', 'working.jpg'] as const)
    await service.parts.cell.storage.putFile(storageKey(service.org.alder, image, part), file, 'image/jpeg')
  await service.rows('delete from image_tasks where image_id = $1', [young])
  await service.rows(
    'update images set id = $2, created_at = now() - make_interval(days => $3) where id = $1',
    [young, image, days],
  )
  return { inspection, image }
}

async function createAgedReport(days: number) {
  const inspection = await createInspection(service, { tasks: {} })
  const { report_id } = await uploadReport(service, inspection, 'text')
  const id = idOfAge(days)
  const [row] = await service.rows(
    `update reports set id = $2, file_id = coalesce(file_id, id), created_at = now() - make_interval(days => $3)
     where id = $1 returning file_id`,
    [report_id, id, days],
  )
  const { pdf_url } = (await service.call('GET', `/inspections/${inspection}/pdf`)).body
  return { inspection, file: String(row?.file_id), pdf_url }
}

/** What the rules let go of a kind, erased; its erasure. */
async function runOpen(subject: string) {
  const [row] = await service.rows("select id from erasures where subject = $1 and status = 'IN_PROGRESS'", [
    subject,
  ])
  return row ? runErasure(service, String(row.id)) : null
}

async function bytesStored(): Promise<number> {
  const [row] = await service.rows(
    `select coalesce(sum(amount), 0)::int as bytes from quota_usage where org_id = '${service.org.alder}' and quota = 'bytes_stored'`,
  )
  return row?.bytes
}

describe('originals_days', () => {
  it('erases the uploaded file with a receipt, and leaves the pictures, the young and the held', async () => {
    const old = await createAgedImage(91)
    const held = await createAgedImage(92)
    const young = await createAgedImage(89)
    await service.call('POST', `/inspections/${held.inspection}/hold`, { json: { reason: 'court' } })
    expect((await preview('?originals_days=90')).originals).toMatchObject({ due_count: 1, held_count: 1 })
    const before = await bytesStored()
    await setRules({ originals_days: 90 })
    expect(await apply()).toBe(true)
    // The next batch waits for this one.
    expect(await apply()).toBe(false)
    const { receipt, ...erasure } = await runOpen('originals')
    expect(erasure).toMatchObject({ status: 'DONE', reason: 'retention', inspection_count: 0 })
    expect(receipt.content).toMatchObject({ subject: 'originals', objects: 1, inspections: [] })
    expect((await objectsOf(service, [old.image])).map((key) => key.split('/')[2])).toEqual([
      'picture.jpg',
      'working.jpg',
    ])
    expect(await objectsOf(service, [held.image, young.image])).toHaveLength(6)
    const [image] = await service.rows('select binary_size from images where id = $1', [old.image])
    expect(await bytesStored()).toBe(before - image?.binary_size)
    const { path } = (await service.call('GET', `/inspections/${old.inspection}/images/${old.image}`)).body
    expect((await fetch(`${service.url}${new URL(path).pathname}`)).status).toBe(200)
    expect(await apply()).toBe(false)
    expect((await service.call('GET', '/retention')).body.version).toBe(1)

    // Whoever is released is looked at again, though the place is behind it.
    await service.call('DELETE', `/inspections/${held.inspection}/hold`)
    expect(await apply()).toBe(true)
    expect(await runOpen('originals')).toMatchObject({ receipt: { content: { objects: 1 } } })
    expect(await objectsOf(service, [held.image])).toHaveLength(2)
    expect(await apply()).toBe(false)
  })

  it('frees bytes once, also when the inspection is erased behind it', async () => {
    const before = await bytesStored()
    const { inspection, image } = await createAgedImage(95)
    await setRules({ originals_days: 90 })
    // The place is behind it, as if it had come late.
    await service.rows('update retention_rules set originals_after = null')
    expect(await apply()).toBe(true)
    await runOpen('originals')
    await runErasure(service, await createErasure(service, { inspection_id: inspection, reason: 'request' }))
    expect(await objectsOf(service, [image])).toEqual([])
    expect(await bytesStored()).toBe(before)
  })

  it('goes on when the object store was away', async () => {
    const { image } = await createAgedImage(96)
    await service.rows('update retention_rules set originals_after = null')
    await apply()
    expect(await objectsOf(service, [image])).toHaveLength(3)
    // Marked, noted and not gone: the erasure is open, so nobody has forgotten it.
    const [row] = await service.rows(
      "select count(*)::int as open from erasures where status = 'IN_PROGRESS'",
    )
    expect(row?.open).toBe(1)
    await runOpen('originals')
    expect(await objectsOf(service, [image])).toHaveLength(2)
  })
})

describe('selectFiles', () => {
  it('looks at nothing that is not due, however much there is', async () => {
    const image = await createImage(service, await createInspection(service))
    await service.rows(
      `insert into images select copy.* from images i, generate_series(1, 3000) n, lateral jsonb_populate_record(
         i, jsonb_build_object('id', time_ordered_uuid(), 'number', n + 1, 'duplicate_key', null)) copy where i.id = $1`,
      [image],
    )
    await service.rows('analyze images')
    const ctx = erasureContext(service)
    for (const rule of FILE_RULES) {
      const asked = selectFiles(ctx, rule, { after: null, days: 365, limit: 1_000 })
      const { sql, parameters } = asked.compile(ctx.db)
      const [row] = await service.rows(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
      const [{ Plan }] = row?.['QUERY PLAN'] ?? []
      expect(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']).toBeLessThanOrEqual(12)
    }
  })
})

describe('reports_days', () => {
  it('erases the PDF and answers 410 report_erased; the list and the number stay', async () => {
    const { inspection, file, pdf_url } = await createAgedReport(40)
    await setRules({ originals_days: null, reports_days: 30 })
    expect((await preview()).reports).toMatchObject({ days: 30, due_count: 1 })
    await apply()
    expect((await runOpen('reports')).receipt.content).toMatchObject({ subject: 'reports', objects: 1 })
    expect(await objectsOf(service, [file])).toEqual([])
    expect(await service.call('GET', `/inspections/${inspection}/pdf`)).toMatchObject({
      status: 410,
      body: { code: 'report_erased' },
    })
    expect((await fetch(`${service.url}${new URL(pdf_url).pathname}`)).status).toBe(404)
    const { data } = (await service.call('GET', `/inspections/${inspection}/pdf/versions`)).body
    expect(data).toMatchObject([{ number: 1, status: 'DONE', pdf_url: null }])
    expect((await service.call('GET', `/inspections/${inspection}`)).body.pdf_url).toBeNull()
    await uploadReport(service, inspection, 'again')
    expect(await service.call('GET', `/inspections/${inspection}/pdf`)).toMatchObject({ status: 200 })
  })
})

describe('validated_inspections_days', () => {
  it('counts from the validation, and from nothing once it is opened again', async () => {
    const create = async () => {
      const id = await createInspection(service, { tasks: { damage_detection: {} } })
      await service.rows(`update inspections set status = 'VALIDATED' where id = $1`, [id])
      await service.rows(`update inspections set validated_at = now() - interval '31 days' where id = $1`, [
        id,
      ])
      return id
    }
    const [gone, opened, held] = [await create(), await create(), await create()]
    await service.rows(`update inspections set status = 'DONE' where id = $1`, [opened])
    await service.call('POST', `/inspections/${held}/hold`, { json: { reason: 'court' } })
    await setRules({ reports_days: null, validated_inspections_days: 30 })
    expect((await preview()).validated_inspections).toMatchObject({ due_count: 1, held_count: 1 })
    await apply()
    await runOpen('rule')
    const left = await service.rows('select id from inspections where id = any ($1)', [[gone, opened, held]])
    expect(left.map(({ id }) => id).toSorted()).toEqual([opened, held].toSorted())
  })
})
