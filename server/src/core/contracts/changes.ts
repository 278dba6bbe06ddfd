import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'

/** What a correction changed: each field as it was and as it is. */
export type Changes = Record<string, { before: unknown; after: unknown }>

const Value = { description: 'as the resource itself shows it' }

export const FieldChanges = (description: string) =>
  Type.Unsafe<Changes>({
    type: 'object',
    description,
    additionalProperties: {
      type: 'object',
      required: ['before', 'after'],
      properties: { before: Value, after: Value },
    },
  })

/** The fields that differ. A thing that was not there before had none of them. */
export function changesOf(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const pairs = Object.entries(after).map(
    ([field, value]) => [field, { before: before?.[field] ?? null, after: value ?? null }] as const,
  )
  return Object.fromEntries(pairs.filter(([, { before, after }]) => !isDeepStrictEqual(before, after)))
}
