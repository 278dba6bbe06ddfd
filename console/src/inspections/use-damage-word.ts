import { useQuery } from '@tanstack/react-query'
import { listTasks } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { type Analysis, analysisOf } from '../review/analysis.ts'
import { useClient } from '../service/service-context.ts'
import type { Row } from './row.ts'
import { tasksKey } from './row-progress.tsx'

/** Null while it is not known. Asked only where it makes a difference: of a row without damages that was begun. */
function useAnalysis({ id, damages, status }: Row): Analysis | null {
  const client = useClient()
  const isAsked = damages === 0 && status !== 'NOT_STARTED'
  const { data } = useQuery({
    queryKey: tasksKey(id),
    queryFn: async ({ signal }) => Object.values((await listTasks(client, id, { signal })).entities.tasks),
    enabled: isAsked,
  })
  if (!isAsked) return status === 'NOT_STARTED' ? 'not_started' : 'done'
  return data ? analysisOf(data) : null
}

/** How many damages; where there are none, whether anybody has looked. */
export function useDamageWord(row: Row): string {
  const { t } = useTranslation('list')
  const analysis = useAnalysis(row)
  if (row.damages > 0 || analysis === 'done') return t('damages', { count: row.damages })
  if (analysis === null) return '–'
  return t(`analysis.${analysis === 'running' || analysis === 'failed' ? analysis : 'none'}`)
}
