import { GivenReason } from '../../core/contracts/schema.ts'
import type { App } from '../../core/platform/app.ts'
import type { Intake } from '../../inspection/images/create-image.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import { restoreView } from './restore-view.ts'
import {
  CorrectedView,
  CreatedView,
  CreateView,
  DeletedView,
  UpdateView,
  ViewParams,
  ViewsParams,
} from './schema.ts'
import { updateView } from './update-view.ts'

export function viewRoutes(app: App, intake: Intake): void {
  app.post('/inspections/:inspection_id/views', {
    config: {
      access: 'write',
      upload: 'image',
      errors: [
        'limit_reached',
        'view_image_missing',
        'view_region_missing',
        'view_outside_image',
        'image_too_large',
        'image_unsupported',
        'image_too_many_pixels',
        'image_corrupt',
        'image_file_missing',
        'image_download_failed',
        'images_too_many',
        'quota_bytes_stored',
      ],
    },
    schema: {
      operationId: 'createView',
      summary: 'Mark a damage on a picture',
      description:
        'Use a picture of the inspection (`image_id`), or send a new one with the request (`new_image`, as multipart or by URL). Give polygons, a bounding box or both, in pixels of the upright picture. If one is missing, it is derived from the other.',
      tags: ['views'],
      consumes: ['application/json', 'multipart/form-data'],
      params: ViewsParams,
      body: CreateView,
      response: { 201: CreatedView },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(
          await createView(request.ctx, intake, request.params.inspection_id, request.body, request.upload),
        ),
  })
  app.patch('/inspections/:inspection_id/views/:view_id', {
    config: { access: 'write', versioned: true, errors: ['view_region_missing', 'view_outside_image'] },
    schema: {
      operationId: 'updateView',
      summary: 'Redraw the region of a view',
      description:
        'Give polygons, a bounding box or both, in pixels of the upright picture. If one is missing, it is derived from the other. The author of the view stays the same. Repeating a correction changes nothing.',
      tags: ['views'],
      params: ViewParams,
      body: UpdateView,
      response: { 200: CorrectedView },
    },
    handler: (request) =>
      updateView(request.ctx, request.params.inspection_id, request.params.view_id, request.body),
  })
  app.delete('/inspections/:inspection_id/views/:view_id', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'deleteView',
      summary: 'Delete a view',
      description: 'The damage and the picture stay. Repeating the request gives the same answer.',
      tags: ['views'],
      params: ViewParams,
      body: GivenReason,
      response: { 200: DeletedView },
    },
    handler: (request) =>
      deleteView(request.ctx, request.params.inspection_id, request.params.view_id, request.body),
  })
  app.post('/inspections/:inspection_id/views/:view_id/restore', {
    config: { access: 'write', versioned: true, errors: ['view_not_restorable'] },
    schema: {
      operationId: 'restoreView',
      summary: 'Restore a deleted view',
      description:
        'Refused while its damage or picture is deleted. A view that is not deleted stays unchanged.',
      tags: ['views'],
      params: ViewParams,
      body: GivenReason,
      response: { 200: CorrectedView },
    },
    handler: (request) =>
      restoreView(request.ctx, request.params.inspection_id, request.params.view_id, request.body),
  })
}
