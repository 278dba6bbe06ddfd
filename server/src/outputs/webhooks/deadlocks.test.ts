import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { PERMISSIONS } from '../../core/contracts/permissions.ts'
import { createContext } from '../../core/platform/context.ts'
import { DATABASE_NOW, Database } from '../../core/platform/database.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { createWebhookEndpoint } from './create-webhook-endpoint.ts'
import { deleteOldWebhookDeliveries } from './delete-old-deliveries.ts'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { fanOut } from './fan-out.ts'
import { recordAttempt } from './record-attempt.ts'
import { replayWebhookDeliveries } from './replay-webhook-deliveries.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts'

const STORM_MS = 12_000
const URL_ = 'https://hooks.example.com/storm'

let service: Service
let database: Database
let owner: pg.Pool
beforeAll(async () => {
  service = await startService()
  const { DATABASE_URL: url } = service.config
  database = new Database({ url, connections: 24, log: service.log, applicationName: 'storm' })
  owner = new pg.Pool({ connectionString: service.ownerUrl, max: 3 })
})
afterAll(async () => {
  await owner.end()
  await service.stop()
})

it('nothing that is done with one endpoint at once waits in a circle', async () => {
  const { pick, below } = seededRandom('deadlocks')
  const inspectionId = await createInspection(service)
  const [{ org_id }] = await service.rows('select org_id from inspections where id = $1', [inspectionId])
  const principal = { subject: 'storm', org_id, permissions: new Set(Object.keys(PERMISSIONS)) }
  const cells = { cellOf: () => ({ ...service.parts.cell, database }) }
  const ctx = createContext({ ...service.parts, cells }, principal, service.log)
  const egress = { check: (url: string) => new URL(url) }
  const create = async () => (await createWebhookEndpoint(ctx, egress, { url: URL_ })).id
  const ids: [string, string] = [await create(), await create()]

  const failures: unknown[] = []
  const until = Date.now() + STORM_MS
  const repeat = async (work: () => Promise<unknown>) => {
    while (Date.now() < until)
      await work().catch((error) => {
        if (error.code === '40P01') failures.push(error.detail)
      })
  }
  const lanes = (count: number, work: () => Promise<unknown>) =>
    Array.from({ length: count }, () => repeat(work))
  const send = async () => {
    const limits = [20, 20, 20, 20, 10]
    const taken = await database.callAcross<ClaimedDelivery>('claim_webhook_deliveries', [
      DATABASE_NOW,
      '20 s',
      ...limits,
    ])
    const outcomeOf = () => ({
      status: pick([200, 500]),
      error: null,
      retryAfter: null,
      latencyMs: 1,
      reason: '',
    })
    await Promise.all(taken.map((delivery) => recordAttempt(ctx, delivery, outcomeOf())))
  }
  const happen = () =>
    owner.query(
      `insert into events (org_id, inspection_id, id, type, payload, created_by)
       select $1, $2, gen_random_uuid(), 'inspection.updated', '{}', 'storm' from generate_series(1, 3)`,
      [org_id, inspectionId],
    )
  const change = () => updateWebhookEndpoint(ctx, egress, pick(ids), { description: String(below(1e9)) })
  const replay = () => {
    const since = new Date(Date.now() - 20_000).toISOString()
    return replayWebhookDeliveries(ctx, pick(ids), { since, only_failed: below(2) === 1 })
  }
  const recreate = async () => {
    await delay(500)
    const n = below(ids.length)
    const before = ids[n] ?? ''
    ids[n] = await create()
    await deleteWebhookEndpoint(ctx, before)
  }
  await Promise.all([
    ...lanes(6, change),
    ...lanes(2, () => rotateWebhookSecret(ctx, pick(ids))),
    ...lanes(2, replay),
    ...lanes(3, happen),
    ...lanes(2, () => fanOut({ database, contextOf: () => ctx })),
    ...lanes(4, () => deleteOldWebhookDeliveries(database, 0, 50)),
    ...lanes(4, send),
    ...lanes(1, recreate),
  ])
  expect(failures).toEqual([])
  expect(service.logLines().filter((line) => line.includes('deadlock'))).toEqual([])
  // A connection tells its figures when it is closed.
  await database.close()
  const deadlocks = 'select deadlocks::int from pg_stat_database where datname = current_database()'
  expect((await owner.query(deadlocks)).rows).toEqual([{ deadlocks: 0 }])
})
