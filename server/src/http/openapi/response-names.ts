import { type Answer, type Operation, PROBLEM_TYPE } from '../../core/contracts/openapi-document.ts'
import { pascalCase } from './schema-names.ts'

/** What several operations refuse for more than one reason, by its status and codes. */
const REFUSALS: Record<string, string> = {
  '400 request_invalid request_malformed': 'InvalidRequest',
  '400 body_malformed request_invalid request_malformed idempotency_key_malformed': 'InvalidUpdate',
  '400 body_malformed request_invalid request_malformed idempotency_key_malformed precondition_unsupported':
    'InvalidWrite',
  '400 body_malformed multipart_malformed request_invalid request_malformed idempotency_key_malformed precondition_unsupported':
    'InvalidUpload',
  '401 token_missing token_format token_expired token_audience token_issuer token_undecodable token_claims token_invalid':
    'Unauthorized',
  '401 token_missing token_format token_expired token_audience token_issuer token_undecodable token_claims token_invalid ticket_invalid':
    'UnauthorizedStream',
  '409 idempotency_key_running webhook_endpoint_disabled': 'WebhookEndpointDisabled',
  '413 data_too_large body_too_large': 'BodyTooLarge',
  '413 data_too_large body_too_large image_too_large': 'ImageTooLarge',
  '415 media_type_unsupported image_unsupported': 'ImageUnsupported',
  '422 idempotency_key_reused capture_limit_reached': 'CaptureLimitReached',
  '422 idempotency_key_reused limit_reached': 'LimitReached',
  '422 idempotency_key_reused part_not_set limit_reached': 'PartNotSet',
  '429 rate_limited too_many_streams': 'TooManyStreams',
  '503 busy unavailable': 'Unavailable',
}

/** What else several operations answer, by its status, media types and headers. */
const ANSWERS: Record<string, string> = {
  '200 application/x-tar X-Request-Id RateLimit RateLimit-Policy': 'Archive',
  '200 image/jpeg X-Request-Id ETag': 'Picture',
  '200 text/event-stream X-Request-Id RateLimit RateLimit-Policy': 'EventStream',
  '2XX': 'EventReceived',
  '304 X-Request-Id ETag': 'NotModified',
  '304 X-Request-Id ETag Preference-Applied': 'NotModifiedWaiting',
  '304 X-Request-Id ETag Retry-After': 'NotModifiedPolling',
  '304 X-Request-Id ETag Retry-After Preference-Applied': 'NotModifiedPollingOrWaiting',
}

type Given = { operation: Operation; status: string; answer: Answer }

/**
 * Names every refusal, and every other answer that several operations give. The same answer has one name; a refusal that
 * shows an example of its operation has its own.
 */
export function nameResponses(operations: readonly Operation[]): Map<Answer, string> {
  const all = operations.flatMap((operation) =>
    Object.entries(operation.responses).map(([status, answer]): Given => ({ operation, status, answer })),
  )
  const named = new Map<Answer, string>()
  const taken = new Set<string>()
  for (const same of Map.groupBy(
    all,
    ({ status, answer }) => `${status} ${JSON.stringify(answer)}`,
  ).values()) {
    const name = nameOf(same)
    if (name === null) continue
    if (taken.has(name)) throw new Error(`two responses of the document would be called ${name}`)
    taken.add(name)
    for (const { answer } of same) named.set(answer, name)
  }
  return named
}

function nameOf(same: readonly Given[]): string | null {
  const [first] = same
  if (!first) throw new Error('a group has a member')
  if (Number(first.status) >= 400) return nameOfRefusal(first, same.length)
  if (same.length === 1) return null
  const { content = {}, headers = {} } = first.answer
  const key = [first.status, ...Object.keys(content), ...Object.keys(headers)].join(' ')
  const name = ANSWERS[key]
  if (!name) throw new Error(`${same.length} operations answer the same "${key}": give it a name in ANSWERS`)
  return name
}

function nameOfRefusal({ operation, status, answer }: Given, count: number): string {
  const media = answer.content?.[PROBLEM_TYPE]
  const codes = (media?.schema?.allOf ?? []).flatMap(({ properties }) => properties?.code?.enum ?? [])
  if (media?.examples || (count === 1 && codes.length > 1))
    return `${pascalCase(operation.operationId)}${status}`
  if (codes.length === 1) return pascalCase(String(codes[0]))
  const key = [status, ...codes].join(' ')
  const name = REFUSALS[key]
  if (!name) throw new Error(`${count} operations refuse with "${key}": give it a name in REFUSALS`)
  return name
}
