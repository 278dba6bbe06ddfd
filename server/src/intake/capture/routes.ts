import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import type { Intake } from '../../inspection/images/create-image.ts'
import { createCaptureLink, requireLinkable } from './create-capture-link.ts'
import { createCapturePicture } from './create-capture-picture.ts'
import { createReusableCaptureLink, requireReusable } from './create-reusable-capture-link.ts'
import { deleteCaptureLink, requireRevocableCaptureLink } from './delete-capture-link.ts'
import { finishCapture } from './finish-capture.ts'
import { getCapture } from './get-capture.ts'
import { getCaptureLink } from './get-capture-link.ts'
import { listCaptureLinks } from './list-capture-links.ts'
import {
  type Capture,
  CaptureLinkList,
  CaptureLinkQuery,
  CaptureLinkWithUrl,
  CaptureParams,
  CapturePicture,
  CreateCaptureLink,
  CreateCapturePicture,
  CreateReusableCaptureLink,
  LinkParams,
  ReadingParams,
  UpdateCaptureReading,
} from './schema.ts'
import { updateCaptureReading } from './update-capture-reading.ts'

const tags = ['capture']

/** Links, for the people who send them; and the capture itself, for whoever holds a link. */
export function captureRoutes(app: App, intake: Intake): void {
  linkRoutes(app)
  app.get('/inspections/:inspection_id/capture', {
    config: {
      retryAfterS: ({ steps }: Capture) => (steps.some(({ verdict }) => verdict === 'checking') ? 1 : null),
    },
    schema: {
      operationId: 'getCapture',
      summary: 'Get what is to be photographed',
      description:
        'Each step with its picture, the verdict, and how to do better. Also for the holder of a capture link.',
      tags,
      params: CaptureParams,
      response: { 200: Type.Ref('Capture') },
    },
    handler: (request) => getCapture(request.ctx, request.params.inspection_id),
  })
  app.post('/inspections/:inspection_id/capture/pictures', {
    config: {
      access: { inspection: 'update', linked: true },
      upload: 'image',
      errors: [
        'capture_finished',
        'capture_step_unknown',
        'task_already_started',
        'images_too_many',
        'limit_reached',
        'quota_bytes_stored',
        'image_file_missing',
        'image_unsupported',
        'image_corrupt',
        'image_too_many_pixels',
      ],
    },
    schema: {
      operationId: 'createCapturePicture',
      summary: 'Add or retake a picture of a capture',
      description:
        'The part `json` names the step; the picture is in the other part. A picture that was taken for the step before is deleted. Also for the holder of a capture link.',
      tags,
      consumes: ['application/json', 'multipart/form-data'],
      params: CaptureParams,
      body: CreateCapturePicture,
      response: { 201: CapturePicture },
    },
    handler: async ({ ctx, params, body, upload }, reply) =>
      reply.code(201).send(await createCapturePicture(ctx, intake, params.inspection_id, body, upload)),
  })
  app.patch('/inspections/:inspection_id/capture/readings/:step', {
    config: {
      access: { inspection: 'update', linked: true },
      errors: ['capture_finished', 'capture_step_unknown'],
    },
    schema: {
      operationId: 'updateCaptureReading',
      summary: 'Confirm or correct a reading of a capture',
      description:
        'The plate, VIN or mileage as the person reads it. It fills the vehicle unless a user has entered something else. Also for the holder of a capture link.',
      tags,
      params: ReadingParams,
      body: UpdateCaptureReading,
      response: { 200: Type.Ref('Capture') },
    },
    handler: ({ ctx, params, body }) => updateCaptureReading(ctx, params.inspection_id, params.step, body),
  })
  app.post('/inspections/:inspection_id/capture/finish', {
    config: { access: { inspection: 'update', linked: true }, errors: ['capture_incomplete'] },
    schema: {
      operationId: 'finishCapture',
      summary: 'Finish a capture',
      description:
        'Starts the tasks of the inspection that have pictures. Repeating the request gives the same answer. Also for the holder of a capture link.',
      tags,
      params: CaptureParams,
      response: { 200: Type.Ref('Capture') },
    },
    handler: (request) => finishCapture(request.ctx, request.params.inspection_id),
  })
}

function linkRoutes(app: App): void {
  app.post('/inspections/:inspection_id/capture_links', {
    config: {
      access: { inspection: 'update', ofBody: requireLinkable },
      errors: ['capture_limit_reached'],
      answersSecret: true,
    },
    schema: {
      operationId: 'createCaptureLink',
      summary: 'Create a capture link for an inspection',
      description: 'Lets a person without an account take its pictures. Only this response contains the URL.',
      tags,
      params: CaptureParams,
      body: CreateCaptureLink,
      response: { 201: CaptureLinkWithUrl },
    },
    handler: async ({ ctx, params, body }, reply) =>
      reply.code(201).send(await createCaptureLink(ctx, params.inspection_id, body)),
  })
  app.post('/capture_links', {
    config: {
      access: { permission: 'monk_core_api:inspections:create', ofBody: requireReusable },
      errors: ['capture_limit_reached'],
      answersSecret: true,
    },
    schema: {
      operationId: 'createReusableCaptureLink',
      summary: 'Create a reusable capture link',
      description:
        'For a printed code: each device that opens it creates an inspection, which belongs to you.',
      tags,
      body: CreateReusableCaptureLink,
      response: { 201: CaptureLinkWithUrl },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createReusableCaptureLink(request.ctx, request.body)),
  })
  app.get('/capture_links', {
    schema: {
      operationId: 'listCaptureLinks',
      summary: 'List capture links',
      description: 'Newest first, in pages. Never contains the secret.',
      tags,
      querystring: CaptureLinkQuery,
      response: { 200: CaptureLinkList },
    },
    handler: (request) => listCaptureLinks(request.ctx, request.query),
  })
  app.get('/capture_links/:capture_link_id', {
    schema: {
      operationId: 'getCaptureLink',
      summary: 'Get a capture link',
      description: 'Says how many devices have opened it and how many captures are finished.',
      tags,
      params: LinkParams,
      response: { 200: Type.Ref('CaptureLink') },
    },
    handler: (request) => getCaptureLink(request.ctx, request.params.capture_link_id),
  })
  app.delete('/capture_links/:capture_link_id', {
    config: { access: { ofBody: requireRevocableCaptureLink } },
    schema: {
      operationId: 'deleteCaptureLink',
      summary: 'Revoke a capture link',
      description: 'Its tokens stop working at once. Repeating the request gives the same answer.',
      tags,
      params: LinkParams,
      response: { 200: Type.Ref('CaptureLink') },
    },
    handler: (request) => deleteCaptureLink(request.ctx, request.params.capture_link_id),
  })
}
