import { Link } from '@tanstack/react-router'
import { Check, ChevronLeft, Eye, EyeOff, Keyboard, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SaveState, UndoButtons } from '../edits/save-state.tsx'
import { Button } from '../look/button.tsx'
import { classes } from '../look/class-names.ts'
import { useReviewScope, useScreen } from './review-context.ts'
import { isOpen, isValidated } from './review-model.ts'
import { type Standing, standingOf } from './standing.ts'

const LOOK: Record<Standing, string> = {
  open: 'bg-minor text-on-minor',
  unanalysed: 'border border-quiet text-quiet',
  running: 'bg-chosen',
  failed: 'bg-raised text-bad',
  checked: 'bg-raised text-good',
  validated: 'bg-raised text-good',
}

export function ReviewBar() {
  const { t } = useTranslation('review')
  const { review, queue, screen, canEdit } = useReviewScope()
  const isHidden = useScreen((state) => state.isHidden)
  const open = review.findings.filter(isOpen).length
  const standing = standingOf(review)
  const isGood = standing === 'checked' || standing === 'validated'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Link
        to="/inspections/$inspectionId"
        params={{ inspectionId: review.id }}
        aria-label={t('bar.back')}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-raised"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </Link>
      <h1 className="min-w-0 truncate font-bold text-lg">{review.title || t('bar.untitled')}</h1>
      <span
        className={classes(
          'inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-semibold text-sm',
          LOOK[standing],
        )}
      >
        {isGood ? <Check aria-hidden className="size-3.5" /> : null}
        {standing === 'open' || standing === 'checked'
          ? t('bar.open', { count: open })
          : t(`bar.${standing}`)}
      </span>
      {canEdit ? (
        <SaveState queue={queue} />
      ) : (
        <span className="inline-flex items-center gap-1 text-quiet text-sm">
          <Lock aria-hidden className="size-4" />
          {t('bar.read_only')}
        </span>
      )}
      <div className="flex flex-wrap items-center gap-2 lg:ms-auto">
        {canEdit ? <UndoButtons queue={queue} /> : null}
        <Button
          aria-pressed={!isHidden}
          onClick={() => screen.setState({ isHidden: !isHidden })}
          className="max-sm:min-h-[44px] max-sm:min-w-[44px] max-sm:px-0"
        >
          {isHidden ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          <span className="max-sm:sr-only">{t('bar.damages')}</span>
        </Button>
        <Button
          className="px-0 max-lg:hidden"
          aria-label={t('keys.shortcuts')}
          onClick={() => screen.setState({ dialog: 'shortcuts' })}
        >
          <Keyboard aria-hidden className="size-4" />
        </Button>
        {canEdit ? (
          <Button
            kind={standing === 'open' || isGood ? 'main' : 'plain'}
            className="max-lg:hidden"
            disabled={isValidated(review)}
            onClick={() => screen.setState({ dialog: 'validate' })}
          >
            <Check aria-hidden className="size-4" />
            {t('bar.validate')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
