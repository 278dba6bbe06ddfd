import { Type } from 'typebox'
import { Bytes, contextOfUrl, Signed, sendFile } from '../../core/access/signed-files.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { App } from '../../core/platform/app.ts'
import { goneSignal } from '../../core/platform/connection-end.ts'
import type { ContextParts } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import type { Log } from '../../core/platform/log.ts'
import { getRenderedOutput } from './get-rendered-output.ts'

const Params = Type.Object({
  signature: Signed,
  key_id: Signed,
  expires: Signed,
  org_id: Signed,
  rendered_output_id: Signed,
})

/** Annotated pictures and crops for whoever holds the URL. They take their turn with the thumbnails. */
export function renderedOutputRoutes(app: App, parts: ContextParts, log: Log, gate: FairGate): void {
  app.get('/rendered_outputs/:signature/:key_id/:expires/:org_id/:rendered_output_id/rendering.jpg', {
    schema: {
      operationId: 'getRenderedOutput',
      summary: 'Download a rendered output',
      description:
        'A picture with its damages drawn in, or a detail of it. The URL is the `path` of a rendered output. It needs no token and expires.',
      tags: ['images'],
      security: [],
      params: Params,
      response: { 200: Bytes('image/jpeg', 'The picture.') },
    },
    handler: async (request, reply) => {
      const grant = parts.pictureUrls.verifyRenderedOutput(request.params)
      if (!grant) throw new Problem('not_found')
      const ctx = contextOfUrl(parts, log, request, grant.org_id)
      const turn = { gate, signal: goneSignal(reply) }
      const output = await getRenderedOutput(ctx, turn, grant.rendered_output_id)
      return sendFile(request, reply, output, parts.config.PICTURE_URL_WINDOW_S)
    },
  })
}
