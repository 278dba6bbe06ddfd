import { Check, CloudOff, CloudUpload, Redo2, RefreshCw, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useIsOnline } from '../frame/use-is-online.ts'
import { Button } from '../look/button.tsx'
import { classes } from '../look/class-names.ts'
import { canDoAgain, canTakeBack, type QueueControls } from './edit-state.ts'

const icon = 'px-0 max-sm:min-h-[44px] max-sm:min-w-[44px]'

/** Whether everything is saved, always in sight. `className` is for the state in which nothing is to be done. */
export function SaveState({ queue, className }: { queue: QueueControls; className?: string }) {
  const { t } = useTranslation('edits')
  const waiting = useStore(queue, (state) => state.waiting.length)
  const isFailed = useStore(queue, (state) => state.waiting.some((one) => one.isFailed))
  const isOffline = !useIsOnline()
  const isUndecided = useStore(queue, (state) => state.conflict !== null)
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
    <span className={classes('inline-flex items-center gap-1 text-quiet text-sm', className)}>
      {waiting > 0 ? (
        <CloudUpload aria-hidden className="size-4" />
      ) : (
        <Check aria-hidden className="size-4" />
      )}
      {waiting > 0 ? t('save.saving') : t('save.saved')}
    </span>
  )
}

type UndoProps = { queue: QueueControls; undo?: () => void; redo?: () => void }

/** A screen that also shows what was undone says how. */
export function UndoButtons({ queue, undo = queue.undo, redo = queue.redo }: UndoProps) {
  const { t } = useTranslation('edits')
  const canUndo = useStore(queue, (state) => state.undo.length > 0 || state.waiting.some(canTakeBack))
  const canRedo = useStore(queue, (state) => state.redo.length > 0 || state.waiting.some(canDoAgain))
  return (
    <>
      <Button className={icon} aria-label={t('undo')} disabled={!canUndo} onClick={undo}>
        <Undo2 aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
      <Button className={icon} aria-label={t('redo')} disabled={!canRedo} onClick={redo}>
        <Redo2 aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
    </>
  )
}
