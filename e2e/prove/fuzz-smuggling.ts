import type { Harness } from '../../testing/harness.ts'
import type { Violations } from './campaign.ts'
import type { Judge } from './fuzz-judge.ts'
import { type Exchange, exchange } from './fuzz-raw.ts'
import { runRounds } from './lanes.ts'

/**
 * `refused`: one answer, a refusal, and the connection is over: whoever stands in front may have read it another way.
 * `refused_first`: a refusal, and where the message ends is clear, so the next request may follow.
 * `one`: one answer, whatever it is, and nothing of the rest is taken for a request. `two`: both are requests.
 * `none_or_refused`: silence until the client is gone, or a refusal.
 */
type Expected = 'refused' | 'refused_first' | 'one' | 'two' | 'none_or_refused'
/** A refusal also ends the connection, which is waited for. */
const ANSWER_COUNTS: Record<Expected, number> = {
  refused: Number.POSITIVE_INFINITY,
  refused_first: 1,
  one: 1,
  two: 2,
  none_or_refused: 0,
}
type Vector = { name: string; expected: Expected; bytes: string; halfClose?: boolean }

const AT_ONCE = 8
const SECOND = '/v1/inspections?limit=1'
const BODY = '{"tasks":{}}'
const CHUNKED = `c\r\n${BODY}\r\n0\r\n\r\n`

function createVectors(token: string): Vector[] {
  const auth = `Host: localhost\r\nAuthorization: Bearer ${token}\r\n`
  const post = (lines: string[], body: string) =>
    `POST /v1/inspections HTTP/1.1\r\n${auth}Content-Type: application/json\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`
  const second = `GET ${SECOND} HTTP/1.1\r\n${auth}\r\n`
  const length = `Content-Length: ${BODY.length}`
  const chunked = 'Transfer-Encoding: chunked'
  const refused = (name: string, lines: string[], body: string): Vector => ({
    name,
    expected: 'refused',
    bytes: post(lines, body) + second,
  })
  const get = (lines: string[]) =>
    `GET ${SECOND} HTTP/1.1\r\n${auth}${lines.map((line) => `${line}\r\n`).join('')}\r\n`
  return [
    { name: 'control: two requests in one go', expected: 'two', bytes: post([length], BODY) + second },
    { name: 'control: chunked, then another', expected: 'two', bytes: post([chunked], CHUNKED) + second },
    {
      name: 'body with a request in it',
      expected: 'one',
      bytes: post([`Content-Length: ${second.length}`], second),
    },
    refused('length and chunked', [length, chunked], CHUNKED),
    refused('chunked and length', [chunked, length], CHUNKED),
    refused('zero length and chunked', ['Content-Length: 0', chunked], CHUNKED),
    refused('two lengths', [length, 'Content-Length: 5'], BODY),
    refused('the same length twice', [length, length], BODY),
    refused('list of lengths', [`${length}, ${BODY.length}`], BODY),
    refused('length with plus', [`Content-Length: +${BODY.length}`], BODY),
    refused('hexadecimal length', ['Content-Length: 0xc'], BODY),
    refused('negative length', ['Content-Length: -1'], BODY),
    refused('length with space inside', ['Content-Length: 1 2'], BODY),
    refused('length with a fraction', ['Content-Length: 12.0'], BODY),
    refused('length beyond 64 bits', ['Content-Length: 99999999999999999999999'], BODY),
    refused('empty length', ['Content-Length:'], BODY),
    refused('space before the colon of length', [`Content-Length : ${BODY.length}`], BODY),
    refused('space before the colon of encoding', ['Transfer-Encoding : chunked'], CHUNKED),
    refused('unknown encoding', ['Transfer-Encoding: xchunked'], CHUNKED),
    refused('chunked is not last', ['Transfer-Encoding: chunked, identity'], CHUNKED),
    refused('chunked twice', ['Transfer-Encoding: chunked, chunked'], CHUNKED),
    refused('two encodings', [chunked, 'Transfer-Encoding: identity'], CHUNKED),
    refused('quoted encoding', ['Transfer-Encoding: "chunked"'], CHUNKED),
    refused('vertical tab before chunked', ['Transfer-Encoding: \x0bchunked'], CHUNKED),
    refused('NUL in the name', ['Transfer-Encoding\0: chunked'], CHUNKED),
    refused('folded encoding', ['Transfer-Encoding:', ' chunked'], CHUNKED),
    refused('underscore and real length', [length, 'Transfer_Encoding: chunked', chunked], CHUNKED),
    refused('chunk size with prefix', [chunked], `0xc\r\n${BODY}\r\n0\r\n\r\n`),
    refused('chunk size with plus', [chunked], `+c\r\n${BODY}\r\n0\r\n\r\n`),
    refused('negative chunk size', [chunked], `-1\r\n${BODY}\r\n0\r\n\r\n`),
    refused('chunk size beyond 64 bits', [chunked], `fffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`),
    refused('chunk size ends with LF', [chunked], `c\n${BODY}\r\n0\r\n\r\n`),
    refused('chunk longer than its size', [chunked], `5\r\n${BODY}\r\n0\r\n\r\n`),
    refused('LF in a chunk extension', [chunked], `c;a\nb\r\n${BODY}\r\n0\r\n\r\n`),
    refused('chunk data without its end', [chunked], `c\r\n${BODY}0\r\n\r\n`),
    { name: 'lines end with LF', expected: 'refused', bytes: get([]).replaceAll('\r\n', '\n') },
    { name: 'carriage return in a value', expected: 'refused', bytes: get(['X: a\rb']) + second },
    { name: 'NUL in a value', expected: 'refused', bytes: get(['X: a\0b']) + second },
    { name: 'space in a name', expected: 'refused', bytes: get(['X Y: a']) + second },
    { name: 'header without colon', expected: 'refused', bytes: get(['nonsense']) + second },
    { name: 'folded header', expected: 'refused', bytes: get(['X: a', ' b']) + second },
    {
      name: 'no host',
      expected: 'refused_first',
      bytes: get([]).replace('Host: localhost\r\n', '') + second,
    },
    { name: 'two hosts', expected: 'refused_first', bytes: get(['Host: other']) + second },
    { name: 'unknown version', expected: 'refused', bytes: get([]).replace('HTTP/1.1', 'HTTP/1.9') },
    { name: 'HTTP/2 preface', expected: 'refused', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
    { name: 'no version', expected: 'refused', bytes: 'GET /v1/inspections\r\n\r\n' },
    { name: 'unknown method', expected: 'refused', bytes: get([]).replace('GET', 'SMUGGLE') },
    { name: 'lower case method', expected: 'refused', bytes: get([]).replace('GET', 'get') },
    { name: 'not HTTP at all', expected: 'refused', bytes: '\x16\x03\x01\x02\x00\x01\x00' },
    { name: 'head too large', expected: 'refused', bytes: get([`X: ${'x'.repeat(20_000)}`]) },
    {
      name: 'absolute form of another host',
      expected: 'one',
      bytes: get([]).replace(' /v1', ' https://other.example/v1'),
    },
    { name: 'asterisk form', expected: 'one', bytes: get([]).replace(SECOND, '*') },
    {
      name: 'upgrade to h2c',
      expected: 'one',
      bytes: get(['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']),
    },
    {
      name: 'upgrade to websocket',
      expected: 'one',
      bytes: get([
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: x',
        'Sec-WebSocket-Version: 13',
      ]),
    },
    { name: 'expects to continue', expected: 'one', bytes: post([length, 'Expect: 100-continue'], BODY) },
    { name: 'expects nonsense', expected: 'one', bytes: post([length, 'Expect: nonsense'], BODY) },
    {
      name: 'tunnel',
      expected: 'none_or_refused',
      bytes: `CONNECT other.example:443 HTTP/1.1\r\n${auth}\r\n`,
    },
    {
      name: 'body shorter than its length',
      expected: 'none_or_refused',
      bytes: post(['Content-Length: 100'], BODY),
      halfClose: true,
    },
    {
      name: 'chunks without end',
      expected: 'none_or_refused',
      bytes: post([chunked], `c\r\n${BODY}\r\n`),
      halfClose: true,
    },
    {
      name: 'body longer than its length',
      expected: 'refused',
      bytes: post([`Content-Length: ${BODY.length - 1}`], BODY),
    },
    { name: 'asked to close, then more', expected: 'one', bytes: get(['Connection: close']) + second },
    {
      name: 'length in a trailer',
      expected: 'refused',
      bytes: post([chunked], `c\r\n${BODY}\r\n0\r\nContent-Length: 3\r\n\r\n`) + second,
    },
  ]
}

/** Sends every vector `repeats` times. Returns the number of exchanges. */
export async function runSmuggling(
  harness: Harness,
  judge: Judge,
  violations: Violations,
  repeats: number,
): Promise<number> {
  const account = 'alder-manager'
  const vectors = createVectors(await harness.tokens.of(account))
  const count = vectors.length * repeats
  await runRounds(count, AT_ONCE, async (n) => {
    const vector = vectors[n % vectors.length]
    if (!vector) return
    const { name, expected, bytes, halfClose } = vector
    const answerCount = ANSWER_COUNTS[expected]
    const send = () => exchange(harness, Buffer.from(bytes, 'latin1'), { answerCount, halfClose })
    const heard = await send()
    const told = heard.answers.map(({ status }) => status).join()
    const wrong = wrongWith(heard, expected)
    if (wrong)
      violations.add('smuggled', `${name}: ${wrong}; answers ${told || 'none'}; ${heard.rest.slice(0, 80)}`)
    heard.answers.forEach((answer, n) => {
      const [method = '', path = ''] = n === 0 ? bytes.split(/\s/, 2) : ['GET', SECOND]
      const about = { label: `raw: ${name}`, method, path, body: null, account }
      judge.judge({ ...answer, ...about, brokenOnPurpose: true }, violations)
    })
    await judge.judgeTime(`raw: ${name}`, heard.ms, async () => (await send()).ms, violations)
  })
  return count
}

function wrongWith({ answers, ended }: Exchange, expected: Expected): string | null {
  const [first] = answers
  const refused = first !== undefined && first.status >= 400 && first.status < 500
  switch (expected) {
    case 'one':
      return answers.length === 1 ? null : 'not one answer'
    case 'two':
      return answers.length === 2 && answers.every(({ status }) => status < 300)
        ? null
        : 'not two good answers'
    case 'refused_first':
      return refused ? null : 'not refused'
    case 'none_or_refused':
      return answers.length === 0 || (answers.length === 1 && refused) ? null : 'answered'
    case 'refused':
      if (!refused) return 'not refused'
      return answers.length > 1 ? 'more than one answer' : ended ? null : 'the connection stays open'
  }
}
