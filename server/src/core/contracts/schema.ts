import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** A closed object: unknown keys of a body are dropped and never stored, those of a query are refused. */
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** A plain `enum`; a union of literals would come out of OpenAPI as one schema per value. */
export const OneOf = <T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

export const Nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })

export type FreeObject = Record<string, unknown>

/** Stored and returned as it came. */
export const Free = Type.Unsafe<FreeObject>({ type: 'object', additionalProperties: true })

export const Text = Type.String({ maxLength: 2_000 })
/** Goes up with every change of the thing; `If-Match` compares it. */
export const Version = Type.Integer({ minimum: 1, description: 'increases with every change' })
export const Time = Type.String({ description: 'ISO 8601, UTC' })

/** Why somebody corrects something. */
export const Reason = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'reason, stored in the history of the inspection' }),
)

/** What a delete and a restore may carry. Most clients send no body with them. */
export const GivenReason = Nullable(Closed({ reason: Reason }))
export type GivenReason = Static<typeof GivenReason>

/** The kinds of things that have ids in requests. */
const RESOURCES = [
  'inspection',
  'image',
  'task',
  'replay',
  'damage',
  'view',
  'pricing',
  'severity',
  'history_entry',
  'webhook_endpoint',
  'webhook_delivery',
  'administration_event',
  'comparison',
  'comparison_place',
  // Beside the inspection of a request there is another one.
  'earlier_inspection',
  'capture_profile',
  'capture_link',
  'erasure',
  'objection',
  'objection_link',
] as const

/** An id of another thing, named so that authorization tests can be generated from the document. */
export const IdOf = (resource: (typeof RESOURCES)[number], options: object = {}) =>
  Type.String({ maxLength: 100, 'x-resource': resource, description: `id of the ${resource}`, ...options })

/** What a delete answers; a repeat answers the same. */
export const Deleted = (objectType: string) =>
  Type.Object({
    id: Type.String(),
    object_type: OneOf([objectType]),
    deleted: Type.Boolean(),
    deleted_at: Time,
  })

export const deletedJson = <Kind extends string>(object_type: Kind, id: string, deleted_at: string) => ({
  id,
  object_type,
  deleted: true,
  deleted_at,
})

const PageLinkFields = Type.Object({
  limit: Type.Integer(),
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  pagination_order: Type.String(),
})

export const Paging = Type.Object({
  cursors: Type.Object({
    before: Nullable(Type.String()),
    after: Nullable(Type.String()),
    next: Nullable(PageLinkFields),
    previous: Nullable(PageLinkFields),
  }),
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
})

export const PAGINATION_ORDERS = ['asc', 'desc'] as const

export const PageQuery = (
  resource:
    | 'inspection'
    | 'image'
    | 'history_entry'
    | 'webhook_delivery'
    | 'administration_event'
    | 'comparison'
    | 'capture_link'
    | 'erasure'
    | 'objection'
    | 'objection_link',
) =>
  ({
    limit: Type.Integer({
      minimum: 1,
      default: 100,
      description: 'rows per page; a larger value is reduced to the maximum',
    }),
    before: Type.Optional(IdOf(resource, { minLength: 1, description: 'the page ends before this ID' })),
    after: Type.Optional(IdOf(resource, { minLength: 1, description: 'the page starts after this ID' })),
    pagination_order: OneOf(PAGINATION_ORDERS, {
      default: 'desc',
      description: 'by time of creation; `desc` is newest first',
    }),
  }) as const

export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'URL of the page with cause and fix' }),
    title: Type.String({ description: 'title of the error' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'how to fix it' }),
    code: Type.String({ description: 'stable error code; branch on it' }),
    message: Type.String({ description: 'the same as `title`' }),
    request_id: Type.String({ description: 'ID of the request in the log' }),
    retryable: Type.Boolean({ description: 'whether the same request may succeed later' }),
    errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
      description: 'each invalid field and the rule it breaks',
    }),
  },
  { $id: 'Problem', additionalProperties: true },
)
