import { Type } from 'typebox'
import { workRetryAfterS } from '../../core/contracts/retry-after.ts'
import type { App } from '../../core/platform/app.ts'
import { createErasure } from './create-erasure.ts'
import { getErasure } from './get-erasure.ts'
import { listErasures } from './list-erasures.ts'
import { CreateErasure, ErasureList, ErasureParams, ErasureQuery } from './schema.ts'

const tags = ['erasures']

export function erasureRoutes(app: App): void {
  app.post('/erasures', {
    config: {
      // Not of the inspection: it is gone when a client that lost the answer asks again with its key.
      access: { organization: 'write' },
      errors: ['limit_reached', 'inspection_held'],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'createErasure',
      summary: 'Erase inspections for good',
      description:
        'Erases rows, pictures in every version, reports, comparisons, unsent messages and stored answers of the named inspections, deleted ones among them. None goes while one of them is held. This cannot be undone. Ends with a receipt. Give exactly one of `inspection_id`, `vin`, `plate`, `capture_link_id` and `inspection_digests`.',
      tags,
      body: CreateErasure,
      response: { 201: Type.Ref('Erasure') },
    },
    handler: async (request, reply) => reply.code(201).send(await createErasure(request.ctx, request.body)),
  })
  app.get('/erasures', {
    schema: {
      operationId: 'listErasures',
      summary: 'List erasures',
      description:
        'Newest first, in pages, with their receipts. Keep these outside: after a restore they say what to erase again.',
      tags,
      querystring: ErasureQuery,
      response: { 200: ErasureList },
    },
    handler: (request) => listErasures(request.ctx, request.query),
  })
  app.get('/erasures/:erasure_id', {
    config: { retryAfterS: workRetryAfterS },
    schema: {
      operationId: 'getErasure',
      summary: 'Get an erasure',
      description: 'With its receipt once nothing is left.',
      tags,
      params: ErasureParams,
      response: { 200: Type.Ref('Erasure') },
    },
    handler: (request) => getErasure(request.ctx, request.params.erasure_id),
  })
}
