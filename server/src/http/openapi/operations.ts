import { EXAMPLE_VALUES } from '../../core/contracts/examples.ts'
import {
  type Answer,
  type Content,
  ENTITIES_TYPE,
  JSON_TYPE,
  MULTIPART_TYPE,
  type Operation,
  type Parameter,
  PROBLEM_TYPE,
  type Schema,
} from '../../core/contracts/openapi-document.ts'
import type { ProblemCode } from '../../core/contracts/problems.ts'
import { type DeclaredRoute, errorsOf, isOpen, problemAnswers } from './errors.ts'
import type { CompleteExample } from './examples.ts'
import { type AnswerHeader, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, PREFER } from './headers.ts'

const MEANINGS: Record<string, string> = { 200: 'Done.', 201: 'Made.', 202: 'Accepted.' }
const FILE_PARTS = {
  image: { part: 'image', types: 'image/jpeg, image/png, image/webp, image/heic' },
  report: { part: 'pdf_data', types: 'application/pdf' },
}
/** The codes whose answers say when to come back. */
const WAIT: ReadonlySet<ProblemCode> = new Set([
  'idempotency_key_running',
  'quota_inspections_per_day',
  'rate_limited',
  'report_not_ready',
  'too_many_streams',
  'unavailable',
])

export type Surroundings = {
  examples: readonly CompleteExample[]
  /** Named schemas of the document. */
  schemas: Record<string, Schema>
  /** Whether what is made here has an address of its own, which is this path and its id. */
  hasItems: boolean
}

/** Adds to an operation what its route implies: headers, forms of body and answer, errors, examples. */
export function completeOperation(
  operation: Operation,
  route: DeclaredRoute,
  about: Surroundings,
): Operation {
  const { examples } = about
  return {
    ...operation,
    parameters: [
      ...(operation.parameters ?? []).map((parameter) => completeParameter(parameter, examples)),
      ...headersOf(route),
    ],
    ...(operation.requestBody
      ? {
          requestBody: {
            ...operation.requestBody,
            content: bodyOf(operation.requestBody.content, route, examples),
          },
        }
      : {}),
    responses: answersOf(operation, route, about),
  }
}

function isRead(route: DeclaredRoute): boolean {
  return ['GET', 'HEAD'].includes(String(route.method))
}

/** What is read has an entity tag, unless it is made while it is sent. */
function isTagged(route: DeclaredRoute): boolean {
  return isRead(route) && !route.config?.stream
}

function headersOf(route: DeclaredRoute): Parameter[] {
  if (route.config?.stream) return []
  if (isRead(route)) return [IF_NONE_MATCH, ...(route.config?.waits ? [PREFER] : [])]
  // A key belongs to a caller, whom an operation without a token does not know.
  if (isOpen(route)) return []
  return [IDEMPOTENCY_KEY, ...(route.config?.versioned ? [IF_MATCH] : [])]
}

/** A parameter with a value that is stated once for all, or with the one of the first example that sends it. */
function completeParameter(parameter: Parameter, examples: readonly CompleteExample[]): Parameter {
  const values: Record<string, string> = EXAMPLE_VALUES
  const sent = examples.flatMap(({ query, path, headers }) => {
    const value = { query, path, header: headers }[parameter.in]?.[parameter.name]
    return value === undefined ? [] : [value]
  })
  const [example = parameter.in === 'path' ? values[parameter.name] : undefined] = sent
  // The framework calls a parameter with a default required, because to the handler it is always there.
  const required = parameter.required === true && parameter.schema.default === undefined
  return { ...parameter, required, ...(example === undefined ? {} : { example }) }
}

function bodyOf(content: Content, route: DeclaredRoute, examples: readonly CompleteExample[]): Content {
  const working = examples.filter(({ status, body }) => status < 400 && body)
  const schema = content[JSON_TYPE]?.schema ?? {}
  const { upload } = route.config ?? {}
  return {
    [JSON_TYPE]: {
      schema,
      ...showExamples(working.filter(({ file }) => !file).map((example) => [example.summary, example.body])),
    },
    ...(upload && upload !== 'form' ? { [MULTIPART_TYPE]: multipartOf(schema, upload, working) } : {}),
  }
}

function multipartOf(schema: Schema, upload: 'image' | 'report', examples: readonly CompleteExample[]) {
  const { part, types } = FILE_PARTS[upload]
  return {
    schema: {
      type: 'object',
      required: ['json', part],
      properties: {
        json: schema,
        [part]: {
          type: 'string',
          contentMediaType: types.split(',', 1)[0] ?? '',
          description: 'The file. Its first bytes decide the format, not the type of the part.',
        },
      },
    },
    encoding: { json: { contentType: JSON_TYPE }, [part]: { contentType: types } },
    ...showExamples(
      examples.flatMap(({ summary, body, file }): [string, unknown][] =>
        file ? [[summary, { json: body, [file.part]: `(the bytes of ${file.name})` }]] : [],
      ),
    ),
  }
}

/** Examples of a body or an answer, if there are any. */
function showExamples(values: [summary: string, value: unknown][]) {
  if (values.length === 0) return {}
  return {
    examples: Object.fromEntries(
      values.map(([summary, value]) => [summary.replace(/\W+/g, '-').toLowerCase(), { summary, value }]),
    ),
  }
}

function answersOf(operation: Operation, route: DeclaredRoute, about: Surroundings): Record<string, Answer> {
  const codes = errorsOf(route)
  const done = Object.entries(operation.responses).map(([status, answer]): [string, Answer] => [
    status,
    completeSuccess(status, answer, route, about),
  ])
  const unchanged = {
    description: 'Not changed since the answer whose tag is in `If-None-Match`.',
    headers: headers(['X-Request-Id', 'ETag', ...pollingHeaders(route)]),
  }
  const refused = Object.entries(problemAnswers(codes)).map(([status, answer]): [string, Answer] => [
    status,
    completeRefusal(status, answer, about.examples),
  ])
  return Object.fromEntries([...done, ...(isTagged(route) ? [['304', unchanged] as const] : []), ...refused])
}

function completeSuccess(status: string, answer: Answer, route: DeclaredRoute, about: Surroundings): Answer {
  const schema = answer.content?.[JSON_TYPE]?.schema
  const description = /^Default Response$/i.test(answer.description)
    ? (MEANINGS[status] ?? 'Done.')
    : answer.description
  const names = successHeaders(status, schema, route, about)
  if (!schema) return { ...answer, description, headers: headers(names) }
  const examples = about.examples.filter((example) => String(example.status) === status && example.answer)
  return {
    description,
    headers: headers(names),
    content: {
      [JSON_TYPE]: { schema, ...showExamples(examples.map(({ summary, answer }) => [summary, answer])) },
      [ENTITIES_TYPE]: { schema: { $ref: '#/components/schemas/Entities' } },
    },
  }
}

function successHeaders(
  status: string,
  schema: Schema | undefined,
  route: DeclaredRoute,
  { schemas, hasItems }: Surroundings,
): AnswerHeader[] {
  const named = schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const fields = named?.properties ?? {}
  return [
    'X-Request-Id',
    ...(isTagged(route) || fields.version ? (['ETag'] as const) : []),
    ...(fields.paging ? (['Link'] as const) : []),
    ...(status === '201' && hasItems ? (['Location'] as const) : []),
    ...(isRead(route) || isOpen(route) ? [] : (['Idempotency-Replayed'] as const)),
    ...pollingHeaders(route),
    ...(tellsLimits(route) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
}

/** Adding a picture takes from the storage of the organization, and from no limit of requests. */
function tellsLimits(route: DeclaredRoute): boolean {
  return errorsOf(route).some((code) => code === 'rate_limited' || code === 'quota_bytes_stored')
}

function pollingHeaders({ config = {} }: DeclaredRoute): AnswerHeader[] {
  return [
    ...(config.retryAfterS ? (['Retry-After'] as const) : []),
    ...(config.waits ? (['Preference-Applied'] as const) : []),
  ]
}

function completeRefusal(status: string, answer: Answer, examples: readonly CompleteExample[]): Answer {
  const content = answer.content?.[PROBLEM_TYPE]
  const codes: unknown[] = content?.schema?.allOf?.[1]?.properties?.code?.enum ?? []
  const waits = codes.some((code) => [...WAIT].some((known) => known === code))
  const mine = examples.filter((example) => String(example.status) === status)
  return {
    ...answer,
    headers: headers([
      'X-Request-Id',
      ...(waits ? (['Retry-After'] as const) : []),
      ...(status === '401' ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: {
      [PROBLEM_TYPE]: { ...content, ...showExamples(mine.map(({ summary, answer }) => [summary, answer])) },
    },
  }
}

function headers(names: readonly AnswerHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
