import { Check, CloudOff, CloudUpload, Redo2, RefreshCw, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../frame/use-is-online.ts'
import { Button } from '../look/button.tsx'
import { useEditScope, useEdits } from '../review/review-context.ts'
import { canDoAgain, canTakeBack } from './edit-queue.ts'

const icon = 'px-0 max-sm:min-h-[44px] max-sm:min-w-[44px]'

/** Whether everything is saved, always in sight. */
export function SaveState() {
  const { t } = useTranslation('review')
  const { queue } = useEditScope()
  const waiting = useEdits((state) => state.waiting.length)
  const isFailed = useEdits((state) => state.waiting.some((one) => one.isFailed))
  const isOffline = !useIsOnline()
  const isUndecided = useEdits((state) => state.conflict !== null)
  if (isUndecided) return <span className="text-bad text-sm">{t('save.waiting', { count: waiting })}</span>
  if (isOffline)
    return (
      <span className="inline-flex items-center gap-1 font-medium text-bad text-sm">
        <CloudOff aria-hidden className="size-4" />
        {t('save.offline', { count: waiting })}
      </span>
    )
  if (isFailed)
    return (
      <Button kind="danger" size="small" onClick={queue.retry}>
        <RefreshCw aria-hidden className="size-4" />
        {t('save.retry', { count: waiting })}
      </Button>
    )
  return (
    <span className="inline-flex items-center gap-1 text-quiet text-sm">
      {waiting > 0 ? (
        <CloudUpload aria-hidden className="size-4" />
      ) : (
        <Check aria-hidden className="size-4" />
      )}
      {waiting > 0 ? t('save.saving') : t('save.saved')}
    </span>
  )
}

export function UndoButtons() {
  const { t } = useTranslation('review')
  const { queue } = useEditScope()
  const canUndo = useEdits((state) => state.undo.length > 0 || state.waiting.some(canTakeBack))
  const canRedo = useEdits((state) => state.redo.length > 0 || state.waiting.some(canDoAgain))
  return (
    <>
      <Button className={icon} aria-label={t('keys.undo')} disabled={!canUndo} onClick={queue.undo}>
        <Undo2 aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
      <Button className={icon} aria-label={t('keys.redo')} disabled={!canRedo} onClick={queue.redo}>
        <Redo2 aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
    </>
  )
}
