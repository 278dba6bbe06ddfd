import type { App } from '../platform/app.ts'
import { listAdministrationEvents } from './list-administration-events.ts'
import { AdministrationEventList, AdministrationEventQuery } from './schema.ts'

export function administrationRoutes(app: App): void {
  app.get('/administration_events', {
    schema: {
      operationId: 'listAdministrationEvents',
      summary: 'List who administered the organization',
      description:
        'Newest first, in pages: who registered, changed, tested or deleted webhook endpoints, rotated secrets, sent events again or set quotas, and what changed. Secrets are never recorded, and of an address only scheme, host and port. Each event is recorded with its change, and none is ever changed or deleted. Administration events are sent to no webhook and no stream. For whoever reads all inspections of the organization, and for the operator.',
      tags: ['administration'],
      querystring: AdministrationEventQuery,
      response: { 200: AdministrationEventList },
    },
    handler: (request) => listAdministrationEvents(request.ctx, request.query),
  })
}
