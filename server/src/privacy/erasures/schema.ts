import { type Static, Type } from 'typebox'
import { Closed, IdOf, Nullable, OneOf, PageQuery, Paging, Time } from '../../core/contracts/schema.ts'

const SUBJECTS = [
  'inspection',
  'vehicle',
  'capture_link',
  'receipt',
  'rule',
  'originals',
  'reports',
  'keys',
] as const
export const REASONS = ['request', 'contract', 'retention', 'mistake', 'restored'] as const
const STATUSES = ['IN_PROGRESS', 'DONE'] as const
const DIGESTS_MAX = 10_000

const Subject = OneOf(SUBJECTS, {
  description:
    'how the inspections were named; `originals`, `reports`: by a rule only the original files of pictures or the PDFs of reports, whose inspections stay; `keys`: the operator destroyed the keys of the organization',
})
const ErasureReason = OneOf(REASONS, {
  description:
    '`request`: of the person; `contract`: its end; `retention`: its time is over; `mistake`: never wanted; `restored`: a backup brought it back',
})

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** What a receipt says. Its fields stay as they are: receipts outlive the service. */
const ReceiptContent = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 1 }),
  erasure_id: Type.String(),
  organization: Type.String(),
  subject: Subject,
  reason: ErasureReason,
  requested_at: Time,
  requested_by: Type.String(),
  erased_at: Time,
  inspections: Type.Array(Digest, {
    description: 'SHA-256 of organization, `/` and inspection ID, sorted',
  }),
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description: 'erased rows of each table',
  }),
  objects: Type.Integer({ minimum: 0, description: 'erased pictures and reports in the object store' }),
  kept: Type.Array(Type.String(), { description: 'what stays, and why' }),
})
export type Receipt = Static<typeof ReceiptContent>

const SignedReceipt = Type.Object({
  content: ReceiptContent,
  jws: Nullable(
    Type.String({ description: 'the signed content (RFC 7515); null if the service has no signing key' }),
  ),
})
export type SignedReceipt = Static<typeof SignedReceipt>

export const Erasure = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['ERASURE']),
    created_at: Time,
    created_by: Type.String(),
    subject: Subject,
    reason: ErasureReason,
    status: OneOf(STATUSES),
    done_at: Nullable(Time),
    inspection_count: Type.Integer({ minimum: 0, description: 'inspections to erase' }),
    erased_inspection_count: Type.Integer({ minimum: 0 }),
    receipt: Nullable(SignedReceipt),
  },
  { $id: 'Erasure' },
)
export type Erasure = Static<typeof Erasure>

const Identity = (name: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: `all inspections with this ${name}; punctuation, spaces and case are ignored`,
    }),
  )

export const CreateErasure = Closed({
  reason: ErasureReason,
  inspection_id: Type.Optional(IdOf('inspection')),
  vin: Identity('VIN'),
  plate: Identity('plate'),
  capture_link_id: Type.Optional(IdOf('capture_link', { description: 'all inspections made by this link' })),
  inspection_digests: Type.Optional(
    Type.Array(Digest, {
      maxItems: DIGESTS_MAX,
      description:
        '`inspections` of receipts: those of them that are here, because a backup brought them back',
    }),
  ),
})
export type CreateErasure = Static<typeof CreateErasure>

export const ErasureParams = Type.Object({ erasure_id: IdOf('erasure') })
export const ErasureQuery = Closed(PageQuery('erasure'))
export type ErasureQuery = Static<typeof ErasureQuery>
export const ErasureList = Type.Object({ data: Type.Array(Type.Ref('Erasure')), paging: Paging })
