import { Link } from '@tanstack/react-router'
import { Check, ChevronLeft, CloudUpload, Eye, EyeOff, Keyboard, Redo2, RefreshCw, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { useEdits, useReviewScope, useScreen } from './review-context.ts'
import { isOpen } from './review-model.ts'

export function ReviewBar() {
  const { t } = useTranslation('review')
  const { review, queue, screen } = useReviewScope()
  const isHidden = useScreen((state) => state.isHidden)
  const [canUndo, canRedo] = [
    useEdits((state) => state.undo.length > 0),
    useEdits((state) => state.redo.length > 0),
  ]
  const open = review.findings.filter(isOpen).length
  const isValidated = review.tasks.length > 0 && review.tasks.every((task) => task.status === 'VALIDATED')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Link
        to="/inspections"
        aria-label={t('bar.back')}
        className="inline-flex size-9 items-center justify-center rounded-control hover:bg-raised"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </Link>
      <h1 className="min-w-0 truncate font-bold text-lg">{review.title || t('bar.untitled')}</h1>
      <span className="rounded-full bg-minor px-2 py-0.5 font-semibold text-on-minor text-sm">
        {isValidated ? t('bar.validated') : t('bar.open', { count: open })}
      </span>
      <SaveState />
      <div className="flex flex-wrap items-center gap-2 lg:ms-auto">
        <Button className="px-0" aria-label={t('keys.undo')} disabled={!canUndo} onClick={queue.undo}>
          <Undo2 aria-hidden className="size-4" />
        </Button>
        <Button className="px-0" aria-label={t('keys.redo')} disabled={!canRedo} onClick={queue.redo}>
          <Redo2 aria-hidden className="size-4" />
        </Button>
        <Button
          aria-pressed={!isHidden}
          onClick={() => screen.setState({ isHidden: !isHidden })}
          className="max-sm:px-0"
        >
          {isHidden ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          <span className="max-sm:sr-only">{t('bar.damages')}</span>
        </Button>
        <Button
          className="px-0 max-sm:hidden"
          aria-label={t('keys.shortcuts')}
          onClick={() => screen.setState({ dialog: 'shortcuts' })}
        >
          <Keyboard aria-hidden className="size-4" />
        </Button>
        <Button kind="main" disabled={isValidated} onClick={() => screen.setState({ dialog: 'validate' })}>
          <Check aria-hidden className="size-4" />
          {t('bar.validate')}
        </Button>
      </div>
    </div>
  )
}

/** Whether everything is saved, always in sight. */
function SaveState() {
  const { t } = useTranslation('review')
  const { queue } = useReviewScope()
  const waiting = useEdits((state) => state.waiting.length)
  const isFailed = useEdits((state) => state.waiting.some((one) => one.isFailed))
  const isUnsaved = waiting > 0
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
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
