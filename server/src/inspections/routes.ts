import { Type } from 'typebox'
import { Deleted } from '../contracts/schema.ts'
import type { Intake } from '../images/create-image.ts'
import type { App } from '../platform/app.ts'
import { createInspection } from './create-inspection.ts'
import { deleteInspection } from './delete-inspection.ts'
import { getInspection } from './get-inspection.ts'
import { listInspections } from './list-inspections.ts'
import {
  Created,
  CreateInspection,
  GetInspectionQuery,
  InspectionList,
  InspectionParams,
  ListInspectionsQuery,
} from './schema.ts'

export function inspectionRoutes(app: App, intake: Intake): void {
  app.post('/inspections', {
    schema: {
      operationId: 'createInspection',
      tags: ['inspections'],
      body: CreateInspection,
      response: { 201: Created },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createInspection(request.ctx, intake, request.body)),
  })
  app.get('/inspections', {
    schema: {
      operationId: 'listInspections',
      tags: ['inspections'],
      querystring: ListInspectionsQuery,
      response: { 200: InspectionList },
    },
    handler: (request) => listInspections(request.ctx, request.query),
  })
  app.get('/inspections/:inspection_id', {
    schema: {
      operationId: 'getInspection',
      tags: ['inspections'],
      params: InspectionParams,
      querystring: GetInspectionQuery,
      response: { 200: Type.Ref('Inspection') },
    },
    handler: (request) => getInspection(request.ctx, request.params.inspection_id, request.query),
  })
  app.delete('/inspections/:inspection_id', {
    schema: {
      operationId: 'deleteInspection',
      tags: ['inspections'],
      params: InspectionParams,
      response: { 200: Deleted('INSPECTION') },
    },
    handler: (request) => deleteInspection(request.ctx, request.params.inspection_id),
  })
}
