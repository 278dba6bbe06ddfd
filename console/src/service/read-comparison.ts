import { type Client, type Comparison, type Entities, getComparison, listComparisons } from '@walkaround/sdk'

export const comparisonKey = (comparisonId: string) => ['comparison', comparisonId]
/** Under the inspection, so that everything of it is read again together. */
export const comparisonsKey = (inspectionId: string) => ['inspection', inspectionId, 'comparisons']

const COMPARISONS_MAX = 20

/** The comparisons an inspection is part of, the newest first. */
export async function readComparisons(client: Client, inspectionId: string): Promise<Comparison[]> {
  const { entities, result } = await listComparisons(client, { inspectionId, limit: COMPARISONS_MAX })
  return result.flatMap((id) => entities.comparisons?.[id] ?? [])
}

export async function readComparison(client: Client, id: string, signal?: AbortSignal): Promise<Entities> {
  const { entities } = await getComparison(client, id, signal ? { signal } : {})
  return entities
}
