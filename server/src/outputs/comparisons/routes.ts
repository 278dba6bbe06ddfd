import { Type } from 'typebox'
import { workRetryAfterS } from '../../core/contracts/retry-after.ts'
import type { App } from '../../core/platform/app.ts'
import type { Context } from '../../core/platform/context.ts'
import { HistoryList, HistoryQuery } from '../../inspection/history/schema.ts'
import { createComparison, requirePair } from './create-comparison.ts'
import { createComparisonRun } from './create-comparison-run.ts'
import { deleteComparison, requireEver } from './delete-comparison.ts'
import { getComparison } from './get-comparison.ts'
import { getComparisonSettings } from './get-comparison-settings.ts'
import { listComparisonHistory } from './list-comparison-history.ts'
import { listComparisons } from './list-comparisons.ts'
import { requireComparison } from './queries.ts'
import {
  ComparisonList,
  ComparisonParams,
  ComparisonQuery,
  CreateComparison,
  DeletedComparison,
  PlaceParams,
  UpdateComparisonPlace,
  UpdateComparisonSettings,
} from './schema.ts'
import { updateComparisonPlace } from './update-comparison-place.ts'
import { updateComparisonSettings } from './update-comparison-settings.ts'

const tags = ['comparisons']
type Params = { comparison_id: string }
const mayUpdate = async (ctx: Context, { comparison_id }: Params) => {
  await requireComparison(ctx, comparison_id, 'update')
}
const mayWrite = async (ctx: Context, { comparison_id }: Params) => {
  await requireComparison(ctx, comparison_id, 'write')
}
const mayDelete = async (ctx: Context, { comparison_id }: Params) => {
  await requireEver(ctx, comparison_id)
}

export function comparisonRoutes(app: App): void {
  settingRoutes(app)
  app.post('/comparisons', {
    config: {
      access: { ofBody: (ctx: Context, _params: unknown, pair: CreateComparison) => requirePair(ctx, pair) },
      errors: ['comparison_of_one', 'comparison_not_analyzed', 'limit_reached'],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'createComparison',
      summary: 'Compare two inspections',
      description:
        'Compares the damages of two inspections of one vehicle. Damage detection of both must be done. A pair has one comparison: asking again returns it, and restarts it if it failed.',
      tags,
      body: CreateComparison,
      response: { 201: Type.Ref('Comparison') },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createComparison(request.ctx, request.body)),
  })
  app.get('/comparisons', {
    schema: {
      operationId: 'listComparisons',
      summary: 'List comparisons',
      description: 'Newest first, in pages, without their places.',
      tags,
      querystring: ComparisonQuery,
      response: { 200: ComparisonList },
    },
    handler: (request) => listComparisons(request.ctx, request.query),
  })
  app.get('/comparisons/:comparison_id', {
    config: { waits: true, retryAfterS: workRetryAfterS },
    schema: {
      operationId: 'getComparison',
      summary: 'Get a comparison',
      description: 'With `Prefer: wait`, the response waits until the comparison is done.',
      tags,
      params: ComparisonParams,
      response: { 200: Type.Ref('Comparison') },
    },
    handler: ({ ctx, params, waitMs }) => getComparison(ctx, params.comparison_id, waitMs),
  })
  app.delete('/comparisons/:comparison_id', {
    config: { access: { ofBody: mayDelete }, versioned: true },
    schema: {
      operationId: 'deleteComparison',
      summary: 'Delete a comparison',
      description: 'Also deletes its decisions; the history keeps them. Repeating it gives the same answer.',
      tags,
      params: ComparisonParams,
      response: { 200: DeletedComparison },
    },
    handler: (request) => deleteComparison(request.ctx, request.params.comparison_id),
  })
  app.post('/comparisons/:comparison_id/runs', {
    config: {
      access: { ofBody: mayUpdate },
      versioned: true,
      errors: ['comparison_not_analyzed', 'comparison_evidence_gone'],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'createComparisonRun',
      summary: 'Make a comparison anew',
      description:
        'Compares the inspections as they are now. Places keep their numbers and decisions; agreement with a verdict that is no longer proposed lapses.',
      tags,
      params: ComparisonParams,
      response: { 201: Type.Ref('Comparison') },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createComparisonRun(request.ctx, request.params.comparison_id)),
  })
  app.patch('/comparisons/:comparison_id/places/:place_id', {
    config: {
      access: { ofBody: mayWrite },
      versioned: true,
      errors: ['comparison_reason_missing', 'comparison_not_chargeable', 'comparison_evidence_gone'],
    },
    schema: {
      operationId: 'updateComparisonPlace',
      summary: 'Decide on a place',
      description:
        'Confirms or changes a verdict, or takes the decision back. A verdict other than the proposed one needs a `reason`, and so does charging a place that is `not_comparable` or `uncertain`.',
      tags,
      params: PlaceParams,
      body: UpdateComparisonPlace,
      response: { 200: Type.Ref('ComparisonPlace') },
    },
    handler: ({ ctx, params, body }) =>
      updateComparisonPlace(ctx, params.comparison_id, params.place_id, body),
  })
  app.get('/comparisons/:comparison_id/history', {
    schema: {
      operationId: 'listComparisonHistory',
      summary: 'List the history of a comparison',
      description:
        'Newest first, in pages: who decided what, when and why. Changes name the place by its number.',
      tags,
      params: ComparisonParams,
      querystring: HistoryQuery,
      response: { 200: HistoryList },
    },
    handler: (request) => listComparisonHistory(request.ctx, request.params.comparison_id, request.query),
  })
}

function settingRoutes(app: App): void {
  app.get('/comparisons/settings', {
    schema: {
      operationId: 'getComparisonSettings',
      summary: 'Get the comparison settings',
      description: 'Of the organization.',
      tags,
      response: { 200: Type.Ref('ComparisonSettings') },
    },
    handler: (request) => getComparisonSettings(request.ctx),
  })
  app.patch('/comparisons/settings', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'updateComparisonSettings',
      summary: 'Update the comparison settings',
      description: 'Holds for tasks that end from now on.',
      tags,
      body: UpdateComparisonSettings,
      response: { 200: Type.Ref('ComparisonSettings') },
    },
    handler: (request) => updateComparisonSettings(request.ctx, request.body),
  })
}
