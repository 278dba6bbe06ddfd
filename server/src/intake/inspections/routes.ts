import { Type } from 'typebox'
import { imageRetryAfterS, soonestS, taskRetryAfterS } from '../../core/contracts/retry-after.ts'
import { Deleted } from '../../core/contracts/schema.ts'
import type { App } from '../../core/platform/app.ts'
import type { Egress } from '../../core/platform/egress.ts'
import type { Intake } from '../../inspection/images/create-image.ts'
import type { Image } from '../../inspection/images/schema.ts'
import type { Task } from '../../inspection/tasks/schema.ts'
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
        'List every task you plan to run: you cannot add tasks later. The task `compliances` is added automatically. A task sent as `TODO` starts immediately if the request also contains pictures; otherwise it waits. `additional_data` and unknown task options are stored unchanged.',
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
        'Newest first. Lists your own inspections unless `ownership_filter` selects more, and includes deleted ones unless `show_deleted` is false. With `verbose=1`, each inspection includes its vehicle, damages, parts and prices.',
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
      description: 'The number of inspections that match the filters, in total and by status.',
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
      summary: 'Get an inspection',
      description:
        'The complete inspection: pictures with their views (oldest first), tasks, vehicle, damages, parts and prices. `verbose=light` omits the polygons of views. Poll with `If-None-Match` while tasks run.',
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
      summary: 'Update additional_data',
      description:
        'Sets the given keys of `additional_data` and keeps the others. No other field of an inspection can be changed.',
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
        'Sets report details that do not come from pictures: agent, owner, dates, comment. The given fields are merged into `additional_data.pdf_data`. The response contains all stored fields.',
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
        'A deleted inspection cannot be read or changed, and its picture URLs stop working. Lists include it only with `show_deleted`. Repeating the request gives the same answer.',
      tags: ['inspections'],
      params: InspectionParams,
      response: { 200: Deleted('INSPECTION') },
    },
    handler: (request) => deleteInspection(request.ctx, request.params.inspection_id),
  })
}
