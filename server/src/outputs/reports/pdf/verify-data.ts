import type { ReportContent } from '../report-content.ts'
import type { Speech } from './speak.ts'

/** How a reader checks the paper: by its code at the service, or by its digest alone. */
export const verifyData = (
  { words }: Speech,
  verification: ReportContent['verification'],
  digest: string,
) => ({
  title: words.verify,
  text: verification ? words.verify_online : words.verify_offline,
  digest: { exact: digest },
  code: verification && { label: words.verify_code, value: { exact: verification.code } },
  url: verification && { exact: verification.url },
  qr_alt: words.qr_alt,
})
