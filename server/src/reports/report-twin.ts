import { createHash } from 'node:crypto'
import { canonicalJson } from '../platform/canonical-json.ts'
import type { ReportContent } from './report-content.ts'

/** The name under which the data of a report hang on its PDF. */
export const TWIN_FILE = 'report.json'

/** The bytes that are attached to the PDF and whose digest stands on every page of it. */
export function twinOf(content: ReportContent): { bytes: Buffer; sha256: string } {
  const bytes = Buffer.from(canonicalJson(content))
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
