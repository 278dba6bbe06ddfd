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

/** Saves what the filter shows, all of it, one entry a line. */
export function useSaveAudit(filter: AuditFilter) {
  const client = useClient()
  return useMutation({
    mutationFn: async () => {
      const lines: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const query: ListAuditEntriesQuery = queryOf(filter, ENTRIES_TO_SAVE_AT_ONCE, after)
        const { entities, result, paging } = await listAuditEntries(client, query)
        lines.push(...result.map((id) => JSON.stringify(entities.auditEntries?.[id])))
        after = paging.next ?? null
      }
      download(`${lines.join('\n')}\n`, 'walkaround-audit.jsonl')
    },
  })
}
