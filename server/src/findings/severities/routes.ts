import type { App } from '../../core/platform/app.ts'
import { createSeverity } from './create-severity.ts'
import {
  CorrectedSeverity,
  CreateSeverity,
  SeveritiesParams,
  SeverityParams,
  UpdateSeverity,
} from './schema.ts'
import { updateSeverity } from './update-severity.ts'

export function severityRoutes(app: App): void {
  app.post('/inspections/:inspection_id/severity_pricing', {
    config: { access: 'write', errors: ['limit_reached', 'part_not_set'] },
    schema: {
      operationId: 'createSeverity',
      summary: 'Set the severity of a part',
      description:
        'Level, price, and repair or replace, for one part. The severity and the price of a part are the same record, with the same ID. Damages whose part is unknown (`ignore`) have no severity: set the part first.',
      tags: ['severities'],
      params: SeveritiesParams,
      body: CreateSeverity,
      response: { 201: CorrectedSeverity },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createSeverity(request.ctx, request.params.inspection_id, request.body)),
  })
  app.patch('/inspections/:inspection_id/severity_pricing/:severity_id', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'updateSeverity',
      summary: 'Update the severity of a part',
      description: 'Sets the given fields; `pricing: null` clears the amount.',
      tags: ['severities'],
      params: SeverityParams,
      body: UpdateSeverity,
      response: { 200: CorrectedSeverity },
    },
    handler: (request) =>
      updateSeverity(request.ctx, request.params.inspection_id, request.params.severity_id, request.body),
  })
}
