import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { createCaptureProfile } from './create-capture-profile.ts'
import { deleteCaptureProfile } from './delete-capture-profile.ts'
import { getCaptureProfile } from './get-capture-profile.ts'
import { listCaptureProfiles } from './list-capture-profiles.ts'
import {
  CaptureProfileList,
  CreateCaptureProfile,
  DeletedCaptureProfile,
  ProfileParams,
  UpdateCaptureProfile,
} from './profile-schema.ts'
import { updateCaptureProfile } from './update-capture-profile.ts'

const tags = ['capture']

export function captureProfileRoutes(app: App): void {
  app.post('/capture_profiles', {
    config: { access: { organization: 'write' }, errors: ['capture_limit_reached'] },
    schema: {
      operationId: 'createCaptureProfile',
      summary: 'Create a capture profile',
      description: 'Which pictures people are asked for, in which order, and what must be there at the end.',
      tags,
      body: CreateCaptureProfile,
      response: { 201: Type.Ref('CaptureProfile') },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createCaptureProfile(request.ctx, request.body)),
  })
  app.get('/capture_profiles', {
    schema: {
      operationId: 'listCaptureProfiles',
      summary: 'List capture profiles',
      description: 'Those of the organization, newest first, then those that come with the service.',
      tags,
      response: { 200: CaptureProfileList },
    },
    handler: (request) => listCaptureProfiles(request.ctx),
  })
  app.get('/capture_profiles/:profile_id', {
    schema: {
      operationId: 'getCaptureProfile',
      summary: 'Get a capture profile',
      description: 'In its latest version.',
      tags,
      params: ProfileParams,
      response: { 200: Type.Ref('CaptureProfile') },
    },
    handler: (request) => getCaptureProfile(request.ctx, request.params.profile_id),
  })
  app.patch('/capture_profiles/:profile_id', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'updateCaptureProfile',
      summary: 'Update a capture profile',
      description:
        'Creates a new version with the given fields changed. Existing links keep theirs. Profiles that come with the service cannot be changed.',
      tags,
      params: ProfileParams,
      body: UpdateCaptureProfile,
      response: { 200: Type.Ref('CaptureProfile') },
    },
    handler: (request) => updateCaptureProfile(request.ctx, request.params.profile_id, request.body),
  })
  app.delete('/capture_profiles/:profile_id', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'deleteCaptureProfile',
      summary: 'Delete a capture profile',
      description: 'Existing links keep working. Repeating the request gives the same answer.',
      tags,
      params: ProfileParams,
      response: { 200: DeletedCaptureProfile },
    },
    handler: (request) => deleteCaptureProfile(request.ctx, request.params.profile_id),
  })
}
