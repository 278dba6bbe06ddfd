import type { Config } from '../../platform/config.ts'
import { PAPERS } from '../../platform/setting-mistakes.ts'
import { TEMPLATE_VERSION } from '../pdf/render-pdf.ts'
import { REPORT_LANGUAGES } from '../report-content.ts'
import type { CreateReport } from '../schema.ts'
import type { ReportFrame } from './content-of.ts'

type Settings = Pick<Config, 'SERVICE_NAME' | 'REPORT_TIME_ZONE' | 'REPORT_PAPER' | 'PUBLIC_URL'>
type Asked = { report_id: string; created_at: string; options: CreateReport }

/** What stands around the findings: as the client asked, else as the operator has set it. */
export function frameOf(settings: Settings, { report_id, created_at, options }: Asked): ReportFrame {
  // Clients name languages with or without a country; what is not spoken here is written in English.
  const asked = options.language?.toLowerCase().slice(0, 2)
  const paper = options.paper ?? settings.REPORT_PAPER
  return {
    report_id,
    template_version: TEMPLATE_VERSION,
    language: REPORT_LANGUAGES.find((language) => language === asked) ?? 'en',
    paper: PAPERS.find((known) => known === paper) ?? 'a4',
    time_zone: settings.REPORT_TIME_ZONE,
    created_at,
    service_name: settings.SERVICE_NAME,
    client_name: options.client_name ?? null,
    customer: options.customer ?? null,
    vin: options.vin ?? null,
    with_prices: options.pricing !== false,
    verify_url: `${settings.PUBLIC_URL}/verify/${report_id}`,
  }
}
