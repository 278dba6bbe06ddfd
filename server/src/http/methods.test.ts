import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../generate/openapi.ts'
import { exchange } from '../../test/exchange.ts'
import { createInspection } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'

const { paths } = JSON.parse(await openapiDocument()) as { paths: Record<string, Record<string, object>> }
const templates = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, 'x'))

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function raw(
  head: string,
): Promise<{ status: number; headers: string; body: Record<string, unknown> }> {
  const { port, hostname } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write(`${head}\r\n\r\n`)
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(headers.split(' ')[1]), headers, body: JSON.parse(body) }
}

describe('a method that the path does not take', () => {
  it.each([
    ['PUT', '/inspections', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/inspections/x', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['DELETE', '/inspections/x/tasks/compliances?a=b', 'GET, HEAD, OPTIONS, PATCH'],
    ['POST', '/pictures/a/b/c/d/e/f', 'GET, HEAD, OPTIONS'],
  ])('405 for %s %s, without a token', async (method, path, allow) => {
    const answer = await service.call(method, path, { as: null })
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['/docs', '/docs/errors/not_found', '/docs/search.json', '/console', '/console/inspections'])(
    '405 for POST %s, which is a page',
    async (path) => {
      const answer = await fetch(service.url + path, { method: 'POST', redirect: 'manual' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    },
  )

  it('405 in JSON also for methods that browsers cannot send', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'CONNECT'])
      expect(await raw(`${method} /v1/inspections HTTP/1.1\r\nhost: x\r\nconnection: close`)).toMatchObject({
        status: 405,
        body: { code: 'method_not_allowed', message: expect.any(String) },
      })
  })

  it('404 where the path exists for no method', async () => {
    for (const [method, path] of [
      ['PUT', '/nothing'],
      ['DELETE', `/inspections/${'x'.repeat(400)}`],
      ['POST', '/inspections/x/images/y/z'],
    ] as const)
      expect((await service.call(method, path)).status).toBe(404)
  })
})

describe('HEAD', () => {
  it('answers as GET without the body', async () => {
    const id = await createInspection(service)
    const get = await exchange(service, 'GET', `/inspections/${id}`)
    const head = await exchange(service, 'HEAD', `/inspections/${id}`)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })
})

describe('OPTIONS', () => {
  it.each([...templates, '/v1/nothing/here'])('204 without a token on %s', async (path) => {
    const answer = await fetch(service.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://capture.example', 'access-control-request-method': 'PATCH' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/\bidempotency-key\b.*\bif-match\b/)
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\betag\b.*\bretry-after\b/)
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })
})

describe('what cannot be read', () => {
  it.each([
    ['no HTTP at all', 'NONSENSE', 400, 'request_malformed'],
    ['an unknown method', 'FROB /v1/inspections HTTP/1.1\r\nhost: x', 400, 'request_malformed'],
    ['no Host', 'GET /v1/inspections HTTP/1.1\r\nconnection: close', 400, 'request_malformed'],
    [
      'two Hosts',
      'GET /v1/inspections HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close',
      400,
      'request_malformed',
    ],
    [
      'headers over the limit',
      `GET / HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}`,
      431,
      'request_header_too_large',
    ],
    [
      'a path that is not decodable',
      'GET /v1/inspections/%zz HTTP/1.1\r\nhost: x\r\nconnection: close',
      404,
      'not_found',
    ],
    [
      'an unknown expectation',
      'GET /v1/x HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close',
      404,
      'not_found',
    ],
  ])('%s: a problem in JSON with its request id', async (_name, head, status, code) => {
    const answer = await raw(head)
    expect(answer).toMatchObject({
      status,
      body: {
        code,
        status,
        message: expect.any(String),
        type: `${service.config.PUBLIC_URL}/docs/errors/${code}`,
      },
    })
    expect(answer.headers).toContain(`x-request-id: ${answer.body.request_id}`)
    expect(answer.headers).toMatch(/content-type: application\/problem\+json/)
  })
})
