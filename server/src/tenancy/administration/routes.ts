import type { App } from '../../core/platform/app.ts'
import { listAdministrationEvents } from './list-administration-events.ts'
import { AdministrationEventList, AdministrationEventQuery } from './schema.ts'

export function administrationRoutes(app: App): void {
  app.get('/administration_events', {
    schema: {
      operationId: 'listAdministrationEvents',
      summary: 'List administration events',
      description:
        'Newest first, in pages: who created, changed, tested or deleted webhook endpoints, rotated secrets, resent events or set quotas, and what changed. Secrets are never recorded, and URLs only with scheme, host and port. Each event is recorded together with its change and is never changed or deleted. Administration events are not sent to webhooks or streams. Requires permission to read all inspections of the organization, or the operator permission.',
      tags: ['administration'],
      querystring: AdministrationEventQuery,
      response: { 200: AdministrationEventList },
    },
    handler: (request) => listAdministrationEvents(request.ctx, request.query),
  })
}
