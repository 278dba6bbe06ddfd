import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Client,
  type CreateObjectionDecisionBody,
  type CreateObjectionLinkBody,
  createObjectionDecision,
  createObjectionLink,
  getObjectionSettings,
  type ListObjectionsQuery,
  listObjections,
  type Objection,
  updateObjectionSettings,
} from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'

const KEY = ['objections']
const AT_ONCE = 25

export const FILTERS = ['open', 'overdue', 'decided'] as const
export type Filter = (typeof FILTERS)[number]
const QUERIES: Record<Filter, ListObjectionsQuery> = {
  open: { status: 'open' },
  overdue: { isOverdue: true },
  decided: { status: 'decided' },
}

export function useObjections(filter: Filter) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...KEY, 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...QUERIES[filter], limit: AT_ONCE, ...(pageParam ? { after: pageParam } : {}) }
      const { entities, result, paging } = await listObjections(client, query, { signal })
      const objections: Objection[] = result.flatMap((id) => entities.objections?.[id] ?? [])
      return { objections, next: paging.cursors.next?.after }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

export function useObjectionSettings() {
  const client = useClient()
  return useQuery({
    queryKey: [...KEY, 'settings'],
    queryFn: ({ signal }) => getObjectionSettings(client, { signal }),
  })
}

/** A change, after which lists and settings are read again. */
function useChange<Value, Answer>(work: (client: Client, value: Value) => Promise<Answer>) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: Value) => work(client, value),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

/** Refused when somebody else has decided meanwhile. */
export const useDecide = ({ id, version }: Objection) =>
  useChange((client, body: CreateObjectionDecisionBody) =>
    createObjectionDecision(client, id, body, version ? { version } : {}),
  )

export const useUpdatePromise = (version: number) =>
  useChange((client, answerDays: number) => updateObjectionSettings(client, { answerDays }, { version }))

/** The address and the code, which is shown this once. */
export const useCreateLink = () =>
  useChange(async (client, body: CreateObjectionLinkBody) => {
    const { entities, result } = await createObjectionLink(client, body)
    const { url = '', accessCode = '' } = entities.objectionLinks?.[result] ?? {}
    return { url, accessCode }
  })
