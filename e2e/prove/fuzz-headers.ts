import type { Random } from '../../testing/random.ts'
import type { Draw } from './fuzz-dealer.ts'
import { HOSTILE_TEXTS } from './fuzz-fields.ts'
import type { FuzzRequest } from './fuzz-messages.ts'
import type { Pool } from './fuzz-pool.ts'

const ENTITIES = 'application/vnd.walkaround.entities+json'
const NOBODY = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'

/** Headers that a sound client may send; the request stays as valid as it was. */
export function decorate(request: FuzzRequest, random: Random): void {
  const { headers } = request
  if (random.next() < 0.3)
    headers.push([
      'accept',
      random.pick(['application/json', 'application/json, text/plain, */*', '*/*', ENTITIES]),
    ])
  if (random.next() < 0.3)
    headers.push(['x-monk-sdk-version', random.pick(['5.4.2', '4.0.23', '3.8.17', '5.0.0-beta.1'])])
  if (random.next() < 0.2) headers.push(['origin', 'https://app.example.org'])
  if (random.next() < 0.1) headers.push(['access-control-allow-origin', '*'])
  if (random.next() < 0.1) headers.push(['x-request-id', `fuzz-${random.below(2 ** 31)}`])
  if (request.method !== 'GET' && random.next() < 0.2) headers.push(['idempotency-key', newKey(random)])
}

function newKey(random: Random): string {
  return `fuzz-${random.below(2 ** 31)}-${random.below(2 ** 31)}`
}

type Choice = (random: Random, tag: string) => string

/** One odd value of a header that the service reads, or might. Bytes above 0x7f go out as Latin-1. */
const HEADERS: Record<string, Choice> = {
  'idempotency-key': (random) =>
    random.pick([
      '',
      ' ',
      'x',
      'a'.repeat(255),
      'a'.repeat(256),
      'a'.repeat(5_000),
      'k\u00e9y',
      'a b',
      '"quoted"',
      'a,b',
      '\t',
      ...HOSTILE_TEXTS.filter(sendable),
    ]),
  'if-match': (random, tag) =>
    random.pick([
      tag,
      tag,
      '*',
      '"0"',
      '"999999"',
      'W/"1"',
      '1',
      '"',
      '""',
      '"1", "2", "3"',
      '"1" "2"',
      `"${'9'.repeat(40)}"`,
      '"-1"',
      'x'.repeat(4_000),
      '"1\u00e9"',
    ]),
  'if-none-match': (random, tag) =>
    random.pick([tag, tag, '*', '"0"', `W/${tag}`, `${tag}, "x"`, 'x', '', '"'.repeat(500)]),
  'if-modified-since': (random) => random.pick(['Wed, 21 Oct 2099 07:28:00 GMT', 'yesterday', '0']),
  accept: (random) =>
    random.pick([
      'text/html',
      'application/xml',
      'application/json;q=0',
      'application/json;q=abc',
      `${ENTITIES};q=0.1, application/json`,
      'application/vnd.walkaround.other+json',
      '*',
      '/',
      ';',
      ',',
      '',
      'a/b;'.repeat(400),
      `${ENTITIES}; charset=utf-16`,
      'APPLICATION/VND.WALKAROUND.ENTITIES+JSON',
    ]),
  'x-monk-sdk-version': (random) =>
    random.pick([
      '',
      '0.0.0',
      '-1',
      '5',
      '5.4',
      '99999999999999999999.0.0',
      '1.2.3.4',
      'v5.4.2',
      '5.4.2\u00e9',
      'x'.repeat(3_000),
      ...HOSTILE_TEXTS.filter(sendable),
    ]),
  prefer: (random) =>
    random.pick([
      'return=minimal',
      'return=representation',
      'respond-async',
      'wait=1',
      'wait="1"; x=y, wait=9',
      'wait=-1',
      'wait=1e9',
      'wait=99999999999',
      'return',
      '=',
      ';;',
      'x'.repeat(2_000),
    ]),
  origin: (random) =>
    random.pick([
      'null',
      'https://evil.example',
      'http://127.0.0.1',
      'file://',
      '*',
      '',
      'https://a b',
      'x'.repeat(3_000),
    ]),
  'access-control-request-method': (random) => random.pick(['DELETE', 'FOO', '']),
  'access-control-request-headers': (random) => random.pick(['authorization', 'x'.repeat(2_000), '']),
  range: (random) =>
    random.pick([
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-1,2-3',
      'lines=1-2',
      `bytes=${'0-0,'.repeat(500)}1-1`,
    ]),
  'accept-encoding': (random) => random.pick(['gzip', 'br;q=1', '*;q=0', 'x', 'identity;q=0']),
  'accept-language': (random) => random.pick(['fr', '*', 'x'.repeat(2_000)]),
  'x-request-id': (random) =>
    random.pick([
      '',
      'short',
      'a'.repeat(65),
      'with space',
      '../../x',
      '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9',
      '{"a":1}x',
    ]),
  'x-forwarded-for': (random) => random.pick(['127.0.0.1', 'x', '::1, 10.0.0.1']),
  'x-forwarded-host': () => 'evil.example',
  'x-original-url': () => '/v1/inspections',
  forwarded: () => 'for=127.0.0.1;host=evil.example',
  cookie: (random) => random.pick(['a=b', '__proto__=x', 'x'.repeat(4_000)]),
  te: () => 'trailers',
  traceparent: (random) => random.pick(['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x', '']),
  baggage: (random) => random.pick(['a=b', 'x'.repeat(8_000)]),
  'x-big': (random) => 'x'.repeat(random.pick([8_000, 15_000, 17_000])),
}

const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'bearer',
  'Basic YTpi',
  'Bearer x',
  'Bearer a.b.c',
  `Bearer ${NOBODY}`,
  `Bearer ${'a'.repeat(9_000)}`,
  'Bearer null',
  'Bearer \u00e9',
  'Token x',
  'Bearer x y',
  'Bearer,Bearer',
]

const NAMES = [...Object.keys(HEADERS), 'authorization', 'twice', 'many']
export const HEADER_MUTATIONS = NAMES.map((name) => `header ${name}`)

/** Odd headers: one odd value, one header twice, many headers, or another way to say who is calling. */
export function mutateHeaders(
  request: FuzzRequest,
  pool: Pool,
  { random, draw }: { random: Random; draw: Draw },
): void {
  const { headers, draft } = request
  const name = draw(NAMES)
  draft.labels.push(`header ${name}`)
  draft.used.push(`header ${name}`)
  if (name === 'authorization') {
    draft.account = null
    if (random.next() < 0.8) headers.push(['authorization', random.pick(AUTHORIZATIONS)])
    return
  }
  if (name === 'many') {
    for (let n = 0; n < 400; n++) headers.push([`x-${n}`, 'y'])
    return
  }
  const tag = pool.tags.get(request.path.split('?', 1)[0] ?? '') ?? '"1"'
  if (name === 'twice') {
    const twice = random.pick([
      'authorization',
      'content-type',
      'x-request-id',
      'idempotency-key',
      'if-match',
      'accept',
      'origin',
    ])
    const value = HEADERS[twice]?.(random, tag) ?? random.pick(['Bearer x', 'application/json', 'x'])
    headers.push([twice, value], [twice, value])
    return
  }
  headers.push([name, HEADERS[name]?.(random, tag) ?? ''])
}

function sendable(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
}
