import { Type } from 'typebox'
import type { App } from '../platform/app.ts'
import { createEstimate } from './create-estimate.ts'
import { CreateEstimate, EstimateParams } from './estimate-answer.ts'
import { getEstimate } from './get-estimate.ts'

export function estimateRoutes(app: App): void {
  app.post('/inspections/:inspection_id/estimate', {
    config: { access: 'write', errors: ['estimate_table_missing'] },
    schema: {
      operationId: 'createEstimate',
      summary: 'Work out the repair estimate',
      description:
        'From the damages there are, by the tables in force now; the prices of the parts follow it, but for what people have set. The tasks `repair_estimate` and `pricing` do the same when damages have been looked for, and every correction after that.',
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
      summary: 'Read the repair estimate line by line',
      description:
        'The newest one. Every line names the rule and the figures of the table that made it. Visible damage only; before what people have set instead.',
      tags: ['pricing'],
      params: EstimateParams,
      response: { 200: Type.Ref('Estimate') },
    },
    handler: (request) => getEstimate(request.ctx, request.params.inspection_id),
  })
}
