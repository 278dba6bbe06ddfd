/** One place a search can find: address, page, heading, text. */
export type SearchEntry = readonly [url: string, page: string, heading: string, text: string]

export function searchPlaces(entries: readonly SearchEntry[], query: string): SearchEntry[]
export function patternOf(query: string): RegExp | null
