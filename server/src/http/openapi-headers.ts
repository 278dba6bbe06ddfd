import type { Header, Parameter } from './openapi-document.ts'

const text = { type: 'string' }

/** The headers of answers, by name. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in the log. A harmless id of the caller is kept.',
    schema: text,
  },
  ETag: { description: 'The tag of these bytes; it begins with the version of the thing.', schema: text },
  Link: {
    description: 'The next and the previous page (RFC 8288), `rel="next"` and `rel="prev"`.',
    schema: text,
  },
  Location: { description: 'The address of what was made.', schema: text },
  'Retry-After': {
    description: 'Seconds to wait before asking again. Absent where there is nothing to wait for.',
    schema: { type: 'integer' },
  },
  'Preference-Applied': {
    description: 'The preference that was heeded, such as `wait=10`. Absent without one.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text },
  RateLimit: {
    description:
      'What is left of each limit, such as `"organization";r=5800;t=30`: `default` is your own, `organization` that of all its callers, the others are quotas that this operation takes from, as they were some seconds ago.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limits, such as `"organization";q=6000;w=60`.',
    schema: text,
  },
  'Idempotency-Replayed': {
    description: '`true` when the answer is that of an earlier request with the same key.',
    schema: text,
  },
} as const satisfies Record<string, Header>

export type AnswerHeader = keyof typeof ANSWER_HEADERS

export const IDEMPOTENCY_KEY: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: 'One random value for each write. The same request with the same key has one effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6f1c8c1e-5b0f-4f0e-9a55-3f1a3c1f7d20',
}

export const IF_MATCH: Parameter = {
  in: 'header',
  name: 'If-Match',
  required: false,
  description:
    'The `ETag` of the thing as you read it, or its version in quotes. A newer version answers 412.',
  schema: { type: 'string' },
}

export const PREFER: Parameter = {
  in: 'header',
  name: 'Prefer',
  required: false,
  description:
    '`wait=10` (RFC 7240) answers as soon as there is an end to tell of, and after so many seconds all the same; 12 at most.',
  schema: { type: 'string' },
  example: 'wait=10',
}

export const IF_NONE_MATCH: Parameter = {
  in: 'header',
  name: 'If-None-Match',
  required: false,
  description: 'The `ETag` of an earlier answer. The same bytes answer 304 without a body.',
  schema: { type: 'string' },
}
