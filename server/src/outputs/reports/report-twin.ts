import { canonicalJson } from '../../core/platform/canonical-json.ts'
import type { PrintedContent } from './printed-content.ts'

/** The name under which the data of a report hang on its PDF. */
export const TWIN_FILE = 'report.json'

/** The bytes that are attached to the PDF. */
export function twinOf(content: PrintedContent): Buffer {
  return Buffer.from(canonicalJson(content))
}
