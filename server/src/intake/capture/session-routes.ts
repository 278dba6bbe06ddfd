import type { App } from '../../core/platform/app.ts'
import type { ContextParts } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import type { Log } from '../../core/platform/log.ts'
import { createCaptureSession, findAsking } from './create-capture-session.ts'
import { CaptureSession, CreateCaptureSession } from './schema.ts'

/** Opened by whoever has the secret of a link; there is no token yet. */
export function captureSessionRoutes(app: App, parts: ContextParts, log: Log, gate: FairGate): void {
  app.post('/capture_sessions', {
    config: {
      // The secret in the body says who may.
      access: {},
      errors: [
        'token_invalid',
        'not_found',
        'capture_link_expired',
        'capture_link_revoked',
        'capture_link_used_up',
        'quota_inspections_per_day',
      ],
    },
    schema: {
      operationId: 'createCaptureSession',
      summary: 'Open a capture link on a device',
      description:
        'Trades the secret of a link for a short-lived token that is bound to the key of the device. Send a proof in the header `DPoP` (RFC 9449, ES256) whose `ath` is the SHA-256 of the secret. The same device gets the next token here.',
      tags: ['capture'],
      security: [],
      body: CreateCaptureSession,
      response: { 201: CaptureSession },
    },
    handler: async (request, reply) => {
      const { body, headers, method, originalUrl, id, ip } = request
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      const path = originalUrl.split('?', 1)[0] ?? ''
      const asked = { proof: headers.dpop, method, path, secret: body.secret, requestId: id }
      const session = await gate.run(ip, async () => {
        const { ctx, linkId, device } = await findAsking(parts, log, asked)
        request.ctx = ctx
        return createCaptureSession(ctx, linkId, device)
      })
      return reply.code(201).send(session)
    },
  })
}
