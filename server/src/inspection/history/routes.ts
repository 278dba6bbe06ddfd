import type { App } from '../../core/platform/app.ts'
import { listHistory } from './list-history.ts'
import { HistoryList, HistoryParams, HistoryQuery } from './schema.ts'

export function historyRoutes(app: App): void {
  app.get('/inspections/:inspection_id/history', {
    config: { errors: ['answer_too_large'] },
    schema: {
      operationId: 'listHistory',
      summary: 'List the history of an inspection',
      description:
        'Newest first, in pages: who corrected which record, when and why, with each changed field before and after, and the actions of the service itself.',
      tags: ['history'],
      params: HistoryParams,
      querystring: HistoryQuery,
      response: { 200: HistoryList },
    },
    handler: (request) => listHistory(request.ctx, request.params.inspection_id, request.query),
  })
}
