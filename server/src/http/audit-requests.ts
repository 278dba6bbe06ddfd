import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../core/platform/app.ts'
import { isUuid } from '../core/platform/uuid.ts'
import type { AuditRecorder, Entry } from '../privacy/audit/recorder.ts'
import { followAnswers } from './follow-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The inspection that an answer names; null before there is one. */
    answeredInspection: string | null
  }
}

/**
 * Records who asked for what, of every request whose caller is known. A change is recorded before it is answered, a read and a refusal
 * soon after. Who is told to come later is not recorded, so that nobody can fill the audit of an organization.
 */
export function auditRequests(app: App, recorder: AuditRecorder): void {
  app.decorateRequest('answeredInspection', null)
  app.addHook('preSerialization', async (request, _reply, payload: unknown) => {
    if (request.method === 'POST') request.answeredInspection = inspectionOf(payload)
  })
  app.addHook('onSend', async (request, reply) => {
    if (isAnsweredChange(request, reply) && request.ctx) await recorder.recordNow(entryOf(request, reply))
  })
  followAnswers(app, (request, reply) => {
    const isRecorded = isAnsweredChange(request, reply)
    if (request.ctx && !isRecorded && reply.statusCode !== 429) recorder.record(entryOf(request, reply))
  })
  app.addHook('onClose', () => recorder.close())
}

function entryOf(request: FastifyRequest, { statusCode }: FastifyReply): Entry {
  const { ctx, id, routeOptions, answeredInspection } = request
  // What a refused request names may be another organization's, whose ids are shown nowhere.
  const { inspection_id, ...others } = Object(statusCode < 400 ? request.params : {})
  return {
    org_id: ctx.org_id,
    at: ctx.clock.nowMs(),
    subject: ctx.principal.subject,
    operation: routeOptions.schema?.operationId ?? 'none',
    inspection_id: uuidOf(inspection_id) ?? answeredInspection ?? ctx.principal.link?.inspection_id ?? null,
    // Never what else a path holds: a plate is data of a person.
    object_id: uuidOf(Object.values(others).at(-1)),
    status: statusCode,
    // That of a refused request may be anything.
    reason: statusCode < 400 ? reasonOf(request) : null,
    request_id: id,
  }
}

const isAnsweredChange = ({ method }: FastifyRequest, { statusCode }: FastifyReply) =>
  method !== 'GET' && method !== 'HEAD' && statusCode < 400

const uuidOf = (value: unknown): string | null => (typeof value === 'string' && isUuid(value) ? value : null)

function inspectionOf(answer: unknown): string | null {
  const { object_type, id, inspection_id } = Object(answer)
  return uuidOf(object_type === 'INSPECTION' ? id : inspection_id)
}

/** Of what concerns the organization. Why a finding was corrected is in the history, which an erasure takes along. */
function reasonOf({ routeOptions, body }: FastifyRequest): string | null {
  const { access } = routeOptions.config
  const { reason } = Object(body)
  const isOfOrganization = typeof access === 'object' && Boolean(access.organization ?? access.permission)
  return isOfOrganization && typeof reason === 'string' ? reason : null
}
