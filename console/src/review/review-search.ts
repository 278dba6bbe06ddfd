export type ReviewSearch = { image?: string; damage?: string; zoom?: number }

export const ZOOM_MAX = 12

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What is shown lives in the address. What makes no sense there is left out. */
export function readReviewSearch(search: Record<string, unknown>): ReviewSearch {
  const [image, damage, zoom] = [textOf(search.image), textOf(search.damage), Number(search.zoom)]
  return {
    ...(image ? { image } : {}),
    ...(damage ? { damage } : {}),
    ...(zoom > 1 && zoom <= ZOOM_MAX ? { zoom } : {}),
  }
}
