import { afterAll, beforeAll, expect, it } from 'vitest'
import { ageCheckpoints, makeCheckpoints } from '../../../test/audit.ts'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { createContext } from '../../core/platform/context.ts'
import { makeCheckpoint } from './make-checkpoints.job.ts'
import { deleteRemovedAuditEntries, removeAuditEntries } from './remove-entries.job.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const setDays = (audit_days: number | null) => service.call('PATCH', '/retention', { json: { audit_days } })
const remove = () => removeAuditEntries({ ...workerContext(service), signer: null })
const list = async (query = '') =>
  (await service.call('GET', `/audit_entries?limit=1000&pagination_order=asc${query}`)).body.data
const previewAudit = async (days: number) =>
  (await service.call('GET', `/retention/preview?audit_days=${days}`)).body.audit
const firstRow = async (org: string) =>
  (await service.rows('select min(sequence) as first from audit_entries where org_id = $1', [org]))[0]?.first
const waitADay = () => service.rows("update audit_heads set removed_at = removed_at - interval '1 day'")
const lastCheckpoint = async () => Number((await service.call('GET', '/audit_checkpoints')).body.data[0].id)

it('keeps every entry unless somebody says otherwise, and all that are younger', async () => {
  await makeCheckpoints(service, 2)
  await ageCheckpoints(service, 400)
  expect(await remove()).toBe(false)
  await setDays(401)
  expect(await remove()).toBe(false)
  expect((await list())[0].id).toBe('1')
})

it('lets the entries go up to the last checkpoint whose time is over, and says so in the audit', async () => {
  const last = await lastCheckpoint()
  await makeCheckpoints(service, 1)
  expect(await previewAudit(399)).toMatchObject({
    due_count: last,
    is_counted_whole: true,
    held_count: 0,
    next_due_at: expect.any(String),
  })
  await setDays(399)
  expect(await remove()).toBe(true)
  const entries = await list()
  expect(entries[0].id).toBe(String(last + 1))
  const [receipt] = entries.filter(
    ({ operation }: { operation: string }) => operation === 'removeAuditEntries',
  )
  expect(receipt).toMatchObject({ subject: 'walkaround', status: 200, request_id: null })
  expect(receipt.reason).toMatch(new RegExp(`^Entries 1 to ${last} are older than 399 days. Receipt: {`))
  expect((await service.call('GET', `/audit_entries?after=${last}`)).status).toBe(404)
  expect((await previewAudit(399)).due_count).toBe(0)
})

it('deletes the rows in batches, of no other organization', async () => {
  await service.call('POST', '/inspections', { json: { tasks: {} }, as: 'birch-manager' })
  const { database } = service.parts.cell
  const removed = Number((await list())[0].id) - 1
  expect(await deleteRemovedAuditEntries(database, removed - 1)).toBe(removed - 1)
  expect(await firstRow(service.org.alder)).toBe(removed)
  expect(await deleteRemovedAuditEntries(database, removed)).toBe(1)
  expect(await deleteRemovedAuditEntries(database, removed)).toBe(0)
  expect([await firstRow(service.org.alder), await firstRow(service.org.birch)]).toEqual([removed + 1, 1])
})

it('writes at most one receipt a day', async () => {
  await makeCheckpoints(service, 1)
  await ageCheckpoints(service, 400)
  expect(await remove()).toBe(false)
  await waitADay()
  expect(await remove()).toBe(true)
})

it('writes none about receipts alone', async () => {
  await service.call('PATCH', '/retention', { json: { audit_days: 1 }, as: 'birch-manager' })
  const principal = { subject: 'worker', org_id: service.org.birch, permissions: new Set<string>() }
  const birch = { ...createContext(service.parts, principal, service.log), signer: null }
  const outcomes = []
  for (let day = 0; day < 3; day++) {
    await makeCheckpoint(birch)
    await ageCheckpoints(service, 2)
    await waitADay()
    outcomes.push(await removeAuditEntries(birch))
  }
  expect(outcomes).toEqual([true, false, false])
})

it('signs nothing away that is not what its checkpoint says', async () => {
  await makeCheckpoints(service, 1)
  await ageCheckpoints(service, 400)
  const last = await lastCheckpoint()
  await service.rows(
    `update audit_entries set hash = 'x' where org_id = '${service.org.alder}' and sequence = $1`,
    [last],
  )
  await expect(remove()).rejects.toThrow(`entry ${last} of the audit is not what its checkpoint says`)
})

it('is refused by the database where no rule lets entries go, or no checkpoint is there', async () => {
  const entry = JSON.stringify({ text: '[]', at: 0, subject: 's', operation: 'o', status: 200 })
  const call = (org: string, upTo: number) =>
    service.rows(
      "select set_config('walkaround.org_id', $1, false), remove_audit_entries($2, $3) as amount",
      [org, upTo, entry],
    )
  const last = await lastCheckpoint()
  await createInspection(service)
  await expect(call(service.org.alder, last + 1)).rejects.toThrow('no rule lets the audit go')
  await expect(call(service.org.birch, 1_000)).rejects.toThrow('no rule lets the audit go')
  await setDays(500)
  await expect(call(service.org.alder, last)).rejects.toThrow('no rule lets the audit go')
  await setDays(null)
  await expect(call(service.org.alder, last)).rejects.toThrow('no rule lets the audit go')
  expect((await call(service.org.alder, 1))[0]?.amount).toBe(0)
})
