import { create } from 'zustand'
import { type Filter, isSameFilter, readListSearch } from './list-search.ts'

export type SavedFilter = { name: string; filter: Filter }

const KEY = 'walkaround.saved-filters'

/** Kept in this browser. What cannot be read is forgotten: it is a convenience, not data. */
function read(): SavedFilter[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(saved)) return []
    return saved.flatMap((one) =>
      typeof one?.name === 'string' ? [{ name: one.name, filter: readListSearch({ ...one.filter }) }] : [],
    )
  } catch {
    return []
  }
}

export const useSavedFilters = create<{ filters: readonly SavedFilter[] }>(() => ({ filters: read() }))

function write(filters: readonly SavedFilter[]): void {
  localStorage.setItem(KEY, JSON.stringify(filters))
  useSavedFilters.setState({ filters })
}

/** A name that is there already gets the new filter. */
export function saveFilter(name: string, { status, q, own }: Filter): void {
  const others = useSavedFilters.getState().filters.filter((one) => one.name !== name)
  write([...others, { name, filter: { status, q, own } }])
}

export function deleteFilter(name: string): void {
  write(useSavedFilters.getState().filters.filter((one) => one.name !== name))
}

export const savedAs = (filters: readonly SavedFilter[], filter: Filter): SavedFilter | undefined =>
  filters.find((one) => isSameFilter(one.filter, filter))
