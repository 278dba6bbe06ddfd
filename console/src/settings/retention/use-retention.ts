import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type Client,
  type GetRetentionBeside,
  getRetention,
  type Hold,
  holdInspection,
  listHolds,
  type PreviewRetentionBeside,
  previewRetention,
  releaseInspection,
  type UpdateRetentionBody,
  updateRetention,
} from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'

const KEY = ['retention']
const HOLDS_KEY = [...KEY, 'holds']
const HOLDS_AT_ONCE = 25

export type Retention = GetRetentionBeside
export type Due = NonNullable<PreviewRetentionBeside['inspections']>
export const RULES = [
  'inspectionsDays',
  'deletedInspectionsDays',
  'validatedInspectionsDays',
  'originalsDays',
  'reportsDays',
  'auditDays',
] as const
export type Rule = (typeof RULES)[number]
export type Days = Record<Rule, number | null>
/** What goes: inspections with everything in them, files of inspections that stay, or entries of the audit. */
export const KINDS = {
  due: ['inspectionsDays', 'deletedInspectionsDays', 'validatedInspectionsDays'],
  files: ['originalsDays', 'reportsDays'],
  audit: ['auditDays'],
} as const satisfies Record<string, readonly Rule[]>

export const forEachRule = <T>(make: (rule: Rule) => T): Record<Rule, T> => ({
  inspectionsDays: make('inspectionsDays'),
  deletedInspectionsDays: make('deletedInspectionsDays'),
  validatedInspectionsDays: make('validatedInspectionsDays'),
  originalsDays: make('originalsDays'),
  reportsDays: make('reportsDays'),
  auditDays: make('auditDays'),
})

export function useRetention() {
  const client = useClient()
  return useQuery({
    queryKey: [...KEY, 'rules'],
    queryFn: ({ signal }): Promise<Retention> => getRetention(client, { signal }),
  })
}

/** What these rules would erase now. */
export function usePreview(days: Days) {
  const client = useClient()
  return useQuery({
    queryKey: [...KEY, 'preview', days],
    queryFn: async ({ signal }): Promise<Record<Rule, Due | null>> => {
      const asked = Object.fromEntries(RULES.flatMap((rule) => (days[rule] ? [[rule, days[rule]]] : [])))
      const preview = await previewRetention(client, asked, { signal })
      const found: Record<Rule, Due | null> = {
        inspectionsDays: preview.inspections,
        deletedInspectionsDays: preview.deletedInspections,
        validatedInspectionsDays: preview.validatedInspections,
        originalsDays: preview.originals,
        reportsDays: preview.reports,
        auditDays: preview.audit,
      }
      return forEachRule((rule) => (days[rule] ? found[rule] : null))
    },
    placeholderData: keepPreviousData,
  })
}

/** A change, after which rules, preview and holds are read again. */
function useChange<Value>(work: (client: Client, value: Value) => Promise<unknown>) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: Value) => work(client, value),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export const useUpdateRetention = (version: number) =>
  useChange((client, body: UpdateRetentionBody) => updateRetention(client, body, { version }))

export const useHold = () =>
  useChange((client, { inspectionId, reason }: { inspectionId: string; reason: string }) =>
    holdInspection(client, inspectionId, { reason }),
  )

export const useRelease = () =>
  useChange((client, inspectionId: string) => releaseInspection(client, inspectionId))

/** The hold of one inspection, or null. */
export function useHoldOf(inspectionId: string) {
  const client = useClient()
  return useQuery({
    queryKey: [...HOLDS_KEY, inspectionId],
    queryFn: async ({ signal }): Promise<Hold | null> => {
      const { entities } = await listHolds(client, { inspectionId, limit: 1 }, { signal })
      return entities.holds?.[inspectionId] ?? null
    },
  })
}

export function useHolds() {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: HOLDS_KEY,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: HOLDS_AT_ONCE, ...(pageParam ? { after: pageParam } : {}) }
      const { entities, result, paging } = await listHolds(client, query, { signal })
      const holds: Hold[] = result.flatMap((id) => entities.holds?.[id] ?? [])
      return { holds, next: paging.cursors.next?.after }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
