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

/** Picture bytes for whoever holds the URL: browsers fetch them without a token. */
export function pictureRoutes(app: App, parts: ContextParts, log: Log): void {
  app.get('/pictures/:signature/:key_id/:expires/:org_id/:image_id/:variant', {
    schema: { operationId: 'getPicture', tags: ['images'], security: [], params: Params },
    handler: async (request, reply) => {
      const grant = parts.pictureUrls.verify(request.params)
      if (!grant) throw new Problem('not_found')
      const principal = { subject: 'picture-url', org_id: grant.org_id, permissions: new Set<string>() }
      const ctx = createContext(parts, principal, log.child({ request_id: request.id, org_id: grant.org_id }))
      const picture = await getPicture(ctx, grant.image_id, grant.variant)
      return reply
        .headers({
          'content-type': picture.contentType,
          'content-length': picture.sizeBytes,
          'cache-control': `private, max-age=${parts.config.PICTURE_URL_WINDOW_S}, immutable`,
          etag: picture.etag,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
        })
        .send(picture.body)
    },
  })
}
