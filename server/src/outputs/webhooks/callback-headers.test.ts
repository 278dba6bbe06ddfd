import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEgress } from '../../core/platform/egress.ts'
import { readCallbackHeaders } from './callback-headers.ts'

type Verdict = 'refused' | 'not sent' | 'sent'

/** What callers put into the headers of a callback, and what becomes of it. */
const CASES: [Verdict, string, unknown][] = [
  // A second header, or a second request, behind the end of a line.
  ...[
    'a\r\nX-Injected: 1',
    'a\nX-Injected: 1',
    'a\rX-Injected: 1',
    'a\r\n\r\nGET / HTTP/1.1\r\nHost: x',
    'a\r\n folded',
    'a\r\n\tfolded',
    '\r\nX-Injected: 1',
    'a\r\n',
    'a\n',
    'a\u0085X-Injected: 1',
    'a\u2028X-Injected: 1',
    'a\u2029X-Injected: 1',
    'a\u560d\u560aX-Injected: 1',
    'a\u010d\u010aX-Injected: 1',
    'a\0b',
    'a\0\r\nX-Injected: 1',
    'a\u0001b',
    'a\u001bb',
    'a\u007fb',
    'a\tb',
    'a\vb',
    'a\fb',
    'é',
    '漢',
    '\ufeffa',
    ' a',
    'a ',
  ].map((value): [Verdict, string, unknown] => ['refused', 'X-Key', value]),
  ...[
    'X-Key\r\nX-Injected',
    'X-Key\nX-Injected',
    'X-Key: 1\r\nX-Injected',
    'X-Key:',
    'X Key',
    ' X-Key',
    'X-Key ',
    'X-Key\t',
    '',
    'X-Kéy',
    'X-Key\0',
    'X-Key\u007f',
    'X(Key)',
    'X,Key',
    'X/Key',
    'X"Key"',
    'X;Key',
    'X=Key',
    '[X-Key]',
    'Host\u00a0',
    'Ｈost',
  ].map((name): [Verdict, string, unknown] => ['refused', name, '1']),
  ...[null, {}, ['a', 'b'], { toString: 'a' }].map((value): [Verdict, string, unknown] => [
    'refused',
    'X-Key',
    value,
  ]),
  ['refused', 'X-Key', 'x'.repeat(1020)],
  ['refused', 'x'.repeat(1020), 'value'],
  // Headers that are ours, of the connection, or of a session.
  ...[
    'Host',
    'HOST',
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'Proxy-Authorization',
    'Proxy-Authenticate',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'tRANSFER-eNCODING',
    'Upgrade',
    'HTTP2-Settings',
    'Expect',
    'Content-Length',
    'content-length',
    'Content-Type',
    'Content-Encoding',
    'Content-Digest',
    'Cookie',
    'cookie2',
    'Set-Cookie',
    'User-Agent',
    'Date',
    'Via',
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'webhook-id',
    'Webhook-Timestamp',
    'WEBHOOK-SIGNATURE',
    'webhook-anything',
  ].map((name): [Verdict, string, unknown] => ['not sent', name, 'chunked']),
  // What callers need, and what only looks dangerous.
  ['sent', 'Authorization', 'Bearer a.b-c_d'],
  ['sent', 'X-My-Key', '1'],
  ['sent', 'x-key', 42],
  ['sent', 'X-Flag', true],
  ['sent', 'X-Empty', ''],
  ['sent', 'X-Blank', 'a b  c'],
  ['sent', 'X-Escaped', 'a%0d%0aX-Injected: 1'],
  ['sent', 'X-Literal', 'a\\r\\nX-Injected: 1'],
  ['sent', 'X-List', 'a, b; c="d", Host: x'],
  ['sent', "!#$%&'*+-.^_`|~", 'a'],
  ['sent', '__proto__', 'a'],
  ['sent', 'constructor', 'a'],
  ['sent', 'Contents', 'a'],
  ['sent', 'Accept', 'application/json'],
]

describe('the headers of a callback', () => {
  it.each(CASES)('%s: %j %j', (verdict, name, value) => {
    const read = () => Object.entries(readCallbackHeaders(Object.fromEntries([[name, value]]), 'headers'))
    if (verdict === 'refused') expect(read).toThrow(expect.objectContaining({ code: 'request_invalid' }))
    else expect(read()).toEqual(verdict === 'sent' ? [[name.toLowerCase(), String(value)]] : [])
  })

  it('are at most twenty, those that are not sent included', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`Cookie${index % 2}-${index}`, 'a']))
    expect(Object.keys(readCallbackHeaders(named(20), 'headers'))).toHaveLength(20)
    expect(() => readCallbackHeaders(named(21), 'headers')).toThrow()
    expect(readCallbackHeaders({ 'X-A': 'x'.repeat(1021) }, 'headers')).toBeDefined()
  })

  it('are one of each name, whatever its case', () => {
    expect(readCallbackHeaders({ 'X-Key': 'a', 'x-key': 'b' }, 'headers')).toEqual({ 'x-key': 'b' })
  })
})

describe('on the wire', () => {
  const requests: string[] = []
  let server: Server
  beforeAll(async () => {
    server = createServer((socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        if (!text.endsWith('{}')) return
        requests.push(text)
        socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
      })
    }).listen(0, '127.0.0.2')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  it('each case is exactly the lines that were meant', async () => {
    // A listening TCP server has this form of address; only pipes have a string.
    const { port } = server.address() as AddressInfo
    const egress = createEgress({ allowHttp: true, ports: [port], judge: (a) => a === '127.0.0.2' })
    const own = [
      'POST /hook HTTP/1.1',
      'accept-encoding: identity',
      'connection: close',
      'content-length: 2',
      'content-type: application/json',
      `host: 127.0.0.2:${port}`,
      'user-agent: Walkaround/0.1',
    ]
    for (const [verdict, name, value] of CASES.filter(([verdict]) => verdict !== 'refused')) {
      const headers = readCallbackHeaders(Object.fromEntries([[name, value]]), 'headers')
      const message = { headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
      await egress.post(`http://127.0.0.2:${port}/hook`, message, { totalMs: 5_000, connectMs: 5_000 })
      const lines = requests.at(-1)?.split('\r\n') ?? []
      expect(lines.splice(-2)).toEqual(['', '{}'])
      const accept = name === 'Accept' ? [] : ['accept: */*']
      const meant = verdict === 'sent' ? [`${name.toLowerCase()}: ${value}`] : []
      expect(lines.toSorted()).toEqual([...own, ...accept, ...meant].toSorted())
    }
    expect(requests).toHaveLength(CASES.filter(([verdict]) => verdict !== 'refused').length)
    console.log(
      `callbacks: ${CASES.length} header cases, ${requests.length} of them sent and read byte by byte`,
    )
  })
})
