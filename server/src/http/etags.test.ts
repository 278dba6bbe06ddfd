import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange } from '../../test/exchange.ts'
import { createImage, createInspection } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'
import type { App } from '../core/platform/app.ts'
import { registerEtags } from './etags.ts'
import { readIfMatch } from './versions.ts'

const ENTITIES = 'application/vnd.walkaround.entities+json'

let service: Service
let id: string
beforeAll(async () => {
  service = await startService()
  id = await createInspection(service)
  await createImage(service, id)
})
afterAll(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  exchange(service, 'GET', path, { headers })
const etagOf = (answer: { headers: Headers }) => answer.headers.get('etag') ?? 'none'
const patch = (ifMatch: string) =>
  service.call('PATCH', `/inspections/${id}`, {
    json: { additional_data: { at: Date.now() } },
    headers: { 'if-match': ifMatch },
  })

describe('an answer', () => {
  it('200 carries the version of the thing in its tag, and how it may be kept', async () => {
    const answer = await get(`/inspections/${id}`)
    expect(etagOf(answer)).toMatch(new RegExp(`^"${JSON.parse(answer.text).version}-[0-9a-f]{16}"$`))
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('vary')).toBe('Accept, X-Monk-SDK-Version')
  })

  it('200 of a list has a tag without a version, and the same one while nothing changes', async () => {
    const answer = await get(`/inspections/${id}/images`)
    expect(etagOf(answer)).toMatch(/^"[0-9a-f]{16}"$/)
    expect(etagOf(await get(`/inspections/${id}/images`))).toBe(etagOf(answer))
  })

  it('200 of a write tags the new version', async () => {
    const answer = await patch('*')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"${answer.body.version}-`))
  })

  it('has another tag in another form', async () => {
    const wire = await get(`/inspections/${id}`)
    const entities = await get(`/inspections/${id}`, { accept: ENTITIES })
    expect(etagOf(entities)).toMatch(new RegExp(`^${etagOf(wire).split('-')[0]}-`))
    expect(etagOf(entities)).not.toBe(etagOf(wire))
  })

  it('404 has no tag', async () => {
    expect((await get('/inspections/x')).headers.get('etag')).toBeNull()
  })
})

describe('a version in an answer', () => {
  async function etagWith(method: 'GET' | 'PATCH', schema: TSchema): Promise<unknown> {
    const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
    registerEtags(app)
    app.addSchema(Type.Object({ version: Type.Integer() }, { $id: 'Thing' }))
    app.route({ method, url: '/', schema: { response: { 200: schema } }, handler: () => ({ version: 7 }) })
    const answer = await app.inject({ method, url: '/' })
    await app.close()
    expect(answer.json()).toEqual({ version: 7 })
    return answer.headers.etag
  }

  it.each(['GET', 'PATCH'] as const)('is in the tag of %s when the schema declares it', async (method) => {
    for (const schema of [Type.Object({ version: Type.Integer() }), Type.Ref('Thing')])
      expect(await etagWith(method, schema)).toMatch(/^"7-[0-9a-f]{16}"$/)
  })

  it('is nothing but data when the schema leaves it open', async () => {
    const open = Type.Object({}, { additionalProperties: true })
    expect(await etagWith('GET', open)).toMatch(/^"[0-9a-f]{16}"$/)
    expect(await etagWith('PATCH', open)).toBeUndefined()
  })
})

describe('If-None-Match', () => {
  it.each(['GET', 'HEAD'])('304 without a body for %s while nothing changes', async (method) => {
    const etag = etagOf(await get(`/inspections/${id}`))
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await exchange(service, method, `/inspections/${id}`, {
        headers: { 'if-none-match': tag },
      })
      expect([answer.status, answer.text, etagOf(answer)]).toEqual([304, '', etag])
      expect(answer.headers.get('content-type')).toBeNull()
    }
  })

  it('200 once it has changed, and for the tag of another form', async () => {
    const etag = etagOf(await get(`/inspections/${id}`))
    expect((await get(`/inspections/${id}`, { 'if-none-match': etag, accept: ENTITIES })).status).toBe(200)
    await patch('*')
    expect((await get(`/inspections/${id}`, { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('If-Match', () => {
  it('200 with the tag of a read, with its version alone and in a list; 412 afterwards', async () => {
    const etag = etagOf(await get(`/inspections/${id}`))
    expect((await patch(etag)).status).toBe(200)
    const stale = await patch(etag)
    expect(stale).toMatchObject({ status: 412, body: { code: 'version_stale' } })
    const next = await patch(`"${stale.body.version}"`)
    expect(next.status).toBe(200)
    expect((await patch(`"x", "${next.body.version}"`)).status).toBe(200)
  })

  it('412 for a weak tag and for one that is not of this service', async () => {
    const { version } = (await service.call('GET', `/inspections/${id}`)).body
    for (const tag of [`W/"${version}"`, '"abc"', '"0123456789012345"'])
      expect((await patch(tag)).status).toBe(412)
  })

  it.each(['3', '"3', '', '"3" "4"', '"3",', '*, "3"'])('400 for %j', async (header) => {
    expect(await patch(header)).toMatchObject({ status: 400, body: { code: 'request_invalid' } })
  })

  it('400 where there is no version to compare with', async () => {
    const answer = await service.call('POST', '/inspections', {
      json: { tasks: {} },
      headers: { 'if-match': '"1"' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'precondition_unsupported' } })
  })

  it('of one caller wins when two change the same version at once', async () => {
    const etag = etagOf(await get(`/inspections/${id}`))
    const answers = await Promise.all(Array.from({ length: 10 }, () => patch(etag)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 412)).toHaveLength(9)
  })

  it('is read as versions', () => {
    expect(readIfMatch(' * ')).toBeNull()
    expect(readIfMatch('"3-0123456789abcdef" , "12"')).toEqual([3, 12])
    expect(readIfMatch('W/"3", "a,b", "3-x", ""')).toEqual([])
  })
})
