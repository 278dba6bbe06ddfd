import { Type } from 'typebox'
import type { App } from '../platform/app.ts'
import { getQuotas } from './get-quotas.ts'
import { UpdateQuotas } from './schema.ts'
import { updateQuotas } from './update-quotas.ts'

const tags = ['quotas']

export function quotaRoutes(app: App): void {
  app.get('/quotas', {
    schema: {
      operationId: 'getQuotas',
      summary: 'Read the quotas of the organization',
      description: 'The limits in force, which of them were set for this organization, and how much is used.',
      tags,
      response: { 200: Type.Ref('Quotas') },
    },
    handler: (request) => getQuotas(request.ctx),
  })
  app.patch('/quotas', {
    config: { access: { permission: 'monk_core_api:quotas:write' }, versioned: true },
    schema: {
      operationId: 'updateQuotas',
      summary: 'Set the quotas of the organization',
      description:
        "Sets the given limits; null goes back to the default of the installation. Needs the operator's permission `monk_core_api:quotas:write`. Every process heeds a change within ten seconds. A limit below what is used refuses what comes and deletes nothing.",
      tags,
      body: UpdateQuotas,
      response: { 200: Type.Ref('Quotas') },
    },
    handler: (request) => updateQuotas(request.ctx, request.body),
  })
}
