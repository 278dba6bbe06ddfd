import { Type } from 'typebox'
import { soonestS, workRetryAfterS } from '../../core/contracts/retry-after.ts'
import type { App } from '../../core/platform/app.ts'
import type { Context } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import { ActiveContentCheck } from '../../core/platform/pdfs/check-active-content.ts'
import { requireComparison } from '../comparisons/queries.ts'
import { ComparisonParams } from '../comparisons/schema.ts'
import { createComparisonReport } from './create-comparison-report.ts'
import { createReport } from './create-report.ts'
import { getComparisonReport } from './get-comparison-report.ts'
import { getReport } from './get-report.ts'
import { listReports } from './list-reports.ts'
import {
  CreateComparisonReport,
  CreateReport,
  ReportParams,
  type ReportVersion,
  ReportVersions,
} from './schema.ts'

const mayUpdate = async (ctx: Context, { comparison_id }: { comparison_id: string }) => {
  await requireComparison(ctx, comparison_id, 'update')
}

export function reportRoutes(app: App, gate: FairGate): void {
  comparisonReportRoutes(app)
  const activeContent = new ActiveContentCheck(gate)
  app.addHook('onClose', () => activeContent.close())
  app.post('/inspections/:inspection_id/pdf', {
    config: {
      access: 'update',
      upload: 'report',
      errors: [
        'limit_reached',
        'quota_bytes_stored',
        'report_unsupported',
        'report_language_unknown',
        'report_active',
      ],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'createReport',
      summary: 'Create or upload a report',
      description:
        'A JSON request creates a PDF with the given options. A multipart request with `pdf_post_strategy: upload` uploads the file part `pdf_data` as the report. The latest report is the current one; earlier ones are kept.',
      tags: ['reports'],
      consumes: ['application/json', 'multipart/form-data'],
      params: ReportParams,
      body: CreateReport,
      response: { 201: Type.Ref('ReportState') },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(
          await createReport(
            request.ctx,
            request.params.inspection_id,
            request.body,
            request.upload,
            activeContent.check,
          ),
        ),
  })
  app.get('/inspections/:inspection_id/pdf', {
    config: {
      waits: true,
      errors: ['report_not_requested', 'report_not_ready', 'report_failed', 'report_erased'],
    },
    schema: {
      operationId: 'getReport',
      summary: 'Get the report URL',
      description:
        '`pdf_url` opens the latest report. Answers 422 while it is not ready, or if none was requested. With `Prefer: wait`, the response waits until the report is created.',
      tags: ['reports'],
      params: ReportParams,
      response: { 200: Type.Ref('Report') },
    },
    handler: ({ ctx, params, waitMs }) => getReport(ctx, params.inspection_id, waitMs),
  })
  app.get('/inspections/:inspection_id/pdf/versions', {
    config: {
      retryAfterS: ({ data }: { data: ReportVersion[] }) => soonestS(data.map(workRetryAfterS)),
    },
    schema: {
      operationId: 'listReports',
      summary: 'List the reports of an inspection',
      description: 'All created and uploaded reports with status, progress and error, newest first.',
      tags: ['reports'],
      params: ReportParams,
      response: { 200: ReportVersions },
    },
    handler: (request) => listReports(request.ctx, request.params.inspection_id),
  })
}

function comparisonReportRoutes(app: App): void {
  app.post('/comparisons/:comparison_id/pdf', {
    config: {
      access: { ofBody: mayUpdate },
      errors: ['limit_reached', 'quota_bytes_stored', 'report_language_unknown', 'comparison_not_done'],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'createComparisonReport',
      summary: 'Create the report of a comparison',
      description:
        'Creates a PDF to hand over: what is new or worse with the pictures of both sides, what is charged, and what could not be compared. It shows the decisions made so far.',
      tags: ['comparisons'],
      params: ComparisonParams,
      body: CreateComparisonReport,
      response: { 201: Type.Ref('ReportState') },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await createComparisonReport(request.ctx, request.params.comparison_id, request.body)),
  })
  app.get('/comparisons/:comparison_id/pdf', {
    config: {
      waits: true,
      errors: ['report_not_requested', 'report_not_ready', 'report_failed', 'report_erased'],
    },
    schema: {
      operationId: 'getComparisonReport',
      summary: 'Get the report URL of a comparison',
      description:
        '`pdf_url` opens the latest report of the comparison. Answers 422 while it is not ready, or if none was requested. With `Prefer: wait`, the response waits until the report is created.',
      tags: ['comparisons'],
      params: ComparisonParams,
      response: { 200: Type.Ref('Report') },
    },
    handler: ({ ctx, params, waitMs }) => getComparisonReport(ctx, params.comparison_id, waitMs),
  })
}
