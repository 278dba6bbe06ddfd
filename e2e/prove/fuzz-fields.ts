import type { Random } from '../../testing/random.ts'
import type { Draw } from './fuzz-dealer.ts'
import type { Schema } from './fuzz-document.ts'
import { actingOrganization, type Draft } from './fuzz-drafts.ts'
import type { FuzzParts } from './fuzz-pool.ts'
import { schemaAt } from './fuzz-values.ts'

/** What becomes of a field: gone, another value, a text that only looks like JSON, or a key beside it. */
type Change = { drop: true } | { set: unknown } | { raw: string | Buffer } | { beside: string | Buffer }
type Field = { value: unknown; schema: Schema; key: string; random: Random }
type Mutator = (field: Field) => Change

/** Texts that mean something to whatever is careless behind the service. */
export const HOSTILE_TEXTS = [
  "' or '1'='1",
  "'; drop table inspections; --",
  '1); select pg_sleep(30); --',
  '*)(uid=*))(|(uid=*',
  '$(sleep 30)',
  '`id`',
  '| cat /etc/passwd',
  '{{7*7}}',
  `\${7*7}`,
  '<%= 7*7 %>',
  '#{7*7}',
  '%s%s%s%n',
  '%p%x%d',
  'a\r\nset-cookie: a=b',
  'a\r\n\r\n{"id":"x"}',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '<script>alert(1)</script>',
  '<!ENTITY x SYSTEM "file:///etc/passwd">',
  'https://169.254.169.254/latest/meta-data/',
  '\u202eevil\u202c',
  'zero\u200bwidth\ufeff',
  '\u0001\u001b[31m',
  '٣٤٥',
  '１２３',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e3',
  'true',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19',
  '9999-12-31T23:59:60Z',
  'ﬃ',
  'İ',
  'a\u0300'.repeat(50),
  '👩‍👩‍👧‍👦',
  '\ud83d\ude00'.repeat(20),
  ' ',
  '\t\n',
]

const set = (value: unknown): Change => ({ set: value })
const raw = (text: string | Buffer): Change => ({ raw: text })
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

const MUTATORS: Record<string, Mutator> = {
  missing: () => ({ drop: true }),
  null: () => set(null),
  wrong_type: ({ value, random }) =>
    set(
      random.pick([0, 'text', true, [], {}, [[1]], { a: { b: 1 } }].filter((v) => typeof v !== typeof value)),
    ),
  empty: ({ value }) => set(Array.isArray(value) ? [] : typeof value === 'object' ? {} : ''),
  beyond_max: ({ schema, value }) => {
    if (typeof value === 'number') return set((schema.maximum ?? 2 ** 31) + 1)
    if (Array.isArray(value))
      return set(Array.from({ length: (schema.maxItems ?? 1_000) + 1 }, () => value[0] ?? 'x'))
    return set('x'.repeat((schema.maxLength ?? 2_000) + 1))
  },
  below_min: ({ schema, value }) => set(typeof value === 'number' ? (schema.minimum ?? 0) - 1 : ''),
  negative: () => set(-1),
  fraction: () => set(0.5),
  two_to_53: () => raw('9007199254740993'),
  two_to_63: () => raw('9223372036854775808'),
  largest: () => raw('1e308'),
  smallest: () => raw('5e-324'),
  minus_zero: () => raw('-0'),
  infinite: () => raw('1e999'),
  minus_infinite: () => raw('-1e999'),
  many_digits: () => raw('9'.repeat(400)),
  not_a_number: () => raw('NaN'),
  leading_zero: () => raw('007'),
  hexadecimal: () => raw('0x1F'),
  trailing_comma: () => raw('[1,]'),
  single_quotes: () => raw("'x'"),
  comment: () => raw('/* */ 1'),
  unknown_enum: ({ value }) => set(`${String(value)}_UNKNOWN`),
  other_case: ({ value }) => set(String(value).toUpperCase() === value ? String(value).toLowerCase() : 'XyZ'),
  hostile: ({ random }) => set(random.pick(HOSTILE_TEXTS)),
  number_as_text: ({ value }) => set(String(value)),
  escaped_nul: () => raw('"a\\u0000b"'),
  raw_nul: () => raw('"a\0b"'),
  control: () => raw('"a\nb"'),
  lone_surrogate: () => raw('"\\ud800"'),
  swapped_surrogates: () => raw('"\\udc00\\ud800"'),
  overlong: () => raw(Buffer.from([0x22, 0xc0, 0xaf, 0x22])),
  surrogate_bytes: () => raw(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
  not_utf8: () => raw(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  broken_escape: () => raw('"\\x41"'),
  nested_33: () => raw(nested(33)),
  nested_31: () => raw(nested(31)),
  objects_33: () => raw(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`),
  extra_key: () => ({ beside: '"unknown_key":{"a":[1]}' }),
  extra_known_key: () => ({
    beside: '"org_id":"org_birch","owner_id":"x","deleted_at":null,"status":"VALIDATED"',
  }),
  duplicate_key: ({ key }) => ({ beside: `${JSON.stringify(key)}:null` }),
  escaped_duplicate: ({ key }) => ({
    beside: `"\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}":1`,
  }),
  proto: () => ({ beside: '"__proto__":{"isAdmin":true}' }),
  escaped_proto: () => ({ beside: '"\\u005f_proto__":{"isAdmin":true}' }),
  constructor_key: () => ({ beside: '"constructor":{"prototype":{"isAdmin":true}}' }),
  inherited_key: () => ({ beside: '"toString":1,"hasOwnProperty":2,"valueOf":null' }),
  backslash_key: () => ({ beside: '"a\\\\b":1' }),
  nul_key: () => ({ beside: '"a\\u0000":1' }),
  empty_key: () => ({ beside: '"":1' }),
  key_not_utf8: () => ({ beside: Buffer.from([0x22, 0xff, 0x22, 0x3a, 0x31]) }),
}

/** Most of what can go wrong with a number. */
const NUMERIC = [
  'beyond_max',
  'below_min',
  'negative',
  'fraction',
  'two_to_53',
  'two_to_63',
  'largest',
  'smallest',
  'minus_zero',
  'infinite',
]

/** The ones that cost: each is up to a megabyte, so they come once in a while. */
const GIANTS: Record<string, Mutator> = {
  million_characters: () => set('x'.repeat(1_000_000)),
  million_escapes: () => raw(`"${'\\u0041'.repeat(160_000)}"`),
  nested_9000: () => raw(nested(9_000)),
  nested_900000: () => raw('['.repeat(900_000)),
  nested_900000_closed: () => raw(nested(900_000)),
  huge_array: () => raw(`[${'0,'.repeat(400_000)}0]`),
  huge_object: () => raw(`{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":0`).join()}}`),
  many_digits: () => raw('9'.repeat(900_000)),
  too_large: () => set('x'.repeat(1_200_000)),
}

const NAMES = Object.keys(MUTATORS)
const GIANT_NAMES = Object.keys(GIANTS)
export const FIELD_MUTATORS = [...NAMES, ...GIANT_NAMES.map((name) => `giant ${name}`), 'bad_id']

/** Few bodies name a thing. Every second of them does it with a bad id, and not only one whose field is picked by chance. */
const OF_NAMING = ['bad_id', 'any field']

/** Changes one field of the body, to a giant where that is wanted. False when there is none. */
export function mutateField(
  parts: FuzzParts,
  draft: Draft,
  { random, draw, isGiant }: { random: Random; draw: Draw; isGiant: boolean },
): boolean {
  const { json, operation } = draft
  if (json === undefined || !operation.json) return false
  const root = operation.json
  const schemaOf = (way: string[]) => schemaAt(parts.document, root, way)
  const ways = waysOf(json)
  const naming = isGiant ? [] : ways.filter((way) => schemaOf(way)['x-resource'])
  if (naming.length > 0 && draw(OF_NAMING) === 'bad_id') {
    const way = random.pick(naming)
    const bad = parts.pool.badId(schemaOf(way)['x-resource'] ?? '', actingOrganization(draft), random)
    draft.labels.push(`${way.join('.')}: ${bad.name} id`)
    draft.used.push('bad_id')
    draft.json = changed(draft, json, way, set(bad.value))
    return true
  }
  const way = random.pick(ways)
  const schema = schemaOf(way)
  const table = isGiant ? GIANTS : MUTATORS
  const key = way.at(-1) ?? ''
  const value = way.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), json)
  const numeric = !isGiant && typeof value === 'number' && random.next() < 0.6
  const name = draw(isGiant ? GIANT_NAMES : numeric ? NUMERIC : NAMES)
  const change = table[name]?.({ value, schema, key, random })
  if (!change) return false
  draft.labels.push(`${way.join('.')}: ${name}`)
  draft.used.push(isGiant ? `giant ${name}` : name)
  draft.giant ||= isGiant
  draft.json = changed(draft, json, way, change)
  return true
}

/** Every place in a value, the whole of it first. */
function waysOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => waysOf(inner, [...at, key]))]
}

function changed(draft: Draft, json: unknown, way: readonly string[], change: Change): unknown {
  const [key, ...rest] = way
  if (key === undefined) return wholeChanged(draft, json, change)
  const copy: object = Array.isArray(json) ? [...json] : { ...Object(json) }
  if (rest.length > 0) Reflect.set(copy, key, changed(draft, Reflect.get(copy, key), rest, change))
  else if ('drop' in change) Reflect.deleteProperty(copy, key)
  else if ('set' in change) Reflect.set(copy, key, change.set)
  else if ('raw' in change) Reflect.set(copy, key, mark(draft, change.raw))
  else Reflect.set(copy, mark(draft, change.beside), null)
  return Array.isArray(copy) ? copy.filter((_, n) => n in copy) : copy
}

function wholeChanged(draft: Draft, json: unknown, change: Change): unknown {
  if ('set' in change) return change.set
  if ('raw' in change) return mark(draft, change.raw)
  if ('beside' in change) return { ...Object(json), [mark(draft, change.beside)]: null }
  return {}
}

// Two characters of the private use area around a number: no value of the campaign holds them.
function mark(draft: Draft, piece: string | Buffer): string {
  draft.marks.push(piece)
  return `\ue000${draft.marks.length - 1}\ue001`
}

/** The JSON text of a draft, with each mark replaced by the piece it stands for. */
export function jsonBytes(draft: Draft): Buffer {
  const text = JSON.stringify(draft.json) ?? ''
  const pieces = text.split(/"\ue000(\d+)\ue001"(?::null)?/)
  return Buffer.concat(
    pieces.map((piece, n) => Buffer.from(n % 2 === 0 ? piece : (draft.marks[Number(piece)] ?? ''))),
  )
}
