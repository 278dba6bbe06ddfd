import { type Answer, PROBLEM_TYPE } from '../../core/contracts/openapi-document.ts'
import { PROBLEMS } from '../../core/contracts/problem-table.ts'
import type { ProblemCode } from '../../core/contracts/problems.ts'
import type { App } from '../../core/platform/app.ts'
import { UNLIMITED } from '../rate-limit.ts'

/** What a route says of itself, at registration and in a running request alike. */
export type DeclaredRoute = {
  method?: string | string[]
  url?: string | undefined
  config?: {
    errors?: readonly ProblemCode[]
    versioned?: boolean
    stream?: boolean
    upload?: 'image' | 'report' | 'form'
    waits?: boolean
    retryAfterS?: (answer: never) => number | null
  }
  schema?: {
    operationId?: string
    security?: unknown
    params?: unknown
    querystring?: unknown
    body?: unknown
  }
}

const ALWAYS = [
  'request_malformed',
  'request_timeout',
  'request_header_too_large',
  'internal_error',
  'busy',
  'unavailable',
  // The content type is looked at before the method is: a GET with a body of another type is refused too.
  'media_type_unsupported',
] as const
const WITH_TOKEN = [
  'token_missing',
  'token_format',
  'token_expired',
  'token_audience',
  'token_issuer',
  'token_undecodable',
  'token_claims',
  'token_invalid',
  'permission_missing',
] as const
const WRITE = ['body_malformed', 'body_too_large', 'data_too_large'] as const
const KEYED_WRITE = [
  'idempotency_key_malformed',
  'idempotency_key_running',
  'idempotency_key_reused',
] as const
const UPLOAD = {
  image: ['multipart_malformed', 'image_too_large'],
  report: ['multipart_malformed', 'report_too_large', 'report_file_missing'],
  form: ['multipart_malformed', 'image_too_large'],
} as const

// The keys of the table are the codes; Object.keys does not say so.
const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** Whether the operation needs no token. */
export function isOpen({ schema = {} }: DeclaredRoute): boolean {
  return Array.isArray(schema.security) && schema.security.length === 0
}

/** Every problem an operation may answer: its own, and those that its method, path and body bring along. */
export function errorsOf({
  method = 'GET',
  url = '',
  config = {},
  schema = {},
}: DeclaredRoute): ProblemCode[] {
  const { operationId = '', security, params, querystring, body } = schema
  const needsToken = !isOpen({ schema: { security } })
  const isWrite = !['GET', 'HEAD'].includes(String(method))
  const codes = new Set<ProblemCode>([
    ...ALWAYS,
    ...(needsToken ? WITH_TOKEN : []),
    ...(needsToken && !UNLIMITED.has(operationId) ? (['rate_limited'] as const) : []),
    ...(params || querystring || body || config.versioned ? (['request_invalid'] as const) : []),
    ...(url.includes(':') || namesResource([querystring, body]) ? (['not_found'] as const) : []),
    ...(isWrite ? WRITE : []),
    ...(isWrite && needsToken ? KEYED_WRITE : []),
    ...(isWrite ? ([config.versioned ? 'version_stale' : 'precondition_unsupported'] as const) : []),
    ...(config.upload ? UPLOAD[config.upload] : []),
    ...(config.errors ?? []),
  ])
  return CODES.filter((code) => codes.has(code))
}

/** An id in a query or a body can be of nothing the caller sees, as one in a path can. */
function namesResource(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return 'x-resource' in schema || Object.values(schema).some(namesResource)
}

/** The problem answers of an operation by status, each with the codes that can stand in it. */
export function problemAnswers(codes: readonly ProblemCode[]): Record<string, Answer> {
  const byStatus = [...Map.groupBy(codes, (code) => PROBLEMS[code].status)].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(byStatus.map(([status, codes]) => [String(status), problemAnswer(codes)]))
}

function problemAnswer(codes: ProblemCode[]): Answer {
  return {
    description: codes
      .map((code) => `[\`${code}\`](/docs/errors/${code}) ${PROBLEMS[code].title}`)
      .join('; '),
    content: {
      [PROBLEM_TYPE]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { code: { type: 'string', enum: codes } } },
          ],
        },
      },
    },
  }
}

export const UNDECLARED = 'problem not declared by its operation'

/** Says in the log when an operation answers a problem that its documentation does not have. Tests fail on that line. */
export function reportUndeclared(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { routeOptions } = request
    const operationId = routeOptions.schema?.operationId
    if (!operationId || typeof payload !== 'string') return
    if (!String(reply.getHeader('content-type')).startsWith(PROBLEM_TYPE)) return
    const { code } = JSON.parse(payload)
    if (!errorsOf(routeOptions).includes(code))
      request.log.warn({ request_id: request.id, operation_id: operationId, code }, UNDECLARED)
  })
}
