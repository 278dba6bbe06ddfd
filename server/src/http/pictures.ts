import { Type } from 'typebox'
import { Problem } from '../contracts/problems.ts'
import { getPicture } from '../images/get-picture.ts'
import type { App } from '../platform/app.ts'
import { type ContextParts, createContext } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'

const Params = Type.Object({
  signature: Type.String(),
  key_id: Type.String(),
  expires: Type.String(),
  org_id: Type.String(),
  image_id: Type.String(),
  variant: Type.String(),
})

const ANSWER_MS_MAX = 120_000

/** Picture bytes for whoever holds the URL: browsers fetch them without a token. */
export function pictureRoutes(app: App, parts: ContextParts, log: Log): void {
  app.get('/pictures/:signature/:key_id/:expires/:org_id/:image_id/:variant', {
    schema: { operationId: 'getPicture', tags: ['images'], security: [], params: Params },
    handler: async (request, reply) => {
      const grant = parts.pictureUrls.verify(request.params)
      if (!grant) throw new Problem('not_found')
      const principal = { subject: 'picture-url', org_id: grant.org_id, permissions: new Set<string>() }
      const ctx = createContext(parts, principal, log.child({ request_id: request.id, org_id: grant.org_id }))
      const { etag, open } = await getPicture(ctx, grant.image_id, grant.variant)
      reply.headers({
        'cache-control': `private, max-age=${parts.config.PICTURE_URL_WINDOW_S}, immutable`,
        etag,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const { body, contentType, sizeBytes } = await open()
      // A reader that never finishes must not hold a connection to the store for ever.
      const timer = setTimeout(() => body.destroy(), ANSWER_MS_MAX)
      body.once('close', () => clearTimeout(timer))
      return reply.headers({ 'content-type': contentType, 'content-length': sizeBytes }).send(body)
    },
  })
}
