import { Type } from 'typebox'
import { soonestS, workRetryAfterS } from '../contracts/retry-after.ts'
import type { App } from '../platform/app.ts'
import type { FairGate } from '../platform/fair-gate.ts'
import { createActiveContentCheck } from '../platform/pdfs/check-active-content.ts'
import { createReport } from './create-report.ts'
import { getReport } from './get-report.ts'
import { listReports } from './list-reports.ts'
import { CreateReport, ReportParams, type ReportVersion, ReportVersions } from './schema.ts'

export function reportRoutes(app: App, gate: FairGate): void {
  const check = createActiveContentCheck(gate)
  app.post('/inspections/:inspection_id/pdf', {
    config: {
      access: 'update',
      upload: 'report',
      errors: ['limit_reached', 'quota_bytes_stored', 'report_unsupported', 'report_active'],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'createReport',
      summary: 'Ask for a report, or upload one',
      description:
        'As JSON it asks for a PDF with these options. As multipart, with `pdf_post_strategy: upload`, the file part `pdf_data` is the report. The last one counts; those before it are kept.',
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
          await createReport(request.ctx, request.params.inspection_id, request.body, request.upload, check),
        ),
  })
  app.get('/inspections/:inspection_id/pdf', {
    config: { waits: true, errors: ['report_not_requested', 'report_not_ready', 'report_failed'] },
    schema: {
      operationId: 'getReport',
      summary: "Read the report's address",
      description:
        '`pdf_url` opens the newest report. Answers 422 while it is not ready, and when nobody asked for one. With `Prefer: wait` the answer waits for one that is being made.',
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
      description: 'All that were made or uploaded, newest first, with their state, progress and error.',
      tags: ['reports'],
      params: ReportParams,
      response: { 200: ReportVersions },
    },
    handler: (request) => listReports(request.ctx, request.params.inspection_id),
  })
}
