import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expandDocument } from '../../sdk/generate/expand-document.ts'
import { serverRoot } from '../../testing/ground.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  'x-resource'?: string
}

export type Parameter = { $ref?: string; in: string; name: string; required?: boolean; schema: Schema }
type Examples = Record<string, { value: unknown }>
export type Content = Record<string, { schema?: Schema; examples?: Examples }>
export type DeclaredAnswer = { content: Content; codes: Set<string> | null }

export type FuzzOperation = {
  id: string
  method: string
  path: string
  segments: string[]
  needsToken: boolean
  parameters: Parameter[]
  json: Schema | null
  multipart: boolean
  /** Bodies the document shows to its readers; they must work. */
  examples: unknown[]
  /** By status: `200`, `4XX` or `default`. */
  answers: Map<string, DeclaredAnswer>
}

type Body = { content: Content }
type RawOperation = {
  operationId: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}

const NO_EXAMPLES: Examples = {}
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The document of the server under test: what may be asked and what may be answered. */
export class FuzzDocument {
  readonly root: { paths: Record<string, Record<string, RawOperation>> }
  readonly operations: FuzzOperation[]
  /** Every problem code that any operation declares. */
  readonly codes: Set<string>

  constructor(root: FuzzDocument['root']) {
    this.root = root
    this.operations = Object.entries(root.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, raw]) => this.#read(path, method, raw)),
    )
    const declared = this.operations.flatMap(({ answers }) => [...answers.values()])
    this.codes = new Set(declared.flatMap(({ codes }) => [...(codes ?? [])]))
  }

  static read(): FuzzDocument {
    return new FuzzDocument(
      expandDocument(JSON.parse(readFileSync(join(serverRoot, 'openapi.json'), 'utf8'))),
    )
  }

  /** Follows `$ref` inside the document. */
  resolve<T extends { $ref?: string }>(thing: T): T {
    if (!thing.$ref) return thing
    let found: unknown = this.root
    for (const key of thing.$ref.slice(2).split('/'))
      found = Reflect.get(Object(found), key.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (found === undefined) throw new Error(`openapi.json has no ${thing.$ref}`)
    // What a reference points at has the form of what it stands for.
    return this.resolve(found as T)
  }

  /** The operation a request reaches. Literal segments win over parameters, and the version may be left out. */
  find(method: string, path: string): FuzzOperation | null {
    // The published clients put a slash behind this one path.
    const plain = path.replace(/^https?:\/\/[^/]*/, '').replace(/(\/image_resize)\/$/, '$1')
    const segments = plain.split('/').slice(1).map(decode)
    const versioned = segments[0] === 'v1' ? segments : ['v1', ...segments]
    const wanted = method === 'HEAD' ? 'GET' : method
    const matching = this.operations.filter(
      (operation) =>
        operation.method === wanted &&
        operation.segments.length === versioned.length &&
        operation.segments.every((segment, n) => segment.startsWith('{') || segment === versioned[n]),
    )
    const parameters = (operation: FuzzOperation) => operation.path.split('{').length
    return matching.toSorted((a, b) => parameters(a) - parameters(b))[0] ?? null
  }

  /** The operation that makes things of a kind. */
  creatorOf(kind: string): FuzzOperation | undefined {
    if (kind === 'replay') return this.operations.find(({ id }) => id === 'replayTask')
    if (kind === 'webhook_delivery') return this.operations.find(({ id }) => id === 'testWebhookEndpoint')
    return this.operations.find(({ id }) => id.toLowerCase() === `create${kind.replaceAll('_', '')}`)
  }

  #read(path: string, method: string, raw: RawOperation): FuzzOperation {
    const body: Partial<Body> = raw.requestBody ? this.resolve<Body & { $ref?: string }>(raw.requestBody) : {}
    const content: Content = body.content ?? {}
    const json = content['application/json']
    const answers = Object.entries(raw.responses).map(([status, answer]): [string, DeclaredAnswer] => {
      const { content = {} } = this.resolve<Body & { $ref?: string }>(answer)
      return [status, { content, codes: this.#codesOf(content['application/problem+json']?.schema) }]
    })
    const examples = Object.entries(content).flatMap(([type, { examples: named = NO_EXAMPLES }]) => {
      const values = Object.values(named).map(({ value }) => value)
      return type === 'application/json' ? values : values.map((value) => Object(value).json)
    })
    return {
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      segments: path.split('/').slice(1),
      needsToken: raw.security?.length !== 0,
      parameters: (raw.parameters ?? []).map((parameter) => this.resolve(parameter)),
      json: json?.schema ? this.resolve(json.schema) : null,
      multipart: 'multipart/form-data' in content,
      examples,
      answers: new Map(answers),
    }
  }

  #codesOf(schema: Schema | undefined): Set<string> | null {
    if (!schema) return null
    const { properties, allOf = [], anyOf = [], oneOf = [] } = this.resolve(schema)
    const code = properties?.code
    const here = code?.enum ?? (code?.const === undefined ? [] : [code.const])
    const inside = [...allOf, ...anyOf, ...oneOf].flatMap((part) => [...(this.#codesOf(part) ?? [])])
    const codes = [...here.map(String), ...inside]
    return codes.length > 0 ? new Set(codes) : null
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
