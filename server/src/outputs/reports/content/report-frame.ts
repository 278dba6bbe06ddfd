import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@walkaround/catalog/languages'
import type { Config } from '../../../core/platform/config.ts'
import { readGrades } from '../../../core/platform/report-look.ts'
import { PAPERS } from '../../../core/platform/setting-mistakes.ts'
import { TEMPLATE_VERSION } from '../pdf/render-pdf.ts'
import type { CreateReport } from '../schema.ts'
import type { ReportFrame } from './content-of.ts'

type Settings = Pick<
  Config,
  | 'SERVICE_NAME'
  | 'REPORT_ADDRESS'
  | 'REPORT_COLOR'
  | 'REPORT_CONTEST'
  | 'REPORT_GRADES_FILE'
  | 'REPORT_TIME_ZONE'
  | 'REPORT_PAPER'
  | 'PUBLIC_URL'
>
type Asked = { report_id: string; created_at: string; options: CreateReport; contest_url?: string | null }

/** What stands around the findings: as the client asked, else as the operator has set it. */
export function frameOf(
  settings: Settings,
  { report_id, created_at, options, contest_url = null }: Asked,
): ReportFrame {
  const paper = options.paper ?? settings.REPORT_PAPER
  return {
    report_id,
    template_version: TEMPLATE_VERSION,
    language: languageOf(options.language) ?? 'en',
    paper: PAPERS.find((known) => known === paper) ?? 'a4',
    time_zone: settings.REPORT_TIME_ZONE,
    created_at,
    service_name: settings.SERVICE_NAME,
    operator: {
      address: linesOf(settings.REPORT_ADDRESS),
      contest: linesOf(settings.REPORT_CONTEST),
      contest_url,
      color: settings.REPORT_COLOR,
    },
    grades: settings.REPORT_GRADES_FILE === undefined ? null : readGrades(settings.REPORT_GRADES_FILE),
    client_name: options.client_name ?? null,
    customer: options.customer ?? null,
    vin: options.vin ?? null,
    with_prices: options.pricing !== false,
    verify_url: `${settings.PUBLIC_URL}/verify/${report_id}`,
  }
}

/** Clients name languages with or without a country. Without one it is English; undefined where reports do not speak it. */
export function languageOf(asked: string | null | undefined): Language | undefined {
  if (!asked) return DEFAULT_LANGUAGE
  const [primary] = asked.toLowerCase().split(/[-_]/)
  return LANGUAGES.find((language) => language === primary)
}

const linesOf = (text: string | undefined) => text?.split(' | ') ?? []
