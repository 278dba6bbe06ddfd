import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../core/contracts/problem-table.ts'
import { Problem, type ProblemCode } from '../core/contracts/problems.ts'
import { sendNotFoundPage, wantsPage } from '../core/pages/not-found-page.ts'
import type { App } from '../core/platform/app.ts'
import type { Config } from '../core/platform/config.ts'
import { GateFull, GateLeft } from '../core/platform/fair-gate.ts'
import { KeyMissing } from '../core/platform/organization-keys.ts'
import { resourceBehind } from '../core/platform/out-of-resources.ts'

const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
  '55P03',
  '40P01',
  '57014',
])

/** RFC 9457, plus `message`, which the published clients read. */
export function problemBody(problem: Problem, requestId: string, publicUrl: string) {
  const row: { status: number; title: string; fix: string; retryable?: true } = PROBLEMS[problem.code]
  return {
    ...problem.params,
    type: `${publicUrl}/docs/errors/${problem.code}`,
    title: row.title,
    status: row.status,
    detail: row.fix,
    code: problem.code,
    message: row.title,
    request_id: requestId,
    retryable: row.retryable === true,
    errors: problem.errors,
  }
}

export function registerErrors(app: App, config: Config): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(request, reply, asProblem(error, config), config.PUBLIC_URL),
  )
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new Problem('not_found'), config.PUBLIC_URL),
  )
}

/** What the router refuses before there is a route: a path that cannot be decoded or has no end. */
export const refusePath =
  (publicUrl: string) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    // There is no route, so no hook has put these there.
    reply.headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' })
    sendProblem(request, reply, new Problem('not_found'), publicUrl)
  }

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem, publicUrl: string) {
  if (problem.code === 'not_found' && wantsPage(request)) return sendNotFoundPage(reply)
  const body = problemBody(problem, request.id, publicUrl)
  // For a client that went away there is no answer to get wrong.
  // Gates count whom they refuse; a line for each would be one more thing to flood.
  if (body.status >= 500 && problem.code !== 'busy' && !request.socket.destroyed)
    request.log.error(
      { request_id: request.id, code: problem.code, err: problem.cause ?? problem },
      'request failed',
    )
  const retryAfterS =
    problem.params.retry_after_s ?? (body.status === 503 || problem.code === 'report_not_ready' ? 2 : null)
  if (retryAfterS !== null) reply.header('retry-after', String(retryAfterS))
  if (body.status === 401) reply.header('www-authenticate', 'Bearer')
  // The body may not have been read to its end; the connection cannot be used again.
  if (body.status === 413) reply.header('connection', 'close')
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body))
}

const FRAMEWORK_CODES: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_malformed',
  FST_ERR_VALIDATION: 'request_invalid',
}

function asProblem(error: FastifyError, config: Config): Problem {
  // The machine lacks something, so nobody who asked is at fault, whatever was made of the error on its way.
  const isCallers = !(error instanceof Problem) || PROBLEMS[error.code].status < 500
  if (isCallers && resourceBehind(error)) return new Problem('unavailable', {}, [], error)
  if (error instanceof Problem) return error
  if (error instanceof GateFull) return new Problem('busy', { gate: error.gate }, [], error)
  if (error instanceof GateLeft) return new Problem('unavailable', {}, [], error)
  // The operator may put a key back, and an organization can replace a secret whose key was destroyed.
  if (error instanceof KeyMissing) return new Problem('unavailable', {}, [], error)
  const code = FRAMEWORK_CODES[error.code]
  if (code === 'body_too_large') return new Problem(code, { limit_bytes: config.JSON_BYTES_MAX }, [], error)
  if (code) return new Problem(code, {}, [], error)
  if (
    DATABASE_AWAY.has(error.code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
    return new Problem('unavailable', {}, [], error)
  if (isErasedMeanwhile(error)) return new Problem('not_found', {}, [], error)
  if (error.statusCode === 400) return new Problem('body_malformed', {}, [], error)
  return new Problem('internal_error', {}, [], error)
}

/** The inspection was there when the request began, and was erased before the row that belongs to it was written. */
const isErasedMeanwhile = (error: Error) =>
  'code' in error &&
  error.code === '23503' &&
  'constraint' in error &&
  /_inspection_id_fkey\d*$/.test(String(error.constraint))
