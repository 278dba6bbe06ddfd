import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useRights } from '../../session/permissions.ts'
import { ExactMoment } from '../../settings/pieces/moment.tsx'
import { useHoldOf, useRelease } from '../../settings/retention/use-retention.ts'
import { useInspection } from '../inspection-context.ts'

const HoldDialog = lazy(async () => ({
  default: (await import('../../settings/retention/hold-dialog.tsx')).HoldDialog,
}))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../settings/pieces/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Whether rules and erasures must leave the inspection alone. Not there for those who may not ask. */
export function HoldPanel() {
  const { reachesOrganization } = useRights()
  return reachesOrganization('read') ? <Hold mayWrite={reachesOrganization('write')} /> : null
}

function Hold({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const { inspectionId } = useInspection()
  const { data: hold } = useHoldOf(inspectionId)
  const release = useRelease()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  if (hold === undefined || (hold === null && !mayWrite)) return null
  return (
    <TitledPanel
      title={t('retention.hold_title')}
      action={
        mayWrite ? (
          <Button touch="sm" onClick={() => setAsking(true)}>
            {t(hold ? 'retention.release' : 'retention.hold_this')}
          </Button>
        ) : null
      }
    >
      {hold ? (
        <>
          <p className="break-words font-medium">{hold.reason}</p>
          <p className="break-words text-quiet text-sm">
            {t('retention.held_by', { by: hold.createdBy })}{' '}
            {hold.createdAt ? <ExactMoment at={hold.createdAt} /> : null}
          </p>
        </>
      ) : (
        <p className="text-quiet">{t('retention.not_held')}</p>
      )}
      <Suspense>
        {isAsking && hold ? (
          <ConfirmDialog
            title={t('retention.release_ask')}
            text={t('retention.release_text')}
            action={t('retention.release')}
            isRunning={release.isPending}
            error={release.error}
            onConfirm={() => release.mutate(inspectionId, { onSuccess: close })}
            onClose={close}
          />
        ) : null}
        {isAsking && !hold ? <HoldDialog inspectionId={inspectionId} onClose={close} /> : null}
      </Suspense>
    </TitledPanel>
  )
}
