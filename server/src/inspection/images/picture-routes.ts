import { Type } from 'typebox'
import { Bytes, contextOfUrl, Signed, sendFile } from '../../core/access/signed-files.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { App } from '../../core/platform/app.ts'
import { goneSignal } from '../../core/platform/connection-end.ts'
import type { ContextParts } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import type { Log } from '../../core/platform/log.ts'
import { getPicture } from './get-picture.ts'
import { getThumbnail } from './get-thumbnail.ts'
import { createThumbnailCache } from './thumbnail-cache.ts'
import { readBox, THUMBNAIL_SIDES } from './thumbnail-sizes.ts'

const Params = Type.Object({
  signature: Signed,
  key_id: Signed,
  expires: Signed,
  org_id: Signed,
  image_id: Signed,
  variant: Signed,
})

const ThumbnailQuery = Type.Object(
  {
    image_url: Type.String({ description: 'the `path` of an image' }),
    width: Type.Optional(Type.String({ description: 'pixels; the aspect ratio is kept' })),
    height: Type.Optional(Type.String({ description: 'pixels; the aspect ratio is kept' })),
  },
  { additionalProperties: false },
)

/** Picture bytes for whoever holds the URL: browsers fetch them without a token. */
export function pictureRoutes(app: App, parts: ContextParts, log: Log, gate: FairGate): void {
  const cache = createThumbnailCache(parts.config.THUMBNAIL_CACHE_BYTES_MAX)
  const maxAgeS = parts.config.PICTURE_URL_WINDOW_S
  app.get('/pictures/:signature/:key_id/:expires/:org_id/:image_id/:variant', {
    schema: {
      operationId: 'getPicture',
      summary: 'Download a picture',
      description: 'The URL is the `path` of an image. It needs no token and expires.',
      tags: ['images'],
      security: [],
      params: Params,
      response: { 200: Bytes('image/jpeg', 'The picture.') },
    },
    handler: async (request, reply) => {
      const grant = parts.pictureUrls.verify(request.params)
      if (!grant) throw new Problem('not_found')
      const ctx = contextOfUrl(parts, log, request, grant.org_id)
      const turn = { gate, signal: goneSignal(reply) }
      const picture = await getPicture(ctx, turn, grant.image_id, grant.variant)
      return sendFile(request, reply, picture, maxAgeS)
    },
  })
  // The published clients put a slash before the query. Only the URLs of our own pictures are answered, from the
  // store: nothing is ever fetched from the URL.
  for (const path of ['/image_resize', '/image_resize/']) {
    app.get(path, {
      config: { errors: ['not_found'] },
      schema: {
        operationId: 'getThumbnail',
        summary: 'Get a thumbnail',
        description: `Fills a box with the picture and keeps its shape. The longest side is the smallest of ${THUMBNAIL_SIDES.join(', ')} that is large enough; a picture is never enlarged. Takes only addresses that this service made; nothing is fetched from elsewhere. Needs no token.`,
        tags: ['images'],
        security: [],
        querystring: ThumbnailQuery,
        response: { 200: Bytes('image/jpeg', 'The small picture.') },
        hide: path.endsWith('/'),
      },
      handler: async (request, reply) => {
        const { image_url, width, height } = request.query
        const grant = parts.pictureUrls.verifyUrl(image_url)
        if (!grant) throw new Problem('not_found')
        const ctx = contextOfUrl(parts, log, request, grant.org_id)
        const turn = { gate, cache, signal: goneSignal(reply) }
        const thumbnail = await getThumbnail(ctx, turn, grant.image_id, readBox(width, height))
        return sendFile(request, reply, thumbnail, maxAgeS)
      },
    })
  }
}
