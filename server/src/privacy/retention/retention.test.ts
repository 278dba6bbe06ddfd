import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasureContext, runErasure } from '../../../test/erasures.ts'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { applyRetention, listOrganizationsWithRules } from './apply-retention.job.ts'
import { selectDue } from './due.ts'
import { isFileRule, RULES } from './schema.ts'

const DAY_MS = 86_400_000

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const setRules = (rules: object, as = 'alder-manager') =>
  service.call('PATCH', '/retention', { json: rules, as })
const preview = async (query = '') => (await service.call('GET', `/retention/preview${query}`)).body
const apply = () => applyRetention(erasureContext(service))
const exists = async (id: string) =>
  (await service.rows('select id from inspections where id = $1', [id])).length === 1

/** An inspection that was created so long ago, and says so by its id. */
async function createAged(days: number): Promise<string> {
  const ms = Date.now() - days * DAY_MS
  const time = ms.toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
  await service.rows(
    `insert into inspections (org_id, id, created_at, owner_id, creator_id)
     values ('${service.org.alder}', $1, to_timestamp($2 / 1000.0), 'o', 'c')`,
    [id, ms],
  )
  return id
}

async function createDeleted(days: number): Promise<string> {
  const id = await createInspection(service)
  await service.rows('update inspections set deleted_at = now() - make_interval(days => $2) where id = $1', [
    id,
    days,
  ])
  return id
}

/** What the rules let go, erased. */
async function eraseAll(): Promise<void> {
  const [erasure] = await service.rows(
    "select id from erasures where subject = 'rule' and status = 'IN_PROGRESS'",
  )
  if (erasure) await runErasure(service, String(erasure.id))
}

describe('retention', () => {
  it('keeps everything unless somebody says otherwise', async () => {
    const old = await createAged(5_000)
    expect((await service.call('GET', '/retention')).body).toMatchObject({
      inspections_days: null,
      deleted_inspections_days: null,
      version: 0,
    })
    expect(await preview()).toMatchObject({ inspections: null, deleted_inspections: null })
    expect(await apply()).toBe(false)
    expect(await exists(old)).toBe(true)
  })

  it('says before what a rule would take, and takes that and no more', async () => {
    const old = await createAged(400)
    const held = await createAged(401)
    const young = await createAged(364)
    await service.call('POST', `/inspections/${held}/hold`, { json: { reason: 'court' } })
    const { inspections } = await preview('?inspections_days=365')
    expect(inspections).toMatchObject({ days: 365, is_counted_whole: true, held_count: 1 })
    expect(inspections.due_count).toBeGreaterThanOrEqual(1)
    const hours = (Date.parse(inspections.next_due_at) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 0)

    expect(await setRules({ inspections_days: 365 })).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await listOrganizationsWithRules(service.parts.cell.database)).toMatchObject([
      { org_id: service.org.alder },
    ])
    expect(await apply()).toBe(true)
    // The next batch waits for this one.
    expect(await apply()).toBe(false)
    await eraseAll()
    expect(await Promise.all([old, held, young].map(exists))).toEqual([false, true, true])
    expect(await apply()).toBe(false)
    const { data } = (await service.call('GET', '/erasures?limit=1')).body
    expect(data[0]).toMatchObject({ subject: 'rule', reason: 'retention', created_by: 'alder-manager' })
    expect(data[0].receipt.content.inspections).toHaveLength(data[0].inspection_count)
  })

  it('counts from the deletion, too', async () => {
    await setRules({ inspections_days: null, deleted_inspections_days: 30 })
    const gone = await createDeleted(31)
    const recent = await createDeleted(29)
    expect(await preview()).toMatchObject({ inspections: null, deleted_inspections: { due_count: 1 } })
    await apply()
    await eraseAll()
    expect(await Promise.all([gone, recent].map(exists))).toEqual([false, true])
  })

  it.each([1, 365, 20_454, 20_800, 36_500])('takes nobody who is younger than %d days', async (days) => {
    const found = await preview(`?inspections_days=${days}`)
    const rows = await service.rows(
      `select count(*)::int as amount from inspections where org_id = '${service.org.alder}' and created_at < now() - make_interval(days => $1)`,
      [days],
    )
    expect(found.inspections.due_count + found.inspections.held_count).toBe(rows[0]?.amount)
  })

  it.each(['Infinity', '-1', '0', '36501', '1e400', 'NaN', ''])('400 for %s days', async (days) => {
    for (const rule of RULES)
      expect((await service.call('GET', `/retention/preview?${rule}=${days}`)).status).toBe(400)
  })

  it('looks at nobody who is not due, however many there are', async () => {
    await service.rows(`insert into inspections (org_id, id, created_at, deleted_at, owner_id, creator_id)
      select '${service.org.alder}', time_ordered_uuid(), now(), case when n % 10 = 0 then now() end, 'o', 'c'
      from generate_series(1, 20000) n`)
    await service.rows('analyze inspections')
    const ctx = erasureContext(service)
    for (const rule of RULES) {
      if (isFileRule(rule) || rule === 'audit_days') continue
      const { sql, parameters } = selectDue(ctx, rule, 365, 200).compile()
      const [row] = await service.rows(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
      const [{ Plan }] = row?.['QUERY PLAN'] ?? []
      expect(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']).toBeLessThanOrEqual(12)
    }
  })

  it('is for whoever administers the organization', async () => {
    expect(await setRules({ inspections_days: 1 }, 'alder-member')).toMatchObject({ status: 403 })
    expect((await service.call('GET', '/retention', { as: 'birch-manager' })).body.version).toBe(0)
  })
})
