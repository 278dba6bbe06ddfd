import { useQuery } from '@tanstack/react-query'
import { listComparisonHistory } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '../edits/edit-state.ts'
import { OpenConflict } from '../edits/open-conflict.tsx'
import { comparisonKey } from '../service/read-comparison.ts'
import { useClient } from '../service/service-context.ts'
import { useCompare } from './compare-context.ts'
import type { PlaceEdit } from './edits/place-edit.ts'
import { useFactName } from './use-fact-name.ts'

export default function PlaceConflict({ conflict }: { conflict: Conflict<PlaceEdit> }) {
  const { t } = useTranslation(['compare', 'edits'])
  const { compared, queue } = useCompare()
  const client = useClient()
  const factName = useFactName()
  const { edit, version } = conflict.waiting
  const { number } = compared.places.find(({ id }) => id === edit.placeId) ?? {}
  const { data: who } = useQuery({
    queryKey: [...comparisonKey(compared.id), 'last-author', number, version],
    queryFn: async () => {
      const { entities, result } = await listComparisonHistory(client, compared.id, { limit: 50 })
      const entries = result.flatMap((entry) => entities.historyEntries[entry] ?? [])
      const isOfPlace = (path: string) => path.startsWith(`places.${number}.`)
      return entries.find(({ changes }) => Object.keys(changes ?? {}).some(isOfPlace))?.createdBy ?? null
    },
  })
  return (
    <OpenConflict
      conflict={conflict}
      queue={queue}
      text={t('history.changed', { who: who ?? t('edits:conflict.somebody'), number })}
      fieldName={(field) => t(`history.${field}`)}
      valueName={(_, value) => factName(value)}
    />
  )
}
