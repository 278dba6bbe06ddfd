import { Type } from 'typebox'
import { html } from '../../core/pages/html.ts'
import { PAGE_POLICY, plainPage } from '../../core/pages/page.ts'
import type { App } from '../../core/platform/app.ts'
import type { Cells } from '../../core/platform/context.ts'
import { ReportVerification } from './schema.ts'
import { verifyReport } from './verify-report.ts'

const Params = Type.Object({
  report_id: Type.String({ maxLength: 100, description: 'as printed on the report' }),
})

/** For whoever holds a report, on paper or as a file: the address is in its QR code, and needs no token. */
export function verifyRoutes(app: App, cells: Cells): void {
  app.get('/verify/:report_id', {
    schema: {
      operationId: 'verifyReport',
      summary: 'Verify a report',
      description:
        'Returns what identifies a report created by this service: the digest of the file, the printed code, whether it is signed, whether a newer report exists, and whether the inspection or comparison has changed since. Reveals nothing about the inspection. Browsers get a page.',
      tags: ['reports'],
      security: [],
      params: Params,
      response: { 200: ReportVerification },
    },
    handler: async (request, reply) => {
      // The address names no organization. There is one cell; with more, each would be asked.
      const report = await verifyReport(cells.cellOf('').database, request.params.report_id)
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      if (!request.headers.accept?.includes('text/html')) return report
      reply.headers({ 'content-security-policy': PAGE_POLICY, 'x-content-type-options': 'nosniff' })
      // A page is text already; the schema is that of the JSON.
      return reply
        .type('text/html; charset=utf-8')
        .serializer(String)
        .send(pageOf(report) as never)
    },
  })
}

function pageOf(report: ReportVerification): string {
  const rows: [string, string][] = [
    ['Report', report.report_id],
    ['Printed code', report.verification_code],
    ['Created', report.created_at],
    ['Signed', report.is_signed ? 'yes' : 'no'],
    ['SHA-256 of the file', report.sha256],
    ['SHA-256 of the content', report.content_sha256],
  ]
  const content = html`<h1>This service created this report</h1>
<p><strong>${report.is_latest ? 'There is no newer version of it.' : 'There is a newer version of it.'}
${report.is_outdated ? 'The findings have changed since then.' : 'The findings have not changed since then.'}</strong></p>
<p>Compare the code with the one printed on your report, and the SHA-256 with that of your file (<code>sha256sum report.pdf</code>). If either differs, your copy is not this report.</p>
<table><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`)}</tbody></table>`
  return plainPage('Report verification - Walkaround', content)
}
