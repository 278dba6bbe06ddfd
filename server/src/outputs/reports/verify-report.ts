import { Problem } from '../../core/contracts/problems.ts'
import type { Database } from '../../core/platform/database.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { codeOf } from './report-code.ts'
import type { ReportVerification } from './schema.ts'

type VerifiedReport = {
  id: string
  created_at: string
  sha256: string
  content_sha256: string
  is_signed: boolean
  is_latest: boolean
  is_outdated: boolean
}

/** What the service knows of a report that somebody holds in their hands. Only what stands on the paper itself. */
export async function verifyReport(
  database: Pick<Database, 'callAcross'>,
  reportId: string,
): Promise<ReportVerification> {
  const [row] = isUuid(reportId) ? await database.callAcross<VerifiedReport>('verify_report', [reportId]) : []
  if (!row) throw new Problem('not_found')
  const { id: report_id, content_sha256, called_at: _called, ...fields } = row
  return {
    report_id,
    object_type: 'REPORT_VERIFICATION',
    ...fields,
    content_sha256,
    verification_code: codeOf(content_sha256),
  }
}
