import { useQuery } from '@tanstack/react-query'
import { listHistory } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { OpenConflict } from '../edits/open-conflict.tsx'
import { useClient } from '../service/service-context.ts'
import { recordIdOf } from './edits/edited-record.ts'
import type { InspectionConflict as Conflict } from './edits/inspection-edits.ts'
import { useEditScope } from './review-context.ts'
import { useFieldWords } from './use-field-words.ts'

export default function InspectionConflict({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation(['review', 'edits'])
  const { review, queue } = useEditScope()
  const client = useClient()
  const id = recordIdOf(conflict.waiting.edit)
  const { data: who } = useQuery({
    queryKey: ['inspection', review.id, 'last-author', id, conflict.waiting.version],
    queryFn: async () => {
      const { entities, result } = await listHistory(client, review.id, { limit: 50 })
      const entries = result.flatMap((entry) => entities.historyEntries[entry] ?? [])
      return entries.find((entry) => entry.itemId === id)?.createdBy ?? null
    },
  })
  const finding = review.findings.find(
    (one) => one.id === id || one.severityId === id || one.shapes.some((shape) => shape.viewId === id),
  )
  return (
    <OpenConflict
      conflict={conflict}
      queue={queue}
      text={t(finding ? 'conflict.text' : 'conflict.elsewhere', {
        who: who ?? t('edits:conflict.somebody'),
        number: finding?.number ?? '',
      })}
      fieldName={(field) => t(`fields.${field}`)}
      valueName={useFieldWords()}
    />
  )
}
