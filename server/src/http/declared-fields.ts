import type { FastifyReply, FastifyRequest } from 'fastify'

type AnswerSchema = { $ref?: string; properties?: Record<string, unknown> }

/** Whether the service itself puts this field at the top of the answer, and not a client whose data is answered. */
export function isDeclared(request: FastifyRequest, reply: FastifyReply, field: string): boolean {
  // The framework leaves schemas untyped; every answer of ours is an object or the name of one.
  const answers = request.routeOptions.schema?.response as Record<string, AnswerSchema> | undefined
  const answer = answers?.[reply.statusCode]
  const named = answer?.$ref ? (request.server.getSchema(answer.$ref) as AnswerSchema | undefined) : answer
  return Object.hasOwn(named?.properties ?? {}, field)
}
