import { GivenReason } from '../../core/contracts/schema.ts'
import type { App } from '../../core/platform/app.ts'
import { createPricing } from './create-pricing.ts'
import { deletePricing } from './delete-pricing.ts'
import { restorePricing } from './restore-pricing.ts'
import {
  CorrectedPricing,
  CreatePricing,
  DeletedPricing,
  PricingParams,
  PricingsParams,
  UpdatePricing,
} from './schema.ts'
import { updatePricing } from './update-pricing.ts'

export function pricingRoutes(app: App): void {
  app.post('/inspections/:inspection_id/pricing', {
    config: { access: 'write', errors: ['limit_reached', 'part_not_set'] },
    schema: {
      operationId: 'createPricing',
      summary: 'Set a price',
      description:
        'Sets the price of a part or of the whole vehicle. A part has one price: setting it again replaces the amount and keeps the ID. The part is created if the inspection does not have one of that type.',
      tags: ['pricing'],
      params: PricingsParams,
      body: CreatePricing,
      response: { 201: CorrectedPricing },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createPricing(request.ctx, request.params.inspection_id, request.body)),
  })
  app.patch('/inspections/:inspection_id/pricing/:pricing_id', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'updatePricing',
      summary: 'Update a price',
      description: 'Sets the amount. From then on, the price counts as set by a person.',
      tags: ['pricing'],
      params: PricingParams,
      body: UpdatePricing,
      response: { 200: CorrectedPricing },
    },
    handler: (request) =>
      updatePricing(request.ctx, request.params.inspection_id, request.params.pricing_id, request.body),
  })
  app.delete('/inspections/:inspection_id/pricing/:pricing_id', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'deletePricing',
      summary: 'Delete a price',
      description: 'Repeating the request gives the same answer.',
      tags: ['pricing'],
      params: PricingParams,
      body: GivenReason,
      response: { 200: DeletedPricing },
    },
    handler: (request) =>
      deletePricing(request.ctx, request.params.inspection_id, request.params.pricing_id, request.body),
  })
  app.post('/inspections/:inspection_id/pricing/:pricing_id/restore', {
    config: { access: 'write', versioned: true, errors: ['pricing_replaced'] },
    schema: {
      operationId: 'restorePricing',
      summary: 'Restore a deleted price',
      description:
        'Refused if the part or vehicle has another price by now. A price that is not deleted stays unchanged.',
      tags: ['pricing'],
      params: PricingParams,
      body: GivenReason,
      response: { 200: CorrectedPricing },
    },
    handler: (request) =>
      restorePricing(request.ctx, request.params.inspection_id, request.params.pricing_id, request.body),
  })
}
