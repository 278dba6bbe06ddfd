import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'
import type { App } from '../core/platform/app.ts'
import { type Context, createContext, inTransaction } from '../core/platform/context.ts'
import { registerErrors } from './errors.ts'
import { registerIdempotency } from './idempotency.ts'

const RENEW_MS = 40

let service: Service
let ctx: Context
let app: App
let url: string
/** How many answers have ended, sent or not. */
let closed = 0
/** The operations that are under way; each goes on when it is called. */
const running: (() => void)[] = []
beforeAll(async () => {
  service = await startService()
  const principal = { subject: 'someone', org_id: 'alder', permissions: new Set<string>() }
  ctx = createContext(service.parts, principal, service.log)
  app = fastify().withTypeProvider<TypeBoxTypeProvider>()
  registerErrors(app, service.config)
  app.addHook('onRequest', async (request, reply) => {
    request.ctx = ctx
    reply.raw.once('close', () => {
      closed += 1
    })
  })
  registerIdempotency(app, RENEW_MS)
  app.post('/slow', { config: { access: {} } }, async (request) => {
    await new Promise<void>((resolve) => running.push(resolve))
    return inTransaction(request.ctx, async () => ({ id: 'x' }))
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await service.stop()
})

const call = (key: string, signal?: AbortSignal) =>
  fetch(`${url}/slow`, { method: 'POST', headers: { 'idempotency-key': key }, ...(signal ? { signal } : {}) })
const keyRow = async (key: string) =>
  (
    await service.rows(
      "select status, content_type, claimed_at < now() - interval '30 s' as old from idempotency_keys where key = $1",
      [key],
    )
  )[0]
const age = (key: string) =>
  service.rows("update idempotency_keys set claimed_at = now() - interval '31 s' where key = $1", [key])
const renewed = (key: string) =>
  waitFor('the claim to be renewed', async () => (await keyRow(key))?.old === false)
const started = () => waitFor('the operation to run', async () => running.length === 1)
const goOn = () => running.shift()?.()

describe('a request that takes longer than a claim is believed', () => {
  it('keeps its key: the repeat is told to wait, and gets the first answer later', async () => {
    const first = call('long')
    await started()
    await age('long')
    await renewed('long')
    const repeat = await call('long')
    expect(repeat.status).toBe(409)
    expect(await repeat.json()).toMatchObject({ code: 'idempotency_key_running' })
    goOn()
    expect((await first).status).toBe(200)
    const later = await call('long')
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  })

  it('keeps its key also when its client has hung up and asks again', async () => {
    const client = new AbortController()
    const first = call('hung-up', client.signal)
    await started()
    client.abort()
    await expect(first).rejects.toThrow()
    await age('hung-up')
    await renewed('hung-up')
    expect((await call('hung-up')).status).toBe(409)
    goOn()
    await waitFor('the answer to be stored', async () => (await keyRow('hung-up'))?.content_type)
    expect((await call('hung-up')).headers.get('idempotency-replayed')).toBe('true')
  })

  it('leaves a key alone that another request has taken over', async () => {
    const first = call('lost')
    await started()
    await service.rows(
      "update idempotency_keys set claim_id = gen_random_uuid(), claimed_at = now() - interval '31 s' where key = 'lost'",
    )
    await new Promise((resolve) => setTimeout(resolve, 5 * RENEW_MS))
    expect((await keyRow('lost'))?.old).toBe(true)
    goOn()
    expect((await first).status).toBe(409)
  })

  it('renews nothing any more once it has answered', async () => {
    const first = call('over')
    await started()
    goOn()
    await first
    // A renewal that was on its way when the answer went out has arrived.
    await new Promise((resolve) => setTimeout(resolve, 5 * RENEW_MS))
    // As if the answer had not been stored: only the timer of the first request could renew this claim.
    await service.rows(
      "update idempotency_keys set status = null, body = null, content_type = null where key = 'over'",
    )
    await age('over')
    await new Promise((resolve) => setTimeout(resolve, 5 * RENEW_MS))
    expect((await keyRow('over'))?.old).toBe(true)
  })
})

describe('a repeat whose client hangs up', () => {
  it('does not run the operation again while the stored answer is on its way', async () => {
    const first = call('gone')
    await started()
    goOn()
    await first
    // As if the first request had died between its effect and its answer: the repeat stores the answer before it sends it.
    await service.rows("update idempotency_keys set content_type = null where key = 'gone'")
    const lock = Promise.withResolvers<object>()
    const held = Promise.withResolvers<void>()
    const holder = inTransaction(ctx, async ({ db }) => {
      await sql`select from idempotency_keys where key = 'gone' for update`.execute(db)
      held.resolve()
      return lock.promise
    })
    await held.promise
    const client = new AbortController()
    const repeat = call('gone', client.signal)
    await waitFor(
      'the repeat to store its answer',
      async () =>
        (await service.rows("select from pg_locks where not granted and locktype = 'transactionid'")).length >
        0,
    )
    const before = closed
    client.abort()
    await expect(repeat).rejects.toThrow()
    await waitFor('its connection to end', async () => closed > before)
    await new Promise((resolve) => setTimeout(resolve, RENEW_MS))
    lock.resolve({})
    await holder
    expect(running).toEqual([])
    expect((await call('gone')).headers.get('idempotency-replayed')).toBe('true')
  })
})
