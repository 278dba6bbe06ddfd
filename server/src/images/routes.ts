import { Type } from 'typebox'
import type { App } from '../platform/app.ts'
import { createImage, type Intake } from './create-image.ts'
import { getImage } from './get-image.ts'
import { listImages } from './list-images.ts'
import { CreateImage, GetImageQuery, ImageList, ImageListQuery, ImageParams, ImagesParams } from './schema.ts'

export function imageRoutes(app: App, intake: Intake): void {
  app.post('/inspections/:inspection_id/images', {
    config: { upload: true },
    schema: {
      operationId: 'createImage',
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
    schema: {
      operationId: 'listImages',
      tags: ['images'],
      params: ImagesParams,
      querystring: ImageListQuery,
      response: { 200: ImageList },
    },
    handler: (request) => listImages(request.ctx, request.params.inspection_id, request.query),
  })
  app.get('/inspections/:inspection_id/images/:image_id', {
    schema: {
      operationId: 'getImage',
      tags: ['images'],
      params: ImageParams,
      querystring: GetImageQuery,
      response: { 200: Type.Ref('Image') },
    },
    handler: (request) =>
      getImage(request.ctx, request.params.inspection_id, request.params.image_id, request.query),
  })
}
