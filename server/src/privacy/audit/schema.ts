import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf, PageQuery, Paging, Time } from '../../core/contracts/schema.ts'

/** Places are numbers that every organization has; they are the ids of nothing elsewhere. */
const Place = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 20, description }))
const Pages = {
  ...PageQuery('administration_event'),
  before: Place('the page ends before this ID'),
  after: Place('the page starts after this ID'),
}

export const AuditEntry = Type.Object(
  {
    id: Type.String({ description: 'its place in the audit of the organization: 1, 2, 3 and so on' }),
    object_type: OneOf(['AUDIT_ENTRY']),
    created_at: Time,
    subject: Type.String({ description: 'subject of the token, or the capture link' }),
    operation: Type.String({
      description:
        'operation ID in this document; `removeAuditEntries` where a retention rule removed the entries before, `loseAuditEntries` where the service could not record some',
    }),
    inspection_id: Nullable(Type.String()),
    object_id: Nullable(Type.String({ description: 'the last other ID in the path' })),
    status: Type.Integer({ description: 'HTTP status of the answer' }),
    reason: Nullable(
      Type.String({
        description:
          'reason in the request, of what concerns the organization. That of `removeAuditEntries` ends with its receipt, signed (JWS) with the certificate of reports: up to which entry they were removed, and the hash of that entry',
      }),
    ),
    request_id: Nullable(Type.String({ description: 'ID of the request in the log' })),
    hash: Type.String({
      description:
        'SHA-256, in hexadecimal, of three lines: the hash of the entry before, the ID, and the JSON array of `created_at` in milliseconds, `subject`, `operation`, `inspection_id`, `object_id`, `status`, `reason` and `request_id`. Before the first entry it is 64 zeros, or the hash in the receipt of the entries that a rule removed',
    }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditEntryList = Type.Object({ data: Type.Array(Type.Ref('AuditEntry')), paging: Paging })
export const AuditEntryQuery = Closed({
  ...Pages,
  inspection_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'only entries about this inspection' }),
  ),
  subject: Type.Optional(Type.String({ maxLength: 300, description: 'only what this subject asked for' })),
  operation: Type.Optional(Type.String({ maxLength: 100, description: 'only this operation' })),
})
export type AuditEntryQuery = Static<typeof AuditEntryQuery>

export const AuditCheckpoint = Type.Object(
  {
    id: Type.String({ description: 'ID of the last entry that it covers' }),
    object_type: OneOf(['AUDIT_CHECKPOINT']),
    created_at: Time,
    hash: Type.String({ description: 'hash of that entry' }),
    jws: Nullable(
      Type.String({
        description:
          'the same, with the organization, signed (JWS) with the certificate of reports; null without one',
      }),
    ),
  },
  { $id: 'AuditCheckpoint' },
)
export type AuditCheckpoint = Static<typeof AuditCheckpoint>

export const AuditCheckpointList = Type.Object({
  data: Type.Array(Type.Ref('AuditCheckpoint')),
  paging: Paging,
})
export const AuditCheckpointQuery = Closed(Pages)
export type AuditCheckpointQuery = Static<typeof AuditCheckpointQuery>
