import { type Answer, type Operation, PROBLEM_TYPE } from '../../core/contracts/openapi-document.ts'
import { pascalCase } from './schema-names.ts'

/** What several operations refuse for more than one reason, by its status and codes. */
const NAMES: Record<string, string> = {
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

export type Refusal = { operation: Operation; status: string; answer: Answer }

/** Gives every refusal a name. The same refusal has one; one that shows an example of its operation has its own. */
export function nameResponses(refusals: readonly Refusal[]): Map<Answer, string> {
  const alike = Map.groupBy(refusals, ({ status, answer }) => `${status} ${JSON.stringify(answer)}`)
  const named = [...alike.values()].flatMap((same) => {
    const name = nameOf(same)
    return same.map(({ answer }): [Answer, string] => [answer, name])
  })
  return new Map(named)
}

function nameOf(same: readonly Refusal[]): string {
  const [first] = same
  if (!first) throw new Error('a group has a member')
  const { operation, status, answer } = first
  const media = answer.content?.[PROBLEM_TYPE]
  const codes = (media?.schema?.allOf ?? []).flatMap(({ properties }) => properties?.code?.enum ?? [])
  if (media?.examples || (same.length === 1 && codes.length > 1))
    return `${pascalCase(operation.operationId)}${status}`
  if (codes.length === 1) return pascalCase(String(codes[0]))
  const key = [status, ...codes].join(' ')
  const name = NAMES[key]
  if (!name) throw new Error(`${same.length} operations refuse with "${key}": give it a name in NAMES`)
  return name
}
