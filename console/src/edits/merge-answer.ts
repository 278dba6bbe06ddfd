import type { Entities } from '@walkaround/sdk'

type Records = Record<string, { id: string; [field: string]: unknown }>

/** The records an answer brings go over those that are known, field by field. */
export function mergeAnswer(known: Entities, answer: Entities): Entities {
  const merged: Record<string, unknown> = { ...known }
  for (const [map, records] of Object.entries(answer)) {
    const before: Records = { ...(merged[map] as Records | undefined) }
    for (const [id, record] of Object.entries(records)) before[id] = mergeRecord(before[id], record)
    merged[map] = before
  }
  // Every map holds what it held before: records of its own kind.
  return merged as Entities
}

/** What is deleted is answered by little more than its id: the rest stays known, for what can be brought back. */
function mergeRecord(before: Records[string] | undefined, { ...record }: Records[string]): Records[string] {
  if (record.deleted !== true) return { ...before, ...record }
  return { ...before, id: record.id, deletedAt: before?.deletedAt ?? new Date().toISOString() }
}
