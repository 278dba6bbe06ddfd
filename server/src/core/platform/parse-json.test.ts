import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../../../../testing/random.ts'
import { countBlocks } from '../../../test/counted-work.ts'
import { typicalBody } from '../../../test/typical-body.ts'
import { type JsonRefusal, JsonRefused, parseJson } from './parse-json.ts'

const limits = { depthMax: 32 }
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const linesOf = (block: string): string[] => block.split('\n').slice(1, -1)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

function refusal(bytes: Uint8Array): JsonRefused | null {
  try {
    parseJson(bytes, limits)
    return null
  } catch (error) {
    if (error instanceof JsonRefused) return error
    throw error
  }
}

describe('parseJson accepts', () => {
  const lines = linesOf(String.raw`
null
true
false
0
-0
1.5e300
1e-999
-1E+2
123456789012345678901234567890
""
"é 前 😀"
"\ud83d\ude00"
"\uD83D\uDE00\u00e9"
"\\u0000"
"\\\\"
"\"\/\b\f\n\r\t"
"[[[[{{{{"
"1e999"
"__proto__"
["constructor","prototype","\\"]
[]
{}
  { "a" : [ 1 , { "a" : "a" } ] , "b" : "a" }  
{"a":{"a":{"a":1}},"b":{"a":1}}
[{"a":1},{"a":1}]
{"a":[],"b":{},"c":[{}]}
{"":1," ":2}
{"a":1,"A":2,"á":3,"a\u0301":4}
{"\"":1,"\n":2,"\u00e9":3,"\ud83d\ude00":4}
{"__proto":1,"proto__":2,"constructors":3,"toString":4,"hasOwnProperty":5}
{"x":"{\"x\":1,\"x\":2}"}
`)
  const many = `[${Array.from({ length: 100 }, () => nested(31)).join()}]`
  const largest = `1${'0'.repeat(308)}`
  it.each([...lines, '\t\r\n1\n', largest, nested(32), nestedObjects(32), many])('%s', (text) => {
    expect(parseJson(bytesOf(text), limits)).toEqual(JSON.parse(text))
  })

  it('a view into a larger buffer', () => {
    const large = bytesOf('xx{"a":1}xx')
    expect(parseJson(large.subarray(2, 9), limits)).toEqual({ a: 1 })
  })
})

describe('parseJson refuses', () => {
  // Each rule was seen red: with its line taken out of the parser, its rows here and the oracle below fail.
  const notJson = linesOf(String.raw`

 
{
}
[
]
{"a"
{"a":
{"a":1
{"a":1,}
[1,]
[,1]
{,}
{"a" 1}
{a:1}
'a'
nul
NaN
-Infinity
01
1.
.5
+1
1e
--1
1-1
0x10
1_0
"a
"\"
"\
"\x41"
"\u12"
"\u{41}"
"	"
1 2
{}{}
[1]]
[}
{]
/**/1
`)
  it.each([...notJson, '\n', '"a\nb"', '"\u001f"', '// a\n1', '\u00a01', '1\u2028', '\ufeff{}'])(
    'not_json %s',
    (text) => {
      expect(refusal(bytesOf(text))?.reason).toBe('not_json')
    },
  )

  const raw = String.raw
  const texts: [reason: JsonRefusal, text: string, position: number][] = [
    ['too_deep', nested(33), 32],
    ['too_deep', nestedObjects(33), 160],
    ['too_deep', `{"a":[${nested(31)}]}`, 36],
    ['too_deep', nested(9_000), 32],
    ['too_deep', nested(450_000), 32],
    ['too_deep', '['.repeat(1_000_000), 32],
    ['too_deep', '{"a":'.repeat(200_000), 160],
    ['null_character', '"\0"', 1],
    ['null_character', '\0', 0],
    ['null_character', '{"a\0":1}', 3],
    ['null_character', raw`"\u0000"`, 0],
    ['null_character', raw`"a\\\u0000"`, 0],
    ['null_character', raw`{"a":["b\u0000c"]}`, 6],
    ['null_character', raw`{"\u0000":1}`, 1],
    ['lone_surrogate', raw`"\ud800"`, 0],
    ['lone_surrogate', raw`"\udc00"`, 0],
    ['lone_surrogate', raw`"\uDBFFx"`, 0],
    ['lone_surrogate', raw`"\udc00\ud800"`, 0],
    ['lone_surrogate', raw`"\ud83d😀"`, 0],
    ['lone_surrogate', raw`"\ud83d\ud83d\ude00"`, 0],
    ['lone_surrogate', raw`[1,{"\ud800":1}]`, 4],
    ['number_not_finite', '1e999', 0],
    ['number_not_finite', '-1e999', 0],
    ['number_not_finite', '[0,1E+400]', 3],
    ['number_not_finite', '{"a":1.0e309}', 5],
    ['number_not_finite', `1${'0'.repeat(309)}`, 0],
    ['number_not_finite', '9'.repeat(1_000_000), 0],
    ['duplicate_key', '{"a":1,"a":2}', 7],
    ['duplicate_key', '{"a":1,"a":1}', 7],
    ['duplicate_key', raw`{"a":1,"\u0061":2}`, 7],
    ['duplicate_key', raw`{"\u0061":1,"a":2}`, 12],
    ['duplicate_key', raw`{"é":1,"\u00e9":2}`, 7],
    ['duplicate_key', raw`{"/":1,"\/":2}`, 7],
    ['duplicate_key', '{"":1,"":2}', 6],
    ['duplicate_key', '{"a":{"a":1},"b":[{}],"a":2}', 22],
    ['duplicate_key', '[[{"b":[],"b":{}}]]', 10],
    ['duplicate_key', `{${Array.from({ length: 1_000 }, (_, index) => `"k${index % 999}":1`).join()}}`, 8882],
    ['forbidden_key', '{"__proto__":1}', 1],
    ['forbidden_key', '{"a":{"constructor":1}}', 6],
    ['forbidden_key', '[{"a":1,"prototype":1}]', 8],
    ['forbidden_key', raw`{"\u005f_proto__":1}`, 1],
    ['forbidden_key', raw`{"constr\u0075ctor":{"prototype":{}}}`, 1],
    ['forbidden_key', raw`{"\\":1}`, 1],
    ['forbidden_key', raw`{"a":1,"b\u005cc":1}`, 7],
  ]
  const rows = texts.map(([reason, text, position]) => ({ reason, text, position, shown: text.slice(0, 40) }))
  it.each(rows)('$reason $shown', ({ reason, text, position }) => {
    expect(refusal(bytesOf(text))).toMatchObject({ reason, position })
  })

  const notUtf8 = '22ff22 22c022 22c0af22 22e0808022 22eda08022 22f490808022 22c3 fffe7b00 80'.split(' ')
  it.each(notUtf8)('not_utf8 %s', (hex) => {
    expect(refusal(Buffer.from(hex, 'hex'))?.reason).toBe('not_utf8')
  })

  it('without keeping the text in the error', () => {
    const refused = refusal(bytesOf('{"plate":AB-123-CD}'))
    expect(`${refused?.message} ${refused?.stack} ${refused?.cause}`).not.toContain('AB-123')
  })

  it('a backslash in a key, which would change the keys of later texts', () => {
    expect(refusal(bytesOf(raw`{"poisoned":[],"\\":0}`))?.reason).toBe('forbidden_key')
    expect(Object.keys(Object(parseJson(bytesOf(raw`{"poisoned":1,"\"":2}`), limits)))).toEqual([
      'poisoned',
      '"',
    ])
  })
})

describe('parseJson on random input', () => {
  const strings = ['', 'a', 'b', 'key', '"', 'é', '前', '😀', '\n', '\u007f', '{"a":1}', ' ', ':'] as const
  const numbers = [0, 1, -1.5, 1e300, 5e-324, 2 ** 53, 1e21, 0.1] as const

  function anyValue(random: Random, depth: number): unknown {
    const kind = random.below(depth === 0 ? 4 : 6)
    if (kind === 0) return random.pick([true, false, null])
    if (kind === 1) return random.pick(numbers)
    if (kind === 2) return (random.next() - 0.5) * 10 ** random.below(300)
    if (kind === 3) return random.pick(strings) + random.pick([...strings, '\\', '\\u0061'])
    const length = random.below(5)
    if (kind === 4) return Array.from({ length }, () => anyValue(random, depth - 1))
    const entries = Array.from({ length }, () => [random.pick(strings), anyValue(random, depth - 1)] as const)
    return Object.fromEntries(entries)
  }

  const pieces = ['a', 'b', 'c', 'd', 'e', 'f\\n', '\\u0061', '\\"', '\\ud83d\\ude00', 'é'] as const
  const hostilePieces = ['x', '\\u0000', '\\ud800', '\\\\', '__proto__', '\\udc00', '😀'] as const
  const hostileNumbers = ['1e999', '-1e309', '1e308', '__', '9'.repeat(310)] as const

  // Mostly well-formed text that breaks a rule now and then.
  function hostileText(random: Random, depth: number): string {
    const kind = random.below(depth === 0 ? 3 : 5)
    const string = () => `"${random.pick(pieces)}${random.below(6) ? '' : random.pick(hostilePieces)}"`
    if (kind === 0) return string()
    if (kind < 3)
      return random.below(30) ? random.pick(['0', '-1.5', '1e5', 'true']) : random.pick(hostileNumbers)
    if (random.below(30) === 0) return nested(25 + random.below(14))
    const length = random.below(4)
    if (kind === 3) return `[${Array.from({ length }, () => hostileText(random, depth - 1)).join()}]`
    return `{${Array.from({ length }, () => `${string()} : ${hostileText(random, depth - 1)}`).join()}}`
  }

  // A second opinion that shares no code with the parser: regular expressions cut well-formed text into tokens.
  function oracleAccepts(bytes: Uint8Array): boolean {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
      const values = tokens.map((token) => (/^["\d-]/.test(token) ? JSON.parse(token) : token))
      const open: Set<string>[] = []
      const good = values.every((value, index) => {
        const token = tokens[index] ?? ''
        if (token === '{' || token === '[') return open.push(new Set()) <= limits.depthMax
        if (token === '}' || token === ']') open.pop()
        if (typeof value === 'number') return Number.isFinite(value)
        if (!token.startsWith('"')) return true
        if (value.includes('\0') || !value.isWellFormed()) return false
        if (tokens[index + 1] !== ':') return true
        const repeated = open.at(-1)?.has(value)
        open.at(-1)?.add(value)
        return !repeated && !/^(__proto__|constructor|prototype)$|\\/.test(value)
      })
      return good && JSON.parse(text) !== undefined
    } catch {
      return false
    }
  }

  it('returns what JSON.stringify was given', () => {
    const random = seededRandom('json-gate round trip')
    for (let run = 0; run < 3_000; run += 1) {
      const value = anyValue(random, 5)
      expect(parseJson(bytesOf(JSON.stringify(value)), limits)).toStrictEqual(value)
    }
  })

  it('agrees with the oracle on hostile text and on mutated bytes', () => {
    const random = seededRandom('json-gate oracle')
    const seen: Record<string, number> = {}
    for (let run = 0; run < 20_000; run += 1) {
      const bytes = bytesOf(run % 2 ? hostileText(random, 4) : JSON.stringify(anyValue(random, 3)))
      const mutations = random.below(4)
      for (let count = 0; count < mutations; count += 1) {
        const byte = random.below(3) ? '{}[]",:\\u0e9-t '.charCodeAt(random.below(16)) : random.below(256)
        bytes[random.below(bytes.length)] = byte
      }
      const reason = refusal(bytes)?.reason ?? 'accepted'
      seen[reason] = (seen[reason] ?? 0) + 1
      const shown = `${reason}: ${Buffer.from(bytes).toString('latin1')}`
      if ((reason === 'accepted') !== oracleAccepts(bytes)) expect.unreachable(shown)
    }
    console.log('parse-json oracle', seen)
    expect(Object.keys(seen)).toHaveLength(9)
  })
})

it('parseJson reads each byte of a typical body a few times at most', async () => {
  const bytes = typicalBody()
  const { blocks } = await countBlocks(
    new URL('./parse-json.ts', import.meta.url),
    'parseJson',
    bytes,
    limits,
  )
  // 1.9, and nothing twice however deep it is.
  expect(blocks / bytes.length).toBeLessThan(2.6)
})
