import { Type } from 'typebox'
import type { App } from '../platform/app.ts'
import { createReport } from './create-report.ts'
import { getReport } from './get-report.ts'
import { CreateReport, ReportParams } from './schema.ts'

export function reportRoutes(app: App): void {
  app.post('/inspections/:inspection_id/pdf', {
    config: { upload: 'report', errors: ['limit_reached', 'report_unsupported'] },
    schema: {
      operationId: 'createReport',
      summary: 'Ask for a report, or upload one',
      description:
        'As JSON it asks for a PDF with these options. As multipart, with `pdf_post_strategy: upload`, the file part `pdf_data` is the report. This version keeps requests and does not make PDFs itself yet: only an uploaded report becomes ready.',
      tags: ['reports'],
      consumes: ['application/json', 'multipart/form-data'],
      params: ReportParams,
      body: CreateReport,
      response: { 201: Type.Ref('ReportState') },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await createReport(request.ctx, request.params.inspection_id, request.body, request.upload)),
  })
  app.get('/inspections/:inspection_id/pdf', {
    config: { errors: ['report_not_requested', 'report_not_ready'] },
    schema: {
      operationId: 'getReport',
      summary: "Read the report's address",
      description:
        '`pdf_url` opens the newest report. Answers 422 while it is not ready, and when nobody asked for one.',
      tags: ['reports'],
      params: ReportParams,
      response: { 200: Type.Ref('Report') },
    },
    handler: (request) => getReport(request.ctx, request.params.inspection_id),
  })
}
