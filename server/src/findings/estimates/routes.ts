import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { createEstimate } from './create-estimate.ts'
import { getEstimate } from './get-estimate.ts'
import { CreateEstimate, EstimateParams } from './schema.ts'

export function estimateRoutes(app: App): void {
  app.post('/inspections/:inspection_id/estimate', {
    config: { access: 'write', errors: ['estimate_table_missing'] },
    schema: {
      operationId: 'createEstimate',
      summary: 'Create the repair estimate',
      description:
        'Calculates the estimate from the current damages and estimate tables. Part prices follow the estimate, except prices set by people. The tasks `repair_estimate` and `pricing` do the same after damage detection, and so does every later correction.',
      tags: ['pricing'],
      params: EstimateParams,
      body: CreateEstimate,
      response: { 201: Type.Ref('Estimate') },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createEstimate(request.ctx, request.params.inspection_id, request.body)),
  })
  app.get('/inspections/:inspection_id/estimate', {
    config: { errors: ['estimate_not_made'] },
    schema: {
      operationId: 'getEstimate',
      summary: 'Get the repair estimate line by line',
      description:
        'The latest estimate. Every line names its rule and the figures of the table behind it. The estimate covers visible damage only and does not include prices set by people.',
      tags: ['pricing'],
      params: EstimateParams,
      response: { 200: Type.Ref('Estimate') },
    },
    handler: (request) => getEstimate(request.ctx, request.params.inspection_id),
  })
}
