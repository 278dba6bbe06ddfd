import { Problem } from './problems.ts'

export type PageRequest = {
  limit: number
  before?: string
  after?: string
  pagination_order: 'asc' | 'desc'
}

export type PageLink = { limit: number; after?: string; before?: string; pagination_order: string }

/** `after` walks on in the order asked for, `before` walks back; both at once have no meaning. */
export function readPage(query: PageRequest, limitMax: number) {
  if (query.before !== undefined && query.after !== undefined)
    throw new Problem('request_invalid', {}, [{ field: 'before', message: 'cannot be combined with after' }])
  const backwards = query.before !== undefined
  const ascending = (query.pagination_order === 'asc') !== backwards
  return {
    limit: Math.min(query.limit, limitMax),
    cursor: query.before ?? query.after,
    backwards,
    /** The order the database walks in; a page asked for backwards is turned round afterwards. */
    direction: ascending ? ('asc' as const) : ('desc' as const),
    comparison: ascending ? ('>' as const) : ('<' as const),
    pagination_order: query.pagination_order,
  }
}

export type Page = ReturnType<typeof readPage>

/** `rows` hold one more than the limit when the walk can go on; a page that ended early says so itself. */
export function makePage<R extends { id: string }>(page: Page, rows: R[], more = rows.length > page.limit) {
  const data = rows.slice(0, page.limit)
  if (page.backwards) data.reverse()
  const first = data[0]?.id ?? null
  const last = data.at(-1)?.id ?? null
  const hasNext = page.backwards ? last !== null : more
  const hasPrevious = page.backwards ? more : page.cursor !== undefined && first !== null
  const { limit, pagination_order } = page
  const next: PageLink | null = hasNext && last ? { limit, after: last, pagination_order } : null
  const previous: PageLink | null = hasPrevious && first ? { limit, before: first, pagination_order } : null
  return {
    data,
    paging: {
      cursors: { before: first, after: last, next, previous },
      next: next?.after ?? null,
      previous: previous?.before ?? null,
    },
  }
}
