import { LANGUAGES } from '@walkaround/catalog/languages'
import { type Static, Type } from 'typebox'
import { Closed, IdOf, Nullable, OneOf, Text, Time } from '../../core/contracts/schema.ts'
import { PAPERS } from '../../core/platform/setting-mistakes.ts'

const REPORT_SOURCES = ['generated', 'uploaded'] as const
const REPORT_STATUSES = ['IN_PROGRESS', 'DONE', 'ERROR'] as const

const OptionalText = Type.Optional(Nullable(Text))

/** What the report is to show; or, as multipart, the report itself in the file part `pdf_data`. */
export const CreateReport = Closed({
  pdf_post_strategy: Type.Optional(
    OneOf(['upload'], { description: 'the PDF is in the file part `pdf_data`' }),
  ),
  pricing: Type.Optional(Nullable(Type.Boolean())),
  customer: OptionalText,
  client_name: OptionalText,
  vin: OptionalText,
  language: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2_000,
        description: `${LANGUAGES.join(', ')}, with or without a country; English without it`,
      }),
    ),
  ),
  paper: Type.Optional(OneOf(PAPERS)),
})
export type CreateReport = Static<typeof CreateReport>

export const CreateComparisonReport = Closed({
  language: CreateReport.properties.language,
  paper: CreateReport.properties.paper,
})
export type CreateComparisonReport = Static<typeof CreateComparisonReport>

export const ReportState = Type.Object(
  {
    id: Type.String({ description: 'of the inspection or comparison' }),
    object_type: OneOf(['REPORT']),
    report_id: Type.String(),
    status: OneOf(REPORT_STATUSES),
  },
  { $id: 'ReportState' },
)
export type ReportState = Static<typeof ReportState>

const fields = {
  id: Type.String({ description: 'of the inspection or comparison' }),
  object_type: OneOf(['REPORT']),
  report_id: Type.String(),
  number: Type.Integer({
    minimum: 1,
    description: 'number among the reports of the inspection or comparison',
  }),
  created_at: Time,
  created_by: Type.String(),
  done_at: Nullable(Time),
  source: OneOf(REPORT_SOURCES),
  status: OneOf(REPORT_STATUSES),
  progress: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'progress in percent',
  }),
  error: Nullable(Type.String({ description: 'reason of the failure' })),
  sha256: Nullable(Type.String({ description: 'of the PDF' })),
  is_signed: Type.Boolean(),
  is_outdated: Nullable(
    Type.Boolean({
      description: 'whether the inspection or comparison has changed since; null for an uploaded report',
    }),
  ),
  verification_code: Nullable(Type.String({ description: 'as printed on the report' })),
}

export const Report = Type.Object(
  {
    ...fields,
    pdf_url: Type.String({ description: 'URL of the PDF, opens without a token; changes over time' }),
  },
  { $id: 'Report' },
)
export type Report = Static<typeof Report>

export const ReportVersion = Type.Object({
  ...fields,
  pdf_url: Nullable(
    Type.String({ description: 'URL of the PDF, opens without a token; null if there is none' }),
  ),
})
export type ReportVersion = Static<typeof ReportVersion>

export const ReportVersions = Type.Object({ data: Type.Array(ReportVersion) })

export const ReportVerification = Type.Object({
  report_id: Type.String(),
  object_type: OneOf(['REPORT_VERIFICATION']),
  created_at: Time,
  sha256: Type.String({ description: 'of the PDF' }),
  content_sha256: Type.String({ description: 'digest of the content of the report, as in its JSON twin' }),
  verification_code: Type.String({ description: 'as printed on the report' }),
  is_signed: Type.Boolean(),
  is_latest: Type.Boolean({
    description: 'whether this is the latest report of the inspection or comparison',
  }),
  is_outdated: Type.Boolean({ description: 'whether the inspection or comparison has changed since' }),
})
export type ReportVerification = Static<typeof ReportVerification>

export const ReportParams = Type.Object({ inspection_id: IdOf('inspection') })
