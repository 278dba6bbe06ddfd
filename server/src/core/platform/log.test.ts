import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { createLog } from './log.ts'

function record(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  write(createLog('trace', 'test', sink))
  return text
}

const SECRET = 'hunter2-do-not-print'

describe('a log line hides', () => {
  const keys = [
    'authorization',
    'token',
    'password',
    'secret',
    'url',
    'path',
    'plate',
    'vin',
    'vehicle',
    'additional_data',
    'headers',
    'callbacks',
  ]
  it.each(keys)('%s, down to the third level', (key) => {
    for (const fields of [
      { [key]: SECRET },
      { a: { [key]: SECRET } },
      { a: { b: { [key]: SECRET } } },
      { list: [{ [key]: SECRET }] },
      { [key]: { inner: SECRET } },
      { [key]: [SECRET] },
    ]) {
      const text = record((log) => log.info(fields, 'said'))
      expect(text).not.toContain(SECRET)
      expect(text).toContain('[redacted]')
    }
  })

  it('the same in a child logger', () => {
    expect(record((log) => log.child({ token: SECRET }).info({ vin: SECRET }, 'said'))).not.toContain(SECRET)
  })

  it('the row that a database error quotes', () => {
    const error = Object.assign(new Error('new row violates a check constraint'), {
      code: '23514',
      detail: `Failing row contains (org_alder, ${SECRET}).`,
      where: `COPY vehicles, line 1: "${SECRET}"`,
    })
    const text = record((log) => log.warn({ err: error }, 'job failed'))
    expect(text).not.toContain(SECRET)
    expect(JSON.parse(text)).toMatchObject({ err: { code: '23514', message: error.message } })
  })
})

describe('a log line keeps', () => {
  it('who wrote it, when, and what is harmless', () => {
    const line = JSON.parse(record((log) => log.warn({ image_id: 'i1', bytes: 7 }, 'image rejected')))
    expect(line).toMatchObject({
      role: 'test',
      pid: process.pid,
      image_id: 'i1',
      bytes: 7,
      msg: 'image rejected',
    })
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('the message, stack and cause of an error', () => {
    const error = new Error('outer', { cause: new Error('inner') })
    const line = JSON.parse(record((log) => log.error({ err: error }, 'failed')))
    expect(line.err).toMatchObject({ type: 'Error', message: 'outer: inner' })
    expect(line.err.stack).toContain('log.test.ts')
  })
})

describe('one call writes one line of JSON', () => {
  const { below, pick } = seededRandom('log')
  const breaking = [
    '\n',
    '\r\n',
    '\r',
    '\u2028',
    '\u2029',
    '\u0085',
    '\0',
    '\u001b[31mred\u001b[0m',
    '\u001b]0;title\u0007',
    '\b\b\b',
    '\u007f',
    '"}\n{"level":50,"msg":"forged"}',
    '","admin":true,"x":"',
    '\\',
    '\\n',
    '"',
    '\ud800',
    '\u202e',
    '%{jndi:ldap://x}',
    '%s%d%j%o',
    '\t',
    '\ufeff',
    '</script>',
    '__proto__',
  ] as const satisfies readonly [string, ...string[]]
  const strings = [
    ...breaking,
    ...Array.from({ length: 200 - breaking.length }, () =>
      Array.from({ length: 1 + below(12) }, () => (below(3) ? pick(breaking) : 'word')).join(''),
    ),
  ]

  it(`with ${strings.length} strings as message, value, key and error`, () => {
    for (const text of strings) {
      const written = record((log) => log.info({ value: text, [text]: 1, err: new Error(text) }, text))
      expect(written.split('\n')).toHaveLength(2)
      expect(written.endsWith('\n')).toBe(true)
      expect([...written.slice(0, -1)].every((letter) => letter >= ' ')).toBe(true)
      const line = JSON.parse(written)
      expect(line.level).toBe(30)
      expect(line.value).toBe(text.isWellFormed() ? text : line.value)
      expect(line.admin).toBeUndefined()
    }
  })
})
