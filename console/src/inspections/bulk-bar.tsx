import { CircleCheck, FileText, type LucideIcon, Play, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { useRights } from '../session/permissions.ts'
import { BULK_ACTIONS, type BulkAction, NEEDS } from './bulk-actions.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { chooseNone, useListStore } from './list-store.ts'
import type { Row } from './row.ts'
import { useRowWords } from './row-words.ts'
import { useBulkRun } from './use-bulk-run.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

const ICONS: Record<BulkAction, LucideIcon> = {
  start: Play,
  validate: CircleCheck,
  report: FileText,
  delete: Trash2,
}

/** What can be done with the chosen rows, and how it goes. */
export function BulkBar({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('list')
  const rights = useRights()
  const words = useRowWords()
  const chosen = useListStore((state) => state.chosen)
  const { run, start, stop, close } = useBulkRun()
  const [isDeleting, setDeleting] = useState(false)
  const targets = rows.filter((row) => chosen.has(row.id))
  if (targets.length === 0 && !run) return null
  const reached = (action: BulkAction) => targets.filter((row) => rights.mayOn(NEEDS[action], row.ownerId))
  const begin = (action: BulkAction) =>
    start(
      action,
      reached(action).map((row) => ({ id: row.id, name: words.name(row) })),
    )
  return (
    <section
      aria-label={t('bulk.label')}
      className="sticky bottom-3 z-30 mx-auto flex w-full max-w-4xl flex-col gap-2 rounded-panel border border-line bg-panel p-2 shadow-xl max-md:bottom-2"
    >
      {run ? (
        <BulkOutcome run={run} onStop={stop} onClose={close} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <p className="ps-2 font-semibold">{t('bulk.chosen', { count: targets.length })}</p>
          <Button
            kind="ghost"
            aria-label={t('bulk.none')}
            touch="md"
            className="px-2 text-quiet max-md:min-w-[44px]"
            onClick={chooseNone}
          >
            <X aria-hidden className="size-4" />
          </Button>
          <div className="ms-auto flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
            {BULK_ACTIONS.filter((action) => rights.may(NEEDS[action])).map((action) => {
              const Icon = ICONS[action]
              return (
                <Button
                  key={action}
                  kind={action === 'delete' ? 'danger' : 'plain'}
                  disabled={reached(action).length === 0}
                  touch="md"
                  onClick={() => (action === 'delete' ? setDeleting(true) : begin(action))}
                >
                  <Icon aria-hidden className="size-4" />
                  {t(`bulk.${action}.action`)}
                </Button>
              )
            })}
          </div>
        </div>
      )}
      {isDeleting ? (
        <Suspense>
          <DeleteDialog
            names={reached('delete').map(words.name)}
            onClose={() => setDeleting(false)}
            onDelete={() => {
              setDeleting(false)
              begin('delete')
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
