import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf, Time } from '../../core/contracts/schema.ts'

const DAYS_MAX = 36_500
/** Each counts from another moment. */
const MEANINGS = {
  inspections_days:
    'days from its creation until an inspection is erased, with everything that belongs to it',
  deleted_inspections_days: 'days from its deletion until a deleted inspection is erased',
  validated_inspections_days: 'days from its validation until a validated inspection is erased',
  originals_days:
    'days from its upload until the original file of a picture is erased; the picture that people see stays',
  reports_days: 'days from its creation until the PDF of a report is erased; its number and digest stay',
  audit_days:
    'days until an entry of the audit is removed; a signed receipt in the audit says which, and holds keep none',
} as const
export type Rule = keyof typeof MEANINGS
// The keys of the table are the rules; Object.keys does not say so.
export const RULES = Object.keys(MEANINGS) as Rule[]

/** Those that let files go and leave the inspection. */
export const FILE_RULES = ['originals_days', 'reports_days'] as const
export type FileRule = (typeof FILE_RULES)[number]
export type InspectionRule = Exclude<Rule, FileRule | 'audit_days'>
export const isFileRule = (rule: Rule): rule is FileRule => FILE_RULES.some((name) => name === rule)

export const forEachRule = <T>(make: (rule: Rule) => T) => ({
  inspections_days: make('inspections_days'),
  deleted_inspections_days: make('deleted_inspections_days'),
  validated_inspections_days: make('validated_inspections_days'),
  originals_days: make('originals_days'),
  reports_days: make('reports_days'),
  audit_days: make('audit_days'),
})

const Days = (rule: Rule) =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      description: `${MEANINGS[rule]}; null: kept`,
    }),
  )

/** Times that the operator sets for everybody. */
const FixedTimes = Type.Object(
  {
    webhook_deliveries_days: Type.Integer({
      description: 'days until a message to a webhook and its log go',
    }),
    idempotency_keys_s: Type.Integer({
      description: 'seconds until the stored answer of an idempotency key goes',
    }),
    broken_off_uploads_s: Type.Integer({
      description: 'seconds until the files of an upload that was broken off go',
    }),
  },
  {
    description:
      'what the operator of the service sets for all organizations; events stay with their inspection',
  },
)

export const Retention = Type.Object(
  {
    object_type: OneOf(['RETENTION']),
    ...forEachRule(Days),
    fixed: FixedTimes,
    version: Type.Integer({ minimum: 0, description: 'increases with every change; 0 before the first' }),
    updated_at: Nullable(Time),
    updated_by: Nullable(Type.String()),
  },
  { $id: 'Retention' },
)
export type Retention = Static<typeof Retention>

export const UpdateRetention = Closed(forEachRule((rule) => Type.Optional(Days(rule))))
export type UpdateRetention = Static<typeof UpdateRetention>

const TrialDays = (rule: Rule) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      description: `${MEANINGS[rule]}; default: the rule in force`,
    }),
  )
export const PreviewQuery = Closed(forEachRule(TrialDays))
export type PreviewQuery = Static<typeof PreviewQuery>

const Due = Type.Object({
  days: Type.Integer(),
  due_count: Type.Integer({ minimum: 0, description: 'how many would go now; held ones are not counted' }),
  is_counted_whole: Type.Boolean({ description: 'false: there are more than were counted' }),
  held_count: Type.Integer({
    minimum: 0,
    description: 'how many of the counted would go if they were not held',
  }),
  next_due_at: Nullable(
    Type.String({ description: 'when the next one is due that is not due now, ISO 8601, UTC' }),
  ),
})
export type Due = Static<typeof Due>

export const RetentionPreview = Type.Object(
  {
    object_type: OneOf(['RETENTION_PREVIEW']),
    inspections: Nullable(Due),
    deleted_inspections: Nullable(Due),
    validated_inspections: Nullable(Due),
    originals: Nullable(Due),
    reports: Nullable(Due),
    audit: Nullable(Due),
  },
  { $id: 'RetentionPreview' },
)
export type RetentionPreview = Static<typeof RetentionPreview>
