import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createComparisonRun, listHistory } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { toast } from '../look/toast.ts'
import { useDateTime } from '../look/use-date-time.ts'
import { comparisonKey } from '../service/read-comparison.ts'
import { useClient } from '../service/service-context.ts'
import { useCompare } from './compare-context.ts'

/** Makes the comparison again from what the two inspections are now. */
export function useCompareAnew() {
  const { t } = useTranslation('edits')
  const client = useClient()
  const queries = useQueryClient()
  const { id } = useCompare().compared
  return useMutation({
    mutationFn: () => createComparisonRun(client, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: comparisonKey(id) }),
    onError: (error) => toast.error(t('save.refused', { message: error.message })),
  })
}

/** Who changed what since, in one sentence; null while it is not known. */
export function useChanges(): string | null {
  const { t } = useTranslation('compare')
  const client = useClient()
  const dateTime = useDateTime()
  const { compared, earlier, later } = useCompare()
  const since = compared.doneAt
  const { data } = useQuery({
    queryKey: [...comparisonKey(compared.id), 'changes', since],
    queryFn: async () => {
      const sides = [later, earlier].filter(({ isGone }) => !isGone)
      const pages = await Promise.all(sides.map(({ id }) => listHistory(client, id, { limit: 10 })))
      const entries = pages.flatMap(({ entities }) => Object.values(entities.historyEntries))
      return entries
        .filter(
          ({ createdAt, type }) => (createdAt ?? '') > (since ?? '') && !type?.startsWith('comparison.'),
        )
        .toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? 1 : -1))
        .at(0)
    },
    enabled: compared.isOutdated && since !== null,
  })
  if (!data?.createdAt) return null
  return t('outdated.by', { person: data.createdBy ?? '', time: dateTime(data.createdAt) })
}
