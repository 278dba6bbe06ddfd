import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { getQuotas } from './get-quotas.ts'
import { UpdateQuotas } from './schema.ts'
import { updateQuotas } from './update-quotas.ts'

const tags = ['quotas']

export function quotaRoutes(app: App): void {
  app.get('/quotas', {
    schema: {
      operationId: 'getQuotas',
      summary: 'Get the quotas of the organization',
      description: 'The current limits, which of them were set for this organization, and the usage.',
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
        "Sets the given limits; null restores the default of the installation. Requires the operator's permission `monk_core_api:quotas:write`. Changes take effect within ten seconds. A limit below the current usage refuses new data and deletes nothing.",
      tags,
      body: UpdateQuotas,
      response: { 200: Type.Ref('Quotas') },
    },
    handler: (request) => updateQuotas(request.ctx, request.body),
  })
}
