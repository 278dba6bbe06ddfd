import { type Static, Type } from 'typebox'
import { Closed, IdOf, Nullable, OneOf, Text, Time } from '../contracts/schema.ts'

export const REPORT_SOURCES = ['generated', 'uploaded'] as const
export const REPORT_STATUSES = ['IN_PROGRESS', 'DONE', 'ERROR'] as const

const OptionalText = Type.Optional(Nullable(Text))

/** What the report is to show; or, as multipart, the report itself in the file part `pdf_data`. */
export const CreateReport = Closed({
  pdf_post_strategy: Type.Optional(
    OneOf(['upload'], { description: 'the PDF comes in the file part `pdf_data`' }),
  ),
  pricing: Type.Optional(Nullable(Type.Boolean())),
  customer: OptionalText,
  client_name: OptionalText,
  vin: OptionalText,
  language: OptionalText,
})
export type CreateReport = Static<typeof CreateReport>

export const ReportState = Type.Object(
  {
    id: Type.String({ description: 'of the inspection' }),
    object_type: OneOf(['REPORT']),
    report_id: Type.String(),
    status: OneOf(REPORT_STATUSES),
  },
  { $id: 'ReportState' },
)
export type ReportState = Static<typeof ReportState>

export const Report = Type.Object(
  {
    id: Type.String({ description: 'of the inspection' }),
    object_type: OneOf(['REPORT']),
    report_id: Type.String(),
    pdf_url: Type.String({ description: 'opens the PDF without a token; changes with time' }),
    created_at: Time,
    source: OneOf(REPORT_SOURCES),
  },
  { $id: 'Report' },
)
export type Report = Static<typeof Report>

export const ReportParams = Type.Object({ inspection_id: IdOf('inspection') })
