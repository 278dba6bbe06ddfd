import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Client, countInspections, listInspections, type Page } from '@walkaround/sdk'
import { useMemo } from 'react'
import { useClient } from '../service/service-context.ts'
import { useRights } from '../session/permissions.ts'
import type { Filter } from './list-search.ts'
import { rowsOf } from './row.ts'

export const PAGE_SIZE = 50
export const COUNT_KEY = ['inspections', 'count'] as const

export type ListData = InfiniteData<Page, string>
type Asked = ReturnType<typeof askedOf>

/** One letter says nothing yet, and the service does not look for it. */
const SEARCH_LENGTH_MIN = 2

function askedOf({ status, q = '', own }: Filter, reachesOrganization: boolean) {
  return {
    ownershipFilter: reachesOrganization && !own ? 'organization_resources' : 'own_resources',
    showDeleted: false,
    ...(q.length >= SEARCH_LENGTH_MIN ? { search: q } : {}),
    ...(status ? { inspectionStatus: status } : {}),
  } as const
}

export function readPage(client: Client, asked: Asked, after: string, limit: number, signal?: AbortSignal) {
  const query = { ...asked, verbose: '1', limit, ...(after ? { after } : {}) } as const
  return listInspections(client, query, signal ? { signal } : {})
}

/** The inspections that match, page after page, and how many there are in each state. */
export function useInspectionList(filter: Filter) {
  const client = useClient()
  const { reachesOrganization } = useRights()
  const { status, q, own } = filter
  const reaches = reachesOrganization('read')
  const asked = useMemo(() => askedOf({ status, q, own }, reaches), [status, q, own, reaches])
  const { inspectionStatus: _, ...inAnyState } = asked
  const listKey = useMemo(() => ['inspections', 'list', asked] as const, [asked])
  const counts = useQuery({
    queryKey: [...COUNT_KEY, inAnyState],
    queryFn: ({ signal }) => countInspections(client, inAnyState, { signal }),
    placeholderData: keepPreviousData,
  })
  const list = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => readPage(client, asked, pageParam, PAGE_SIZE, signal),
    initialPageParam: '',
    getNextPageParam: ({ paging }) => paging.cursors.next?.after ?? undefined,
    // Events say what to read again; reading every page that was ever loaded would be a lot each time.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages
  const rows = useMemo(() => rowsOf(pages ?? []), [pages])
  return { asked, listKey, list, rows, counts: counts.data, areCountsOld: counts.isPlaceholderData }
}
