import type { Image } from '@walkaround/sdk'

/** Compliances stay as the wire has them: `compliance_status`, `compliance_issues`. */
export function complianceOf(image: Image | undefined): string {
  const status = image?.compliances?.compliance_status
  return typeof status === 'string' ? status : 'not checked yet'
}

export function issuesOf(image: Image | undefined): string[] {
  const issues = image?.compliances?.compliance_issues
  return Array.isArray(issues) ? issues.map(String) : []
}
