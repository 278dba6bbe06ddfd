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
export const Version = Type.Integer({ minimum: 1, description: 'goes up with every change' })
export const Time = Type.String({ description: 'ISO 8601, UTC' })

/** The kinds of things that have ids in requests. */
export const RESOURCES = ['inspection', 'image', 'task', 'damage', 'view', 'pricing', 'severity'] as const

/** An id of another thing, named so that authorization tests can be generated from the document. */
export const IdOf = (resource: (typeof RESOURCES)[number], options: object = {}) =>
  Type.String({ maxLength: 100, 'x-resource': resource, ...options })

/** What a delete answers; a repeat answers the same. */
export const Deleted = (objectType: string) =>
  Type.Object({
    id: Type.String(),
    object_type: OneOf([objectType]),
    deleted: Type.Boolean(),
    deleted_at: Time,
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

export const PageQuery = (resource: 'inspection' | 'image') =>
  ({
    limit: Type.Integer({ minimum: 1, default: 100 }),
    before: Type.Optional(IdOf(resource, { minLength: 1 })),
    after: Type.Optional(IdOf(resource, { minLength: 1 })),
    pagination_order: OneOf(PAGINATION_ORDERS, { default: 'desc' }),
  }) as const

export const ProblemBody = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    message: Type.String(),
    request_id: Type.String(),
    retryable: Type.Boolean(),
    errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  },
  { $id: 'Problem', additionalProperties: true },
)
