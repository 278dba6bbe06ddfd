import { Type } from 'typebox'
import { imageRetryAfterS, soonestS, taskRetryAfterS } from '../contracts/retry-after.ts'
import { Deleted } from '../contracts/schema.ts'
import type { Intake } from '../images/create-image.ts'
import type { Image } from '../images/schema.ts'
import type { App } from '../platform/app.ts'
import type { Egress } from '../platform/egress.ts'
import type { Task } from '../tasks/schema.ts'
import { countInspections } from './count-inspections.ts'
import { createInspection, requireCreation } from './create-inspection.ts'
import { deleteInspection } from './delete-inspection.ts'
import { getInspection } from './get-inspection.ts'
import { listInspections } from './list-inspections.ts'
import { PdfData, StoredPdfData } from './pdf-data-schema.ts'
import {
  ClientHeaders,
  CountInspectionsQuery,
  CreateInspection,
  GetInspectionQuery,
  InspectionCount,
  InspectionList,
  InspectionParams,
  ListInspectionsQuery,
  UpdatedInspection,
  UpdateInspection,
  ValidatedInspection,
} from './schema.ts'
import { updateInspection } from './update-inspection.ts'
import { updatePdfData } from './update-pdf-data.ts'
import { validateInspection } from './validate-inspection.ts'

const SDK_VERSION = 'x-monk-sdk-version'

function inspectionRetryAfterS({ tasks, images }: { tasks: Task[]; images: Image[] }): number | null {
  return soonestS([...tasks.map(taskRetryAfterS), ...images.map(imageRetryAfterS)])
}

export function inspectionRoutes(app: App, intake: Intake, webhookEgress: Egress): void {
  app.post('/inspections', {
    config: {
      access: { permission: 'monk_core_api:inspections:create', ofBody: requireCreation },
      // Pictures may come with it, by URL.
      lingers: true,
      retryAfterS: inspectionRetryAfterS,
      errors: [
        'answer_too_large',
        'limit_reached',
        'quota_bytes_stored',
        'quota_inspections_per_day',
        'task_unknown',
        'task_not_available',
        'task_not_in_inspection',
        'task_transition_refused',
        'image_download_failed',
        'image_unsupported',
        'image_corrupt',
        'image_too_many_pixels',
        'not_found',
      ],
    },
    schema: {
      operationId: 'createInspection',
      summary: 'Create an inspection',
      description:
        'Name every task that will ever run on it: none can be added later. The task `compliances` is added by itself. A task given as `TODO` starts at once when pictures come in the same request, else it waits. `additional_data` and unknown task options are kept as they came.',
      tags: ['inspections'],
      headers: ClientHeaders,
      body: CreateInspection,
      response: { 201: Type.Ref('Inspection') },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(
          await createInspection(
            request.ctx,
            intake,
            webhookEgress,
            request.body,
            request.headers[SDK_VERSION] ?? null,
          ),
        ),
  })
  app.get('/inspections', {
    config: { isLarge: true, errors: ['answer_too_large', 'not_found'] },
    schema: {
      operationId: 'listInspections',
      summary: 'List inspections',
      description:
        'Newest first. Shows your own inspections unless `ownership_filter` asks for more than that, and deleted ones too unless `show_deleted` is false. With `verbose=1` each comes with its vehicle, damages, parts and prices.',
      tags: ['inspections'],
      headers: ClientHeaders,
      querystring: ListInspectionsQuery,
      response: { 200: InspectionList },
    },
    handler: (request) => listInspections(request.ctx, request.query, request.headers[SDK_VERSION] ?? null),
  })
  app.get('/inspections/count', {
    schema: {
      operationId: 'countInspections',
      summary: 'Count inspections',
      description: 'How many inspections the same filters would list, in all and by status.',
      tags: ['inspections'],
      querystring: CountInspectionsQuery,
      response: { 200: InspectionCount },
    },
    handler: (request) => countInspections(request.ctx, request.query),
  })
  app.get('/inspections/:inspection_id', {
    config: { errors: ['answer_too_large'], retryAfterS: inspectionRetryAfterS },
    schema: {
      operationId: 'getInspection',
      summary: 'Read an inspection',
      description:
        'The whole inspection: pictures oldest first with their views, tasks, vehicle, damages, parts and prices. `verbose=light` leaves the polygons of views out. Poll it with `If-None-Match` while tasks run.',
      tags: ['inspections'],
      headers: ClientHeaders,
      params: InspectionParams,
      querystring: GetInspectionQuery,
      response: { 200: Type.Ref('Inspection') },
    },
    handler: (request) =>
      getInspection(request.ctx, request.params.inspection_id, {
        show_deleted_objects: request.query.show_deleted_objects,
        light: request.query.verbose === 'light',
        sdkVersion: request.headers[SDK_VERSION] ?? null,
      }),
  })
  app.patch('/inspections/:inspection_id', {
    config: { access: 'update', versioned: true },
    schema: {
      operationId: 'updateInspection',
      summary: 'Merge into additional_data',
      description:
        'Sets the given keys of `additional_data` and keeps the others. Nothing else of an inspection can be changed.',
      tags: ['inspections'],
      params: InspectionParams,
      body: UpdateInspection,
      response: { 200: UpdatedInspection },
    },
    handler: (request) => updateInspection(request.ctx, request.params.inspection_id, request.body),
  })
  app.patch('/inspections/:inspection_id/pdf_data', {
    config: { access: 'update', versioned: true },
    schema: {
      operationId: 'updatePdfData',
      summary: 'Set data for the report',
      description:
        'Sets what the report shows and no picture does: agent, owner, dates, comment. Given fields are merged into `additional_data.pdf_data`; all of them that are stored are answered.',
      tags: ['inspections'],
      params: InspectionParams,
      body: PdfData,
      response: { 200: StoredPdfData },
    },
    handler: (request) => updatePdfData(request.ctx, request.params.inspection_id, request.body),
  })
  app.post('/inspections/:inspection_id/validate', {
    config: { access: 'write', errors: ['inspection_not_done'] },
    schema: {
      operationId: 'validateInspection',
      summary: 'Validate an inspection',
      description:
        'Accepts the outcome of every task at once. A task that waits for a person, such as `human_in_the_loop`, is finished first. Either all tasks are validated or none. Validating again answers the same.',
      tags: ['inspections'],
      params: InspectionParams,
      response: { 200: ValidatedInspection },
    },
    handler: (request) => validateInspection(request.ctx, request.params.inspection_id),
  })
  app.delete('/inspections/:inspection_id', {
    config: { access: { inspection: 'write', deleted: true }, versioned: true },
    schema: {
      operationId: 'deleteInspection',
      summary: 'Delete an inspection',
      description:
        'It can no longer be read or changed, and its pictures no longer open. Lists show it only with `show_deleted`. Deleting it again answers the same.',
      tags: ['inspections'],
      params: InspectionParams,
      response: { 200: Deleted('INSPECTION') },
    },
    handler: (request) => deleteInspection(request.ctx, request.params.inspection_id),
  })
}
