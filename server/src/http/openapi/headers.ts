import type { Header, Parameter } from '../../core/contracts/openapi-document.ts'

const text = { type: 'string' }

/** The headers of answers, by name. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'ID of this request in the log. A valid ID sent by the caller is kept.',
    schema: text,
  },
  ETag: { description: 'Tag of this response. It starts with the version of the resource.', schema: text },
  Link: {
    description: 'The next and the previous page (RFC 8288), `rel="next"` and `rel="prev"`.',
    schema: text,
  },
  Location: { description: 'URL of the created resource.', schema: text },
  'Retry-After': {
    description: 'Seconds to wait before asking again. Absent if there is nothing to wait for.',
    schema: { type: 'integer' },
  },
  'Preference-Applied': {
    description: 'The preference that was applied, such as `wait=10`. Absent if none was sent.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text },
  RateLimit: {
    description:
      'Remaining allowance of each limit, such as `"organization";r=5800;t=30`. `default` is your own limit, `organization` is shared by all callers of the organization, and the others are quotas this operation uses, as of a few seconds ago.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limits, such as `"organization";q=6000;w=60`.',
    schema: text,
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the response to an earlier request with the same key.',
    schema: text,
  },
} as const satisfies Record<string, Header>

export type AnswerHeader = keyof typeof ANSWER_HEADERS

export const IDEMPOTENCY_KEY: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: 'One random value per write. Sending the same request with the same key has one effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6f1c8c1e-5b0f-4f0e-9a55-3f1a3c1f7d20',
}

export const IF_MATCH: Parameter = {
  in: 'header',
  name: 'If-Match',
  required: false,
  description:
    'The `ETag` of the resource as you read it, or its version in quotes. If there is a newer version, the service answers 412.',
  schema: { type: 'string' },
}

export const PREFER: Parameter = {
  in: 'header',
  name: 'Prefer',
  required: false,
  description:
    '`wait=10` (RFC 7240): answer as soon as the work has ended, or after this many seconds. 12 at most.',
  schema: { type: 'string' },
  example: 'wait=10',
}

export const IF_NONE_MATCH: Parameter = {
  in: 'header',
  name: 'If-None-Match',
  required: false,
  description:
    'The `ETag` of an earlier response. If nothing has changed, the service answers 304 without a body.',
  schema: { type: 'string' },
}
