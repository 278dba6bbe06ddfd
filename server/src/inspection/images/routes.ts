import { Type } from 'typebox'
import { imageRetryAfterS, soonestS } from '../../core/contracts/retry-after.ts'
import { Deleted } from '../../core/contracts/schema.ts'
import { UPLOAD_TASKS } from '../../core/contracts/tasks.ts'
import type { App } from '../../core/platform/app.ts'
import { createImage, type Intake } from './create-image.ts'
import { deleteImage } from './delete-image.ts'
import { deleteImages } from './delete-images.ts'
import { getImage } from './get-image.ts'
import { listImages } from './list-images.ts'
import { openOriginal } from './open-original.ts'
import {
  CreateImage,
  DeletedImages,
  DeleteImage,
  DeleteImages,
  GetImageQuery,
  type Image,
  ImageList,
  ImageListQuery,
  ImageParams,
  ImagesParams,
  OpenedOriginal,
  OpenOriginal,
  UpdateDamageArea,
  UpdatedDamageArea,
  UpdateImage,
} from './schema.ts'
import { updateDamageArea } from './update-damage-area.ts'
import { updateImage } from './update-image.ts'

const WAITED_FOR = UPLOAD_TASKS.map((name) => `\`${name}\``).join(' or ')

export function imageRoutes(app: App, intake: Intake): void {
  app.post('/inspections/:inspection_id/images', {
    config: {
      access: 'update',
      upload: 'image',
      retryAfterS: imageRetryAfterS,
      errors: [
        'task_unknown',
        'task_not_in_inspection',
        'task_already_started',
        'images_too_many',
        'limit_reached',
        'quota_bytes_stored',
        'image_file_missing',
        'image_download_failed',
        'image_too_large',
        'image_unsupported',
        'image_corrupt',
        'image_too_many_pixels',
        'multipart_malformed',
      ],
    },
    schema: {
      operationId: 'createImage',
      summary: 'Add a picture',
      description: `In a multipart request, the part \`json\` describes the picture, and the file part has the name given in \`acquisition.file_key\`. In a JSON request, the service downloads the picture from \`acquisition.url\`. List the tasks that should analyze the picture; none of them may have started. With \`wait_for_result\` on ${WAITED_FOR}, the response waits up to 12 seconds for the result. It does not wait for other tasks. Sending the same picture twice creates one image.`,
      tags: ['images'],
      consumes: ['application/json', 'multipart/form-data'],
      params: ImagesParams,
      body: CreateImage,
      response: { 201: Type.Ref('Image') },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(
          await createImage(request.ctx, intake, request.params.inspection_id, request.body, request.upload),
        ),
  })
  app.get('/inspections/:inspection_id/images', {
    config: { retryAfterS: ({ data }: { data: Image[] }) => soonestS(data.map(imageRetryAfterS)) },
    schema: {
      operationId: 'listImages',
      summary: 'List the pictures of an inspection',
      description: 'Newest first, in pages. To get views, read the inspection.',
      tags: ['images'],
      params: ImagesParams,
      querystring: ImageListQuery,
      response: { 200: ImageList },
    },
    handler: (request) => listImages(request.ctx, request.params.inspection_id, request.query),
  })
  app.get('/inspections/:inspection_id/images/:image_id', {
    config: { retryAfterS: imageRetryAfterS },
    schema: {
      operationId: 'getImage',
      summary: 'Get an image',
      description:
        '`path` opens the picture. `compliances` is always present and is `TODO` until the quality check is done.',
      tags: ['images'],
      params: ImageParams,
      querystring: GetImageQuery,
      response: { 200: Type.Ref('Image') },
    },
    handler: (request) =>
      getImage(request.ctx, request.params.inspection_id, request.params.image_id, request.query),
  })
  app.patch('/inspections/:inspection_id/images/:image_id', {
    config: { access: 'update', versioned: true },
    schema: {
      operationId: 'updateImage',
      summary: 'Update a picture',
      description:
        'Sets the given keys of `additional_data` and keeps the others. `seen_from` is the side of the vehicle that the picture shows. Run the tasks again that should use it.',
      tags: ['images'],
      params: ImageParams,
      body: UpdateImage,
      response: { 200: Type.Ref('Image') },
    },
    handler: (request) =>
      updateImage(request.ctx, request.params.inspection_id, request.params.image_id, request.body),
  })
  app.post('/inspections/:inspection_id/images/:image_id/open_original', {
    config: {
      access: { inspection: 'read', permission: 'monk_core_api:originals:read' },
      answersSecret: true,
    },
    schema: {
      operationId: 'openOriginal',
      summary: 'Open a picture with nothing hidden',
      description:
        'Needs the permission `monk_core_api:originals:read` and a reason. The answer has a URL that opens the picture in full sharpness, without metadata, for a few minutes. Who opened it and why is in the history of the inspection and in the audit.',
      tags: ['images'],
      params: ImageParams,
      body: OpenOriginal,
      response: { 200: OpenedOriginal },
    },
    handler: (request) =>
      openOriginal(request.ctx, request.params.inspection_id, request.params.image_id, request.body),
  })
  app.delete('/inspections/:inspection_id/images/:image_id', {
    config: { access: 'update', errors: ['image_in_use'], versioned: true },
    schema: {
      operationId: 'deleteImage',
      summary: 'Delete a picture',
      description:
        'Refused while a task of the picture has a status that is not in `authorized_tasks_statuses`, which is `NOT_STARTED` by default. Repeating the request gives the same answer.',
      tags: ['images'],
      params: ImageParams,
      body: DeleteImage,
      response: { 200: Deleted('IMAGE') },
    },
    handler: (request) =>
      deleteImage(request.ctx, request.params.inspection_id, request.params.image_id, request.body),
  })
  app.post('/inspections/:inspection_id/images/delete', {
    config: { access: 'update' },
    schema: {
      operationId: 'deleteImages',
      summary: 'Delete many pictures',
      description:
        'Deletes all pictures that can be deleted and lists the others in `failed`. Pictures that were already deleted count as deleted.',
      tags: ['images'],
      params: ImagesParams,
      body: DeleteImages,
      response: { 200: DeletedImages },
    },
    handler: (request) => deleteImages(request.ctx, request.params.inspection_id, request.body),
  })
  app.patch('/inspections/:inspection_id/images/:image_id/damage_areas', {
    config: { access: 'update', versioned: true },
    schema: {
      operationId: 'updateDamageArea',
      summary: 'Set the damage area of a picture',
      description:
        'Sets which parts around a damage are visible in the picture. Without an ID, one is generated.',
      tags: ['images'],
      params: ImageParams,
      body: UpdateDamageArea,
      response: { 200: UpdatedDamageArea },
    },
    handler: (request) =>
      updateDamageArea(request.ctx, request.params.inspection_id, request.params.image_id, request.body),
  })
}
