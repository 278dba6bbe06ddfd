import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { getRetention } from './get-retention.ts'
import { previewRetention } from './preview-retention.ts'
import { PreviewQuery, UpdateRetention } from './schema.ts'
import { updateRetention } from './update-retention.ts'

const tags = ['retention']

export function retentionRoutes(app: App): void {
  app.get('/retention', {
    schema: {
      operationId: 'getRetention',
      summary: 'Get the retention rules',
      description: 'Of the organization. Without a rule everything is kept.',
      tags,
      response: { 200: Type.Ref('Retention') },
    },
    handler: (request) => getRetention(request.ctx),
  })
  app.patch('/retention', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'updateRetention',
      summary: 'Update the retention rules',
      description:
        'What is due is erased from the next minute on, and cannot be brought back. Look at the preview first.',
      tags,
      body: UpdateRetention,
      response: { 200: Type.Ref('Retention') },
    },
    handler: (request) => updateRetention(request.ctx, request.body),
  })
  app.get('/retention/preview', {
    schema: {
      operationId: 'previewRetention',
      summary: 'Preview what rules would erase',
      description: 'Of the rules in force, or of others that are tried. Changes nothing.',
      tags,
      querystring: PreviewQuery,
      response: { 200: Type.Ref('RetentionPreview') },
    },
    handler: (request) => previewRetention(request.ctx, request.query),
  })
}
