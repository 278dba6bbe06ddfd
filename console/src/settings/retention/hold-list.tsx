import { Link } from '@tanstack/react-router'
import type { Hold } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { ExactMoment } from '../pieces/moment.tsx'
import { Panel } from '../pieces/panel.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { useHolds, useRelease } from './use-retention.ts'

/** The inspections that must stay, with why and since when. */
export function HoldList({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const [isAsking, setAsking] = useState(false)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useHolds()
  const holds = data?.pages.flatMap((page) => page.holds)
  return (
    <Panel
      title={t('retention.holds')}
      text={t('retention.holds_text')}
      action={
        mayWrite ? (
          <Button touch="sm" onClick={() => setAsking(true)}>
            {t('retention.hold')}
          </Button>
        ) : null
      }
    >
      <ErrorNote error={holds ? null : error} />
      {holds?.length === 0 ? <p className="mt-3 text-quiet">{t('retention.no_holds')}</p> : null}
      {holds?.length ? (
        <ul aria-label={t('retention.holds')} className="mt-3">
          {holds.map((hold) => (
            <HoldRow key={hold.id} hold={hold} mayWrite={mayWrite} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? (
        <Button touch="sm" className="mt-3" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('retention.more')}
        </Button>
      ) : null}
      {isAsking ? <HoldDialog onClose={() => setAsking(false)} /> : null}
    </Panel>
  )
}

function HoldRow({ hold, mayWrite }: { hold: Hold; mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const [isAsking, setAsking] = useState(false)
  const release = useRelease()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-medium">{hold.reason}</p>
        <p className="break-words text-quiet text-sm">
          <Link
            to="/inspections/$inspectionId"
            params={{ inspectionId: hold.id }}
            className="font-mono underline"
          >
            {hold.id}
          </Link>{' '}
          · {t('retention.held_by', { by: hold.createdBy })}{' '}
          {hold.createdAt ? <ExactMoment at={hold.createdAt} /> : null}
        </p>
      </div>
      {mayWrite ? (
        <Button touch="sm" onClick={() => setAsking(true)}>
          {t('retention.release')}
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t('retention.release_ask')}
          text={t('retention.release_text')}
          action={t('retention.release')}
          isRunning={release.isPending}
          error={release.error}
          onConfirm={() => release.mutate(hold.id, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  )
}
