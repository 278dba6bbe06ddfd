import { useQuery } from '@tanstack/react-query'
import { listHistory } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { recordIdOf } from '../review/edits/edited-record.ts'
import type { InspectionConflict } from '../review/edits/inspection-edits.ts'
import { useEditScope } from '../review/review-context.ts'
import { useFieldWords } from '../review/use-field-words.ts'
import { useClient } from '../service/service-context.ts'

/** Somebody changed the same thing in the meantime. Nothing more is sent until it is decided. */
export default function OpenConflict({ conflict }: { conflict: InspectionConflict }) {
  const { t } = useTranslation('review')
  const { review, queue } = useEditScope()
  const client = useClient()
  const [areBothShown, setAreBothShown] = useState(false)
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
    <div role="alert" className="rounded-panel border border-bad bg-panel p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto font-semibold">
          {t(finding ? 'conflict.text' : 'conflict.elsewhere', {
            who: who ?? t('conflict.somebody'),
            number: finding?.number ?? '',
          })}
        </p>
        <Button kind="main" onClick={queue.keepMine}>
          {t('conflict.mine')}
        </Button>
        <Button onClick={queue.takeTheirs}>{t('conflict.theirs')}</Button>
        <Button aria-expanded={areBothShown} onClick={() => setAreBothShown(!areBothShown)}>
          {t('conflict.both')}
        </Button>
      </div>
      {areBothShown ? <Both conflict={conflict} /> : null}
    </div>
  )
}

function Both({ conflict: { waiting, theirs } }: { conflict: InspectionConflict }) {
  const { t } = useTranslation('review')
  const shown = useFieldWords()
  const { edit, seen } = waiting
  const mine: Record<string, unknown> = {
    ...seen,
    ...(edit.kind === 'damage' ? edit : {}),
    ...(edit.kind === 'severity' || edit.kind === 'vehicle' ? edit.fields : {}),
    ...(edit.kind === 'reject' ? { isRejected: true } : {}),
    ...(edit.kind === 'redraw' ? { polygons: edit.polygons } : {}),
    ...(edit.kind === 'severity' && edit.fields.repairOperation
      ? { isReplaced: edit.fields.repairOperation === 'replace' }
      : {}),
  }
  const different = Object.keys(theirs).filter(
    (field) => shown(field, mine[field]) !== shown(field, theirs[field]),
  )
  return (
    <table className="mt-3 w-full max-w-2xl text-start">
      <thead className="text-quiet text-sm">
        <tr>
          <td />
          <th className="text-start font-medium">{t('conflict.column_mine')}</th>
          <th className="text-start font-medium">{t('conflict.column_theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {different.map((field) => (
          <tr key={field} className="border-line border-t">
            <th scope="row" className="py-1 text-start font-normal text-quiet">
              {t(`fields.${field}`)}
            </th>
            <td>{shown(field, mine[field])}</td>
            <td>{shown(field, theirs[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
