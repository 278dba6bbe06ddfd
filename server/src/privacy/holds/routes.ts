import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import { holdInspection } from './hold-inspection.ts'
import { listHolds } from './list-holds.ts'
import { releaseInspection } from './release-inspection.ts'
import { HoldInspection, HoldList, HoldParams, HoldQuery, ReleasedHold } from './schema.ts'

const tags = ['retention']
const access = { inspection: 'write', deleted: true, organization: 'write' } as const

export function holdRoutes(app: App): void {
  app.post('/inspections/:inspection_id/hold', {
    config: { access, errors: ['inspection_being_erased'] },
    schema: {
      operationId: 'holdInspection',
      summary: 'Hold an inspection',
      description:
        'Nothing erases it until it is released: no rule and no request. A repeat keeps the first reason.',
      tags,
      params: HoldParams,
      body: HoldInspection,
      response: { 200: Type.Ref('Hold') },
    },
    handler: (request) => holdInspection(request.ctx, request.params.inspection_id, request.body),
  })
  app.delete('/inspections/:inspection_id/hold', {
    config: { access },
    schema: {
      operationId: 'releaseInspection',
      summary: 'Release an inspection',
      description: 'Rules and requests may erase it again.',
      tags,
      params: HoldParams,
      response: { 200: ReleasedHold },
    },
    handler: (request) => releaseInspection(request.ctx, request.params.inspection_id),
  })
  app.get('/holds', {
    schema: {
      operationId: 'listHolds',
      summary: 'List holds',
      description: 'Inspections that must stay, in pages. `before` and `after` name inspections.',
      tags,
      querystring: HoldQuery,
      response: { 200: HoldList },
    },
    handler: (request) => listHolds(request.ctx, request.query),
  })
}
