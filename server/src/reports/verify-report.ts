import { Problem } from '../contracts/problems.ts'
import type { Database } from '../platform/database.ts'
import { isUuid } from '../platform/uuid.ts'
import { codeOf } from './report-code.ts'
import type { ReportVerification } from './schema.ts'

/** What the service knows of a report that somebody holds in their hands. Only what stands on the paper itself. */
export async function verifyReport(database: Database, reportId: string): Promise<ReportVerification> {
  const row = isUuid(reportId) ? await database.verifyReport(reportId) : null
  if (!row) throw new Problem('not_found')
  const { id: report_id, content_sha256, ...fields } = row
  return {
    report_id,
    object_type: 'REPORT_VERIFICATION',
    ...fields,
    content_sha256,
    verification_code: codeOf(content_sha256),
  }
}
