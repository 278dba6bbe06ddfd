import { request } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { startStalledStore } from '../../../test/stalled-store.ts'
import type { App } from '../../core/platform/app.ts'
import { type ContextParts, createContext } from '../../core/platform/context.ts'
import { createFairGate } from '../../core/platform/fair-gate.ts'
import { Storage } from '../../core/platform/storage.ts'
import { getThumbnail } from './get-thumbnail.ts'
import { pictureRoutes } from './picture-routes.ts'
import { createThumbnailCache } from './thumbnail-cache.ts'

const ONE = { name: 'pictures', capacity: 1, share: 1, waitingShare: 1, waitingMax: 1, waitMsMax: 10_000 }

let service: Service
let image: string
let path: string
let store: Awaited<ReturnType<typeof startStalledStore>>
let storage: Storage
let parts: ContextParts
beforeAll(async () => {
  service = await startService()
  const inspection = await createInspection(service)
  image = await createImage(service, inspection)
  path = (await service.call('GET', `/inspections/${inspection}/images/${image}`)).body.path
})
afterAll(() => service.stop())
beforeEach(async () => {
  store = await startStalledStore()
  storage = new Storage({
    endpoint: store.endpoint,
    region: 'x',
    bucket: 'x',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  })
  const cell = { ...service.parts.cell, storage }
  parts = { ...service.parts, cells: { cellOf: () => cell } }
  return () => {
    storage.close()
    store.close()
  }
})

describe('getThumbnail', () => {
  it('503 when the store stops in the middle of the picture, and the place is free again', async () => {
    const gate = createFairGate({ ...ONE, waitMsMax: 10 })
    const principal = { subject: 'signed-url', org_id: service.org.alder, permissions: new Set<string>() }
    const ctx = createContext(parts, principal, service.log)
    const box = { width: 10, height: 10 }
    const turn = { gate, cache: createThumbnailCache(1_000_000), bodyMsMax: 100 }
    const { open } = await getThumbnail(ctx, turn, image, box)
    await expect(open()).rejects.toMatchObject({ code: 'unavailable' })
    expect(gate.state().used).toBe(0)
  })

  it('reads nothing for a client that went away while it waited for its turn', async () => {
    const gate = createFairGate(ONE)
    const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
    pictureRoutes(app, parts, service.log, gate)
    const answered: number[] = []
    app.addHook('onSend', async (_request, reply) => {
      answered.push(reply.statusCode)
    })
    let closed = 0
    app.server.on('connection', (socket) => socket.once('close', () => closed++))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const leave = await gate.enter(service.org.alder)
    const client = request(`${url}/image_resize?image_url=${encodeURIComponent(path)}`)
    client.on('error', () => {}).end()
    await waitFor('the request to wait', async () => gate.state().waiting === 1)
    client.destroy()
    await waitFor('the connection to end', async () => closed === 1)
    await waitFor('the request to end', async () => answered.length === 1)
    leave()
    expect(store.asked()).toBe(0)
    expect(gate.state()).toMatchObject({ used: 0, waiting: 0 })
    await app.close()
  })
})
