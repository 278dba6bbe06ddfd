import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function raw(request: string): Promise<string> {
  const { port, hostname } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.end(request)
  return text(socket)
}

describe('reading a body', () => {
  const deep = `{"tasks":{},"additional_data":${'['.repeat(40)}${']'.repeat(40)}}`
  it.each([
    ['nesting over the limit', deep, 'too_deep'],
    ['a million brackets', '['.repeat(1_000_000), 'too_deep'],
    ['U+0000', '{"tasks":{},"accident_nature":"a\\u0000b"}', 'null_character'],
    ['a lone surrogate', '{"tasks":{},"accident_nature":"\\ud800"}', 'lone_surrogate'],
    ['a number that is not finite', '{"tasks":{},"usage_duration":1e999}', 'number_not_finite'],
    ['duplicate keys', '{"tasks":{},"tasks":{}}', 'duplicate_key'],
    ['a prototype key', '{"tasks":{"__proto__":{}}}', 'forbidden_key'],
    ['no JSON', '{"tasks":', 'not_json'],
  ])('400 for %s', async (_name, body, reason) => {
    const answer = await service.call('POST', '/inspections', {
      raw: body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'body_malformed', reason } })
  })

  it.each([
    'text/plain',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'text/json',
    'application/jsonx',
    '',
  ])('415 for the content type %j', async (type) => {
    const answer = await service.call('POST', '/inspections', {
      raw: Buffer.from('{"tasks":{}}'),
      headers: { 'content-type': type },
    })
    expect(answer).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } })
  })

  it('413 for a JSON body over the limit', async () => {
    const answer = await service.call('POST', '/inspections', {
      json: { tasks: {}, accident_nature: 'x'.repeat(1_100_000) },
    })
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large', limit_bytes: 1_048_576 } })
  })
})

describe('uploads', () => {
  it('415 for multipart where no picture is taken, and 404 for a path that does not exist, with nothing on disk', async () => {
    const id = await createInspection(service)
    const form = () => imageForm(Buffer.from('x'))
    expect(
      (await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { form: form() })).status,
    ).toBe(415)
    expect((await service.call('POST', '/nothing', { as: null, form: form() })).status).toBe(404)
    expect(readdirSync(service.temporaryDir)).toEqual([])
  })
})

describe('answers', () => {
  it.each([`/inspections/${'x'.repeat(400)}`, '/inspections/%zz', '/inspections/%00'])(
    '404 as JSON for the path %s',
    async (path) => {
      const answer = await service.call('GET', path)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', message: expect.any(String) } })
    },
  )

  it('are JSON with a message and a request id also for paths that do not exist', async () => {
    const answer = await service.call('GET', '/nothing/here')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.body).toMatchObject({
      message: expect.any(String),
      code: 'not_found',
      request_id: answer.headers.get('x-request-id'),
    })
  })

  it('are JSON also for what is not HTTP and for headers that are too large', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"message"/)
    expect(
      await raw(`GET /v1/inspections HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 431 [\s\S]*"message"/)
  })

  it('keep a harmless request id of the client and replace any other', async () => {
    const kept = await service.call('GET', '/inspections', { headers: { 'x-request-id': 'client-id-12345' } })
    expect(kept.headers.get('x-request-id')).toBe('client-id-12345')
    const replaced = await service.call('GET', '/inspections', { headers: { 'x-request-id': 'a b"c' } })
    expect(replaced.headers.get('x-request-id')).not.toBe('a b"c')
  })

  it('401 texts are the ones the published clients look for', async () => {
    const answerTo = async (authorization: string) =>
      (await service.call('GET', '/inspections', { as: null, headers: { authorization } })).body.message
    expect(await answerTo('Basic abc')).toBe(
      'Wrong authorization header format, should be in the format : Bearer TOKEN',
    )
    expect(await answerTo('Bearer abc')).toBe('Token decode failed')
    const [head, payload] = (await service.tokenOf('alder-manager')).split('.')
    expect(await answerTo(`Bearer ${head}.${payload}.AAAA`)).toBe('Invalid authentication token in request.')
  })

  it('a preflight needs no token and allows what the published clients send', async () => {
    const answer = await fetch(`${service.url}/v1/inspections/x/images`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://capture.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'access-control-allow-origin,authorization',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    for (const header of [
      'authorization',
      'content-type',
      'access-control-allow-origin',
      'x-monk-sdk-version',
      'sentry-trace',
      'baggage',
    ])
      expect(answer.headers.get('access-control-allow-headers')).toContain(header)
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  })
})

describe('picture URLs', () => {
  it('open with the signature and with nothing else, and stay the same within their window', async () => {
    const id = await createInspection(service)
    await createImage(service, id)
    const read = async () =>
      new URL((await service.call('GET', `/inspections/${id}`)).body.images[0].path).pathname
    const path = await read()
    expect(await read()).toBe(path)
    expect((await fetch(service.url + path)).status).toBe(200)
    const etag = (await fetch(service.url + path)).headers.get('etag') ?? ''
    expect((await fetch(service.url + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const parts = path.split('/')
    for (let n = 3; n < parts.length; n++) {
      const changed = parts.with(n, `${parts[n]}x`).join('/')
      expect((await fetch(service.url + changed)).status).toBe(404)
    }
    expect((await fetch(service.url + path.replace('picture.jpg', 'original'))).status).toBe(404)
  })
})

describe('log lines', () => {
  it('hold no token, no signature and nothing a client sent', async () => {
    const canary = 'CANARY7431'
    const id = await createInspection(service, {
      tasks: {},
      vehicle: { vin: canary, plate: canary },
      additional_data: { note: canary },
    })
    await createImage(service, id, { additional_data: { label: canary } })
    const { body } = await service.call('GET', `/inspections/${id}`)
    const path = new URL(body.images[0].path).pathname
    await fetch(service.url + path)
    await service.call('POST', '/inspections', { json: { tasks: { [canary]: {} } } })
    const lines = service.logLines().join('')
    expect(lines).toContain('/v1/inspections/:inspection_id')
    for (const secret of [
      canary,
      (await service.tokenOf('alder-manager')).slice(-40),
      path.split('/')[3] ?? 'none',
    ])
      expect(lines).not.toContain(secret)
  })
})
