import { fastifyCors } from '@fastify/cors'
import type { App } from '../core/platform/app.ts'

/** Named one by one: a `*` does not cover `authorization`. The third is a mistake of published clients, who always send it. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'dpop',
  'access-control-allow-origin',
  'x-monk-sdk-version',
  'sentry-trace',
  'baggage',
  'accept',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'prefer',
  'x-request-id',
]

const ANSWER_HEADERS = [
  'allow',
  'etag',
  'idempotency-replayed',
  'link',
  'location',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
]

/** Any page may call: who asks is told by the token alone, never by a cookie. */
export async function registerCors(app: App): Promise<void> {
  await app.register(fastifyCors, {
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: 86_400,
    strictPreflight: false,
  })
}
