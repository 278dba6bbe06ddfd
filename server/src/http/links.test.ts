import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import type { App } from '../core/platform/app.ts'
import { registerLinks } from './links.ts'

let service: Service
let id: string
const ids: string[] = []
beforeAll(async () => {
  service = await startOwnService({ settings: { PUBLIC_URL: 'https://walkaround.example/base/' } })
  id = await createInspection(service)
  for (let n = 0; n < 3; n++) ids.push(await createImage(service, id))
})
afterAll(() => service.stop())

const BASE = 'https://walkaround.example/base/v1'

function linkOf(answer: { headers: Headers }, rel: string): URL | null {
  const link = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')
  return link?.[1] ? new URL(link[1]) : null
}

describe('a page', () => {
  it('links to the next and the previous one, which answer what they promise', async () => {
    const walked: string[] = []
    let path: string | null = `/inspections/${id}/images?limit=1&paginationOrder=asc`
    let last: { headers: Headers } | null = null
    while (path) {
      const answer = await service.call('GET', path)
      expect(answer.status).toBe(200)
      walked.push(...answer.body.data.map((image: { id: string }) => image.id))
      const next = linkOf(answer, 'next')
      path = next?.href.slice(BASE.length) ?? null
      last = answer
    }
    expect(walked).toEqual(ids)
    const previous = last && linkOf(last, 'prev')
    expect(previous?.href.startsWith(`${BASE}/inspections/${id}/images?`)).toBe(true)
    const back = await service.call('GET', previous?.href.slice(BASE.length) ?? '')
    expect(back.body.data.map((image: { id: string }) => image.id)).toEqual([ids[1]])
  })

  it('keeps the other parameters of the request and drops the cursor it came with', async () => {
    await createInspection(service)
    const answer = await service.call('GET', '/inspections?limit=1&verbose=1&show_deleted=false')
    const query = Object.fromEntries(linkOf(answer, 'next')?.searchParams ?? [])
    expect(query).toMatchObject({
      limit: '1',
      verbose: '1',
      show_deleted: 'false',
      after: answer.body.paging.next,
    })
    const next = await service.call('GET', `/inspections?${new URLSearchParams(query)}`)
    expect(next.body.data.map((inspection: { id: string }) => inspection.id)).toEqual([id])
    expect(linkOf(next, 'prev')?.searchParams.has('after')).toBe(false)
  })

  it('that is the only one has no links', async () => {
    expect((await service.call('GET', `/inspections/${id}/images`)).headers.get('link')).toBeNull()
  })
})

describe('something that looks like a page', () => {
  it.each([
    ['GET', true, true],
    ['GET', false, false],
    ['PATCH', true, false],
    ['PATCH', false, false],
  ] as const)('%s, declared %j: links %j', async (method, declared, expected) => {
    const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
    registerLinks(app, service.config)
    const schema = Type.Object(declared ? { paging: Type.Unknown() } : {}, { additionalProperties: true })
    app.route({
      method,
      url: '/',
      schema: { response: { 200: schema } },
      handler: () => ({ paging: { cursors: { next: { a: 'b' } } } }),
    })
    const answer = await app.inject({ method, url: '/' })
    await app.close()
    expect(answer.json()).toHaveProperty('paging')
    expect('link' in answer.headers).toBe(expected)
  })
})

describe('what was created', () => {
  it('201 names its address', async () => {
    const inspection = await service.call('POST', '/inspections', { json: { tasks: {} } })
    expect(inspection.headers.get('location')).toBe(`${BASE}/inspections/${inspection.body.id}`)
    const image = await service.call('POST', `/inspections/${id}/images`, { form: imageForm(await jpeg(99)) })
    expect(image.headers.get('location')).toBe(`${BASE}/inspections/${id}/images/${image.body.id}`)
  })
})
