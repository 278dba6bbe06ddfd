import { normalize } from '@walkaround/sdk/normalize'
import { ENTITIES_TYPE, JSON_TYPE } from '../core/contracts/openapi-document.ts'
import type { App } from '../core/platform/app.ts'

/**
 * Gives every successful JSON answer in the normalised form to whom asks for it. It works on the serialised answer,
 * so it can show nothing that the response schema has not let through.
 */
export function registerEntities(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // Only operations have this form: a document such as the interface's own is not made of records.
    if (!request.routeOptions.schema?.operationId) return payload
    if (reply.statusCode < 200 || reply.statusCode > 299) return payload
    if (!/^application\/json\s*(;|$)/i.test(String(reply.getHeader('content-type')))) return payload
    if (!wantsEntities(request.headers.accept)) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    reply.header('content-type', ENTITIES_TYPE)
    return JSON.stringify(normalize(JSON.parse(payload.toString())))
  })
}

/** Wildcards mean the wire form: whoever wants the other one names it, and not below the wire form. */
export function wantsEntities(accept: string | undefined): boolean {
  if (!accept) return false
  const qualities = new Map(accept.split(',').map(readRange))
  const wire = qualities.get(JSON_TYPE) ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0
  const entities = qualities.get(ENTITIES_TYPE) ?? 0
  return entities > 0 && entities >= wire
}

/** A quality that cannot be read counts as a refusal (RFC 9110, 12.4.2). */
function readRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [type, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0]
}
