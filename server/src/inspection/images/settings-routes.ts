import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { getPictureSettings } from './get-picture-settings.ts'
import { UpdatePictureSettings } from './schema.ts'
import { updatePictureSettings } from './update-picture-settings.ts'

const tags = ['images']

/** What an organization hides in what people see of pictures. */
export function pictureSettingRoutes(app: App): void {
  app.get('/pictures/settings', {
    schema: {
      operationId: 'getPictureSettings',
      summary: 'Get the picture settings',
      description: 'Of the organization.',
      tags,
      response: { 200: Type.Ref('PictureSettings') },
    },
    handler: (request) => getPictureSettings(request.ctx),
  })
  app.patch('/pictures/settings', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'updatePictureSettings',
      summary: 'Update the picture settings',
      description:
        'Sets what is hidden when people look at pictures, and in reports from now on. The stored pictures stay as they are; browsers may show what they have kept for up to an hour.',
      tags,
      body: UpdatePictureSettings,
      response: { 200: Type.Ref('PictureSettings') },
    },
    handler: (request) => updatePictureSettings(request.ctx, request.body),
  })
}
