import { isDeepStrictEqual } from 'node:util'

/** What a correction changed: each field as it was and as it is. */
export type Changes = Record<string, { before: unknown; after: unknown }>

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
