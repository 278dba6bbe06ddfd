import type { App } from '../platform/app.ts'
import { listHistory } from './list-history.ts'
import { HistoryList, HistoryParams, HistoryQuery } from './schema.ts'

export function historyRoutes(app: App): void {
  app.get('/inspections/:inspection_id/history', {
    config: { errors: ['answer_too_large'] },
    schema: {
      operationId: 'listHistory',
      summary: 'List what happened to an inspection',
      description:
        'Newest first, in pages: who corrected what, when and why, with each changed field as it was and as it is, and what the service did itself.',
      tags: ['history'],
      params: HistoryParams,
      querystring: HistoryQuery,
      response: { 200: HistoryList },
    },
    handler: (request) => listHistory(request.ctx, request.params.inspection_id, request.query),
  })
}
