import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'

let service: Service
let id: string
let authorization: string
beforeAll(async () => {
  service = await startService()
  id = await createInspection(service)
  authorization = `Bearer ${await service.tokenOf('alder-manager')}`
})
afterAll(() => service.stop())

const send = (path: string, init: RequestInit = {}) =>
  fetch(service.url + path, { ...init, headers: { authorization, ...init.headers } })

/** `fetch` would shorten the target; a proxy sends it whole (RFC 9112, 3.2.2). */
function sendTarget(target: string): Promise<{ status: number | undefined; body: unknown }> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: target, headers: { authorization } }, (answer) =>
      json(answer).then((body) => resolve({ status: answer.statusCode, body }), reject),
    )
      .on('error', reject)
      .end()
  })
}

describe('a path without the version', () => {
  it('200 with the answer, the links and the route of the one with it', async () => {
    await createInspection(service)
    const [bare, versioned] = [await send('/inspections?limit=1'), await send('/v1/inspections?limit=1')]
    expect([bare.status, await bare.json()]).toEqual([200, await versioned.json()])
    expect(bare.headers.get('link')).toContain('/v1/inspections?')
    for (const name of ['link', 'etag']) expect(bare.headers.get(name)).toBe(versioned.headers.get(name))
    const routes = service.logLines().flatMap((line) => JSON.parse(line).route ?? [])
    expect(routes.filter((route) => !route.startsWith('/v1/'))).toEqual([])
  })

  it('201 is the same request for an idempotency key', async () => {
    const create = (path: string, key: string) =>
      send(path, {
        method: 'POST',
        body: '{"tasks":{}}',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    const key = randomUUID()
    const first = await create('/inspections', key)
    const again = await create('/v1/inspections', key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
    expect(first.headers.get('location')).toContain('/v1/inspections/')
  })

  it('200 for signed pictures and thumbnails, with the slash before the query', async () => {
    await createImage(service, id)
    const [image] = (await service.call('GET', `/inspections/${id}/images`)).body.data
    const { pathname } = new URL(image.path)
    const query = new URLSearchParams({ image_url: image.path, width: '50' })
    for (const path of [
      pathname.replace('/v1', ''),
      `/image_resize/?${query}`,
      `/image_resize?${query}`,
      '/openapi.json',
    ])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
  })

  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/v1', 404],
    ['GET', '/v1/v1/inspections', 404],
    ['GET', '/v1inspections', 404],
    ['GET', '/docsearch', 404],
    ['GET', '/%zz', 404],
    ['GET', '/', 404],
    ['GET', '/docs?page=1', 200],
    ['PUT', '/inspections?a=b', 405],
    ['PUT', '/openapi.json', 405],
  ])('%s %s: %i', async (method, path, status) => {
    expect((await send(path, { method })).status).toBe(status)
  })

  it('200 for a target that names the host', async () => {
    for (const path of [`/inspections/${id}`, `/v1/inspections/${id}`])
      expect(await sendTarget(`http://walkaround.example${path}`)).toMatchObject({
        status: 200,
        body: { id },
      })
  })
})
