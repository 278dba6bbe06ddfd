export const KINDS = [
  'damage',
  'view',
  'pricing',
  'vehicle',
  'image',
  'task',
  'report',
  'comparison',
  'inspection',
  'capture_link',
  'objection',
  'objection_link',
] as const
export type Kind = (typeof KINDS)[number]

export type HistorySearch = { kind?: Kind; person?: string }

/** What is shown lives in the address. What makes no sense there is left out. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const kind = KINDS.find((one) => one === search.kind)
  const person = typeof search.person === 'string' && search.person !== '' ? search.person : undefined
  return { ...(kind ? { kind } : {}), ...(person ? { person } : {}) }
}
