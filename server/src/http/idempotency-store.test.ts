import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange } from '../../test/exchange.ts'
import { waitFor } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'
import { type Context, createContext, inTransaction } from '../core/platform/context.ts'
import { type Claim, claimKey, releaseKey, storeAnswer, storeEffect } from './idempotency-store.ts'

const ANSWER = { id: 'x', object_type: 'INSPECTION' }

let service: Service
let ctx: Context
beforeAll(async () => {
  service = await startService()
  const principal = { subject: 'someone', org_id: 'alder', permissions: new Set<string>() }
  ctx = createContext(service.parts, principal, service.log)
})
afterAll(() => service.stop())

const storeIn =
  (claim: Claim): Context['beforeCommit'] =>
  (db, answer) =>
    storeEffect(db, claim, 201, answer, { inspections: [], comparisons: [] }, (text) => text)
const commitEffect = (claim: Claim) =>
  inTransaction({ ...ctx, beforeCommit: storeIn(claim) }, async () => ANSWER)

describe('a key whose effect is committed', () => {
  it('stays when the request fails afterwards, and its repeat gets the answer', async () => {
    const { claim } = await claimKey(ctx, 'fails-late', 'f')
    await commitEffect(claim)
    await releaseKey(ctx, claim)
    const { answer } = await claimKey(ctx, 'fails-late', 'f')
    expect(answer).toEqual({ status: 201, content_type: null, body: JSON.stringify(ANSWER) })
  })

  it('keeps the first bytes that went out', async () => {
    const { claim } = await claimKey(ctx, 'two-answers', 'f')
    await commitEffect(claim)
    const first = { status: 201, content_type: 'application/json', body: '{"first":1}' }
    await storeAnswer(ctx, claim, first)
    await storeAnswer(ctx, claim, { ...first, body: '{"second":1}' })
    expect((await claimKey(ctx, 'two-answers', 'f')).answer).toEqual(first)
  })

  it('is not taken over by a repeat that found it given up a moment before the commit', async () => {
    await claimKey(ctx, 'late-commit', 'f')
    await service.rows(
      "update idempotency_keys set claimed_at = now() - interval '31 s' where key = 'late-commit'",
    )
    const first = new pg.Client({ connectionString: service.ownerUrl })
    await first.connect()
    await first.query("begin; select 1 from idempotency_keys where key = 'late-commit' for update")
    const repeat = claimKey(ctx, 'late-commit', 'f')
    await waitFor('the repeat to wait for the row', async () => {
      const waiting = await service.rows(
        'select 1 from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted',
      )
      return waiting.length === 1
    })
    await first.query(
      "update idempotency_keys set status = 201, body = '{}' where key = 'late-commit'; commit",
    )
    await first.end()
    expect((await repeat).answer).toEqual({ status: 201, content_type: null, body: '{}' })
  })
})

describe('an operation', () => {
  it('that does not return its answer from its transaction is a bug, and has no effect', async () => {
    const { claim } = await claimKey(ctx, 'no-answer', 'f')
    const forgetful = { ...ctx, beforeCommit: storeIn(claim) }
    await expect(inTransaction(forgetful, async () => undefined)).rejects.toThrow('must return its answer')
    await releaseKey(ctx, claim)
    expect((await claimKey(ctx, 'no-answer', 'f')).answer).toBeNull()
  })
})

describe('a request whose answer is to be sealed', () => {
  it('503 while the key of its organization cannot be opened, and its repeat takes effect at once', async () => {
    const create = () =>
      exchange(service, 'POST', '/capture_links', {
        json: { inspection: { tasks: [] } },
        headers: { 'idempotency-key': 'unopened' },
      })
    await service.rows(
      `insert into organization_keys (org_id, wrapped) values ('${service.org.alder}', 'k9.unknown')`,
    )
    expect((await create()).status).toBe(503)
    await service.rows(`delete from organization_keys where org_id = '${service.org.alder}'`)
    expect((await create()).status).toBe(201)
  })
})
