import type { Kind } from './row.ts'

/** One thing that the interface specification says. */
export type Statement = { section: string; kind: Kind | 'gap'; name: string; says: string }

type Place = { section: string; before: string; header: string[] }

/** What stands in the text for its readers and asks nothing of a service. */
const EDITORIAL = [
  /^This single document/,
  /^Path placeholders/,
  /^Inspection creation fields are listed/,
  /:$/,
]
const GAP = /not shown|\bopen\b|not known|unspecified/
/** `DamageArea: id (string), …` and `The page carries data (array) …`. */
const DEFINITION = /^(?:(\w+)(?: \(input\))?: |The (page) carries )(\w+ \(.+)\.$/
const METHOD = /\b(GET|POST|PATCH|DELETE) (\/[\w/{}]*\w}?)/

/** Every field, option, value, operation and sentence of the text. */
export function readSpecification(text: string): Statement[] {
  const place: Place = { section: '0 Introduction', before: '', header: [] }
  const found: Statement[] = []
  let chapter = ''
  for (const line of text.split('\n')) {
    const heading = /^(#+)\s+(?:(\d)\. )?(.+)$/.exec(line)
    if (heading) {
      const [, marks = '', number, title = ''] = heading
      if (number) chapter = number
      if (chapter) place.section = `${chapter} ${title.replace(/ \(.*\)$/, '')}`
      if (marks.length > 1) place.before = title
    } else if (line.startsWith('|')) found.push(...readLine(place, cellsOf(line)))
    else if (line.trim()) {
      place.header = []
      place.before = line
      found.push(...readProse(place, line))
    } else place.header = []
  }
  return found
}

const cellsOf = (line: string) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim())

/** The first line of a table names its columns, the second is a ruler. */
function readLine(place: Place, cells: string[]): Statement[] {
  if (place.header.length === 0) {
    place.header = cells
    return []
  }
  if (cells.every((cell) => /^-+$/.test(cell))) return []
  const [first = '', second = '', third = '', fourth = ''] = cells
  switch (place.header[0]) {
    case 'Field':
      return readField(place, first, second, third)
    case 'Option':
      return readOption(place, first, second, third)
    case 'Operation':
      return readOperation(place, first, second, third, fourth)
    case 'Name':
      return second.split(', ').map((value) => statement(place, 'enum', `${first} ${value}`, value))
    case 'Variant':
      return readVariant(place, first, second)
    default:
      throw new Error(`no rule for a table that begins with ${place.header[0]}`)
  }
}

const statement = (place: Place, kind: Statement['kind'], name: string, says: string): Statement => ({
  section: place.section,
  kind,
  name,
  says,
})

/** The thing a table or line describes: `(CreateImage):`, `PdfInputData body`, or the heading's first word. */
function subjectOf({ before }: Place): string {
  return /\((\w+)\):$/.exec(before)?.[1] ?? /^(\w+)/.exec(before)?.[1] ?? ''
}

function readField(place: Place, names: string, type: string, notes: string): Statement[] {
  const subject = subjectOf(place)
  const says = notes ? `${type}; ${notes}` : type
  return names.split(', ').flatMap((name) => {
    const gap = GAP.test(says) ? [statement(place, 'gap', `${subject}.${name}: ${says}`, says)] : []
    return [
      statement(place, 'field', `${subject}.${name}`, says),
      ...innerFields(place, `${subject}.${name}`, says),
      ...gap,
    ]
  })
}

/** Fields named inside a type: `{value: number, unit: string}`, `sub-fields value (number)`, `keys a (object)`. */
function innerFields(place: Place, owner: string, says: string): Statement[] {
  const braces = [...says.matchAll(/\{([^}]+)\}/g)].flatMap(([, inner = '']) =>
    inner.split(', ').map((item) => item.split(':').map((word) => word.trim())),
  )
  const words = [...says.matchAll(/(\w+) \((number|string|object)(?: with (\w+), string)?\)/g)].flatMap(
    ([, name = '', type = '', inner]) => [[name, type], ...(inner ? [[`${name}.${inner}`, 'string']] : [])],
  )
  return [...braces, ...words].map(([name = '', type = '']) => {
    const [plain = ''] = name.split(' ')
    return statement(place, 'field', `${owner}.${plain}`, type || 'number')
  })
}

function readOption(place: Place, name: string, type: string, fallback: string): Statement[] {
  const list = `${place.section.replace(/^\d /, '')} list`
  return [
    statement(place, 'option', `${list} ${name}`, type),
    statement(place, 'default', `${list} ${name} default`, fallback),
  ]
}

function readOperation(place: Place, what: string, path: string, input: string, output: string): Statement[] {
  const option = /^option (\w+) \((\w+), default (\w+)\)$/.exec(input)
  const body = /^body \{(.+)\}$/.exec(input)?.[1] ?? ''
  return [
    statement(place, 'operation', path, `${what}: ${output}`),
    ...(option
      ? [
          statement(place, 'option', `${path} ${option[1]}`, option[2] ?? ''),
          statement(place, 'default', `${path} ${option[1]} default`, option[3] ?? ''),
        ]
      : []),
    ...bodyFields(place, path, body),
  ]
}

/** `{a: string, b: {x, y}}` without its outer braces. */
function bodyFields(place: Place, path: string, body: string): Statement[] {
  return [...body.matchAll(/(\w+)(?:: (\{[^}]+\}|[\w[\]]+))?(?:, |$)/g)].flatMap(
    ([, name = '', type = 'any']) => [
      statement(place, 'field', `${path} ${name}`, type),
      ...innerFields(place, `${path} ${name}`, type),
    ],
  )
}

function readVariant(place: Place, variant: string, fields: string): Statement[] {
  const values = /one of: (.+)$/.exec(fields)?.[1]
  if (values) return values.split(', ').map((value) => statement(place, 'enum', `${variant} ${value}`, value))
  const details = /imageDetails \{(.+)\}/.exec(fields)?.[1] ?? ''
  const inner = details.split(', ').map((item) => item.split(': '))
  return [
    statement(place, 'field', `${variant}.name`, 'string'),
    ...inner.flatMap(([name = '', type = '']) => [
      statement(place, 'field', `${variant}.imageDetails.${name}`, type),
      ...(GAP.test(type) ? [statement(place, 'gap', `${variant}.imageDetails.${name}: ${type}`, type)] : []),
    ]),
  ]
}

function readProse(place: Place, line: string): Statement[] {
  const text = line.replace(/^(- |\d+\. )/, '')
  const defined = DEFINITION.exec(text)
  if (defined) return definedFields(place, defined[1] ?? defined[2] ?? '', defined[3] ?? '')
  return text
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((sentence) => !EDITORIAL.some((pattern) => pattern.test(sentence)))
    .map((sentence) => {
      const operation = METHOD.exec(sentence)
      if (operation && place.section.startsWith('4 Other'))
        return statement(place, 'operation', operation[0], sentence)
      return statement(place, GAP.test(sentence) ? 'gap' : 'rule', sentence, sentence)
    })
}

/** `strategy (string), fileKey (string)`, also nested: `paging {cursors (object)}`, `a (T with b, string)`. */
function definedFields(place: Place, subject: string, fields: string): Statement[] {
  return [...fields.matchAll(/(\w+) (?:\(([^)]*)\)|\{)/g)].flatMap(([, name = '', type = 'object']) => {
    const inner = / with (\w+), (\w+)$/.exec(type)
    return [
      statement(place, 'field', `${subject}.${name}`, type.replace(/ with .*/, '')),
      ...(inner ? [statement(place, 'field', `${subject}.${name}.${inner[1]}`, inner[2] ?? '')] : []),
    ]
  })
}
