import type { SearchEntry } from './site-pages.ts'

export function searchPlaces(entries: readonly SearchEntry[], query: string): SearchEntry[]
export function patternOf(query: string): RegExp | null
