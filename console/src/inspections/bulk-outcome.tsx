import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import type { BulkRun } from './use-bulk-run.ts'

type Props = { run: BulkRun; onStop: () => void; onClose: () => void }

/** How far it is, and in the end what did not work, row by row. */
export function BulkOutcome({ run, onStop, onClose }: Props) {
  const { t } = useTranslation('list')
  const { action, done, total, failures, isOver } = run
  const good = done - failures.length
  return (
    <div className="flex flex-col gap-2 p-1">
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold">
          {isOver ? t(`bulk.${action}.done`, { count: good }) : t(`bulk.${action}.running`, { done, total })}
        </p>
        {failures.length > 0 ? (
          <p className="font-medium text-bad">{t('bulk.failed', { count: failures.length })}</p>
        ) : null}
        <Button touch="md" className="ms-auto" onClick={isOver ? onClose : onStop}>
          {t(isOver ? 'bulk.close' : 'bulk.stop')}
        </Button>
      </div>
      {isOver ? null : (
        <div
          role="progressbar"
          aria-label={t(`bulk.${action}.action`)}
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={total}
          className="h-1.5 overflow-hidden rounded-full bg-raised"
        >
          <div className="h-full bg-accent" style={{ width: `${(done / total) * 100}%` }} />
        </div>
      )}
      {failures.length > 0 ? (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('bulk.failures')}
          className="max-h-40 overflow-y-auto rounded-control border border-line"
        >
          {failures.map(({ id, name, message }) => (
            <li key={id} className="border-line border-b px-3 py-1.5 last:border-b-0">
              <span className="font-medium">{name}</span> <span className="text-quiet">{message}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
