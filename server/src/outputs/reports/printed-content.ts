import type { ComparisonContent } from './comparison/comparison-content.ts'
import type { ReportContent } from './report-content.ts'

/** What is printed, signed and verified: the report of an inspection, or the paper of a comparison. */
export type PrintedContent = ReportContent | ComparisonContent
