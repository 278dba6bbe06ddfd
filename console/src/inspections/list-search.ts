import type { InspectionStatus } from '@walkaround/sdk'

export const STATUSES = [
  'DONE',
  'IN_PROGRESS',
  'ERROR',
  'NOT_STARTED',
  'VALIDATED',
] as const satisfies readonly InspectionStatus[]

/** What the list shows. All of it stands in the address. */
export type ListSearch = {
  status?: InspectionStatus | undefined
  /** What was typed into the search field. */
  q?: string | undefined
  /** Only the person's own. */
  own?: true | undefined
  /** The dialog for a new inspection is open. */
  new?: true | undefined
}

/** The part of the search that chooses inspections, and can be kept under a name. */
export type Filter = Pick<ListSearch, 'status' | 'q' | 'own'>

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : ''

/** What is not understood in an address is left out, not refused: links live long. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const status = STATUSES.find((name) => name === search.status)
  const q = textOf(search.q)
  return {
    ...(status ? { status } : {}),
    ...(q ? { q } : {}),
    ...(search.own === true ? { own: true } : {}),
    ...(search.new === true ? { new: true } : {}),
  }
}

export const isFiltered = ({ status, q, own }: Filter): boolean => !!(status || q || own)

export const isSameFilter = (a: Filter, b: Filter): boolean =>
  a.status === b.status && a.q === b.q && !a.own === !b.own

/** The id of an inspection, which is opened rather than searched for. */
export function idIn(text: string): string | null {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text.trim()) ? text.trim().toLowerCase() : null
}
