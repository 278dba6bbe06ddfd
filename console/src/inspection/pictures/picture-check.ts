import { COMPLIANCE_ISSUES, type ComplianceIssue } from '@walkaround/catalog/compliance-issues'
import type { Image } from '@walkaround/sdk'

export type CheckState = 'accepted' | 'retake' | 'flawed' | 'unclear' | 'waiting'

/**
 * What the check of a picture says. `unclear`: it is fine as far as it could be judged. `flawed`: it is not good enough,
 * and no task would look at another one.
 */
export type PictureCheck = { state: CheckState; issues: ComplianceIssue[] }

export function checkOf(compliances: Image['compliances'], isAwaited: boolean): PictureCheck {
  const { compliance_status: status, compliance_issues: given } = compliances ?? {}
  const issues = COMPLIANCE_ISSUES.filter((issue) => Array.isArray(given) && given.includes(issue))
  if (status === 'compliant') return { state: 'accepted', issues }
  if (status === 'non_compliant') return { state: isAwaited ? 'retake' : 'flawed', issues }
  return { state: status === 'unknown' ? 'unclear' : 'waiting', issues }
}
