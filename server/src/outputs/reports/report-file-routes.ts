import { Type } from 'typebox'
import { Bytes, contextOfUrl, Signed, sendFile } from '../../core/access/signed-files.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { App } from '../../core/platform/app.ts'
import type { ContextParts } from '../../core/platform/context.ts'
import type { Log } from '../../core/platform/log.ts'
import { getReportFile } from './get-report-file.ts'

const Params = Type.Object({
  signature: Signed,
  key_id: Signed,
  expires: Signed,
  org_id: Signed,
  report_id: Signed,
})

/** The PDF for whoever holds the URL: browsers open it without a token. */
export function reportFileRoutes(app: App, parts: ContextParts, log: Log): void {
  app.get('/reports/:signature/:key_id/:expires/:org_id/:report_id/report.pdf', {
    schema: {
      operationId: 'getReportFile',
      summary: 'Download a report',
      description: 'The URL is the `pdf_url` of a report. It needs no token and expires.',
      tags: ['reports'],
      security: [],
      params: Params,
      response: { 200: Bytes('application/pdf', 'The report.') },
    },
    handler: async (request, reply) => {
      const grant = parts.pictureUrls.verifyReport(request.params)
      if (!grant) throw new Problem('not_found')
      const file = await getReportFile(contextOfUrl(parts, log, request, grant.org_id), grant.report_id)
      // What a stranger made is saved and not shown, so that no viewer opens it as a page of this service.
      const disposition = file.is_own ? 'inline' : 'attachment'
      reply.header('content-disposition', `${disposition}; filename="${file.name}"`)
      return sendFile(request, reply, { ...file, document: file.is_own }, parts.config.PICTURE_URL_WINDOW_S)
    },
  })
}
