import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type AuditEntry, type ListAuditEntriesQuery, listAuditEntries } from '@walkaround/sdk'
import { download } from '../../look/download.ts'
import { useClient } from '../../service/service-context.ts'

export type AuditFilter = { subject: string; operation: string; inspectionId: string }

const ENTRIES_AT_ONCE = 50
const ENTRIES_TO_SAVE_AT_ONCE = 1_000

const queryOf = (filter: AuditFilter, limit: number, after: string): ListAuditEntriesQuery => ({
  limit,
  ...(after ? { after } : {}),
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
})

/** Newest first, page by page. */
export function useAudit(filter: AuditFilter) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = queryOf(filter, ENTRIES_AT_ONCE, pageParam)
      const { entities, result, paging } = await listAuditEntries(client, query, { signal })
      const entries: AuditEntry[] = result.flatMap((id) => entities.auditEntries?.[id] ?? [])
      return { entries, next: paging.next ?? undefined }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** Saves what the filter shows, all of it, one entry a line, in the order in which a chain is verified. */
export function useSaveAudit(filter: AuditFilter) {
  const client = useClient()
  return useMutation({
    mutationFn: async () => {
      const lines: string[] = []
      const query = { ...queryOf(filter, ENTRIES_TO_SAVE_AT_ONCE, ''), paginationOrder: 'asc' } as const
      const entries = listAuditEntries(client, query)
      for await (const entry of entries) lines.push(JSON.stringify(entry))
      download(`${lines.join('\n')}\n`, 'walkaround-audit.jsonl')
    },
  })
}
