import { request } from 'node:https'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stackValue } from '../../../testing/stack.ts'
import { createInspection, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A socket that keeps what it got, and says when the other side has closed it. */
function open() {
  const { port, hostname } = new URL(service.url)
  const socket: Socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const seen = { text: '', ended: false }
  socket.on('data', (chunk) => {
    seen.text += chunk
  })
  socket.on('end', () => {
    seen.ended = true
  })
  // What the service has destroyed is what these tests want.
  socket.on('error', () => socket.destroy())
  return { socket, seen }
}

async function ask(head: string, body = ''): Promise<string> {
  const { socket, seen } = open()
  socket.write(`${head}\r\nhost: x\r\nconnection: close\r\n\r\n${body}`)
  await waitFor('the answer', async () => seen.ended)
  return seen.text
}

const bearer = async (name: string) => `authorization: Bearer ${await service.tokenOf(name)}`

describe('a header that stands for one thing', () => {
  it('400 for two Authorization headers, whichever comes first', async () => {
    for (const [first, second] of [
      ['alder-manager', 'birch-manager'],
      ['birch-manager', 'alder-none'],
    ]) {
      const lines = [await bearer(first ?? ''), await bearer(second ?? '')].join('\r\n')
      const answer = await ask(`GET /v1/inspections HTTP/1.1\r\n${lines}`)
      expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"request_malformed"[\s\S]*"field":"authorization"/)
    }
  })

  it.each([
    'content-type: application/json',
    'content-length: 12',
    'if-modified-since: Mon, 16 Nov 2026 11:00:00 GMT',
    'if-unmodified-since: Mon, 16 Nov 2026 11:00:00 GMT',
    'if-range: "a"',
    'range: bytes=0-1',
    'last-event-id: 1',
    'host: y',
  ])('400 for a second %s', async (line) => {
    const type = line.startsWith('content-type') ? 'content-type: text/plain\r\n' : ''
    const twice = type ? `${type}${line}` : `${line}\r\n${line}`
    const answer = await ask(
      `POST /v1/inspections HTTP/1.1\r\n${await bearer('alder-manager')}\r\n${twice}`,
      line.startsWith('content-length') ? '{"tasks":{}}' : '',
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"request_malformed"/)
  })

  it('200 for a list sent in two headers', async () => {
    const lines = `${await bearer('alder-manager')}\r\naccept: text/plain\r\naccept: application/json`
    expect(await ask(`GET /v1/inspections HTTP/1.1\r\n${lines}`)).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a request that cannot be read', () => {
  const chunked = async (chunks: string) =>
    `POST /v1/inspections HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n${await bearer('alder-manager')}\r\n\r\n${chunks}`
  const next = async () =>
    `GET /v1/inspections HTTP/1.1\r\nhost: x\r\n${await bearer('alder-manager')}\r\n\r\n`

  it.each([
    ['an oversized chunk extension', `1;${'x'.repeat(40_000)}\r\n{\r\n0\r\n\r\n`],
    ['a chunk that is none', 'zz\r\n{\r\n0\r\n\r\n'],
  ])('ends its connection: %s', async (_name, chunks) => {
    const { socket, seen } = open()
    socket.write(await chunked(chunks))
    await waitFor('the refusal', async () => /"(request_malformed|body_too_large)"/.test(seen.text))
    // Nobody closes this side: the service has to, whatever still comes.
    const request = await next()
    await waitFor('the socket to be closed', async () => socket.destroyed || !socket.write(request))
    expect(seen.text.match(/HTTP\/1.1 /g)).toHaveLength(1)
    expect(seen.text).not.toContain('HTTP/1.1 200')
  })
})

describe('every answer', () => {
  it('says nosniff, and nothing of TLS where there is none', async () => {
    const id = await createInspection(service)
    const read = `/v1/inspections/${id}`
    const { headers } = await service.call('GET', `/inspections/${id}`)
    const token = { authorization: `Bearer ${await service.tokenOf('alder-manager')}` }
    const answers = [
      await fetch(service.url + read, { headers: token }),
      await fetch(service.url + read, { headers: { ...token, 'if-none-match': headers.get('etag') ?? '' } }),
      await fetch(service.url + read),
      await fetch(service.url + read, { method: 'PUT', headers: token }),
      await fetch(service.url + read, { method: 'OPTIONS' }),
      await fetch(service.url + read, { method: 'HEAD', headers: token }),
      ...(await Promise.all(
        [
          '/docs',
          '/docs/errors/not_found',
          '/docs/none',
          '/console',
          '/console/none.js',
          '/openapi.json',
          '/%zz',
          '/none',
        ].map((path) => fetch(service.url + path)),
      )),
    ]
    expect(answers.slice(0, 4).map((answer) => answer.status)).toEqual([200, 304, 401, 405])
    for (const answer of answers)
      expect([
        answer.url,
        answer.headers.get('x-content-type-options'),
        answer.headers.get('strict-transport-security'),
      ]).toEqual([answer.url, 'nosniff', null])
    expect(await ask('NONSENSE')).toContain('\r\nx-content-type-options: nosniff\r\n')
  })

  it('of a service that ends TLS itself says that it goes on with it', async () => {
    const secure = await startOwnService({ tls: true })
    const policyOf = (path: string) =>
      new Promise((resolve, reject) =>
        request(`${secure.url}${path}`, { rejectUnauthorized: false, agent: false }, (answer) => {
          answer.resume()
          resolve([answer.statusCode, answer.headers['strict-transport-security']])
        })
          .on('error', reject)
          .end(),
      )
    try {
      expect(stackValue('TLS_CERTIFICATE_FILE')).toBeTruthy()
      expect(await policyOf('/v1/inspections')).toEqual([401, 'max-age=31536000'])
      expect(await policyOf('/%zz')).toEqual([404, 'max-age=31536000'])
      expect(await policyOf('/docs')).toEqual([200, 'max-age=31536000'])
    } finally {
      await secure.stop()
    }
  })
})

describe('a line of the request log', () => {
  it('names the subject, and never the token', async () => {
    await service.call('GET', '/inspections', { headers: { 'x-request-id': 'who-was-it-1' } })
    await service.call('GET', '/inspections', { as: null, headers: { 'x-request-id': 'nobody-at-all' } })
    const lineOf = (id: string) =>
      service
        .logLines()
        .flatMap((line) => (line.includes(id) && line.includes('"request"') ? [JSON.parse(line)] : []))[0]
    expect(lineOf('who-was-it-1')).toMatchObject({
      subject: 'alder-manager',
      org_id: service.org.alder,
      status: 200,
    })
    expect(lineOf('nobody-at-all')).toMatchObject({ status: 401 })
    expect(lineOf('nobody-at-all')).not.toHaveProperty('subject')
    expect(service.logLines().join('')).not.toContain((await service.tokenOf('alder-manager')).slice(-40))
  })
})
