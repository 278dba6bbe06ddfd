import type { InspectionStatus } from '@walkaround/sdk'

export const STATUSES = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'DONE',
  'ERROR',
  'VALIDATED',
] as const satisfies readonly InspectionStatus[]

export type ListSearch = { status?: InspectionStatus | undefined; plate?: string | undefined }

/** What is not understood in an address is left out, not refused: links live long. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const status = STATUSES.find((name) => name === search.status)
  const plate = typeof search.plate === 'string' && search.plate !== '' ? search.plate : undefined
  return { ...(status ? { status } : {}), ...(plate ? { plate } : {}) }
}
