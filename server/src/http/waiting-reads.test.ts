import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { App } from '../core/platform/app.ts'
import type { Context } from '../core/platform/context.ts'
import { registerPolling } from './polling.ts'

/** One place in all; a tenth of them, rounded up, is what one organization has. */
function createApp(): App {
  const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
  registerPolling(app, 1)
  app.addHook('onRequest', async (request) => {
    // Only the organization is asked for.
    request.ctx = { org_id: 'org_alder' } as Context
  })
  return app
}

describe('those who wait at once', () => {
  it('are limited: one more is answered without waiting', async () => {
    const app = createApp()
    const held = Promise.withResolvers<object>()
    app.get('/', {
      config: { waits: true },
      handler: ({ waitMs }) => (waitMs > 0 ? held.promise : { waitMs }),
    })
    // What inject returns begins only when it is awaited.
    const get = async () => await app.inject({ url: '/', headers: { prefer: 'wait=5' } })
    const first = get()
    await expect.poll(async () => (await get()).headers['preference-applied']).toBeUndefined()
    held.resolve({})
    expect((await first).headers['preference-applied']).toBe('wait=5')
    expect((await get()).headers['preference-applied']).toBe('wait=5')
    await app.close()
  })

  it('are no longer counted when they hang up', async () => {
    const app = createApp()
    let waited = 0
    app.get('/', {
      config: { waits: true },
      handler: async ({ waitMs }) => {
        waited += waitMs > 0 ? 1 : 0
        if (waited === 1) await new Promise(() => {})
        return { waitMs }
      },
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const client = new AbortController()
    const headers = { prefer: 'wait=5' }
    const gone = fetch(url, { headers, signal: client.signal })
    await expect.poll(() => waited).toBe(1)
    client.abort()
    await expect(gone).rejects.toThrow()
    await expect.poll(async () => (await fetch(url, { headers })).json()).toEqual({ waitMs: 5_000 })
    await app.close()
  })
})
