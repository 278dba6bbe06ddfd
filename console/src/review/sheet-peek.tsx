import { Check, ChevronLeft, ChevronRight, Pencil, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { useLabels } from '../look/use-labels.ts'
import { StartAnalysis } from './analysis-note.tsx'
import { useReviewScope, useScreen } from './review-context.ts'
import { isOpen, isValidated } from './review-model.ts'
import { SheetDrawing } from './sheet-drawing.tsx'
import { standingOf } from './standing.ts'

/** The damage that is looked at, the way to the next one, and what can be said of it. */
export function SheetPeek() {
  const { t } = useTranslation('review')
  const { review, finding, actions, canEdit } = useReviewScope()
  const labels = useLabels()
  const tool = useScreen((state) => state.tool)
  const open = review.findings.filter(isOpen).length
  const standing = standingOf(review)
  const part = labels.parts[finding?.partType ?? 'ignore']
  return (
    <div className="grid shrink-0 gap-2 px-3 pb-3">
      <div className="flex items-center gap-2">
        <Step label={t('keys.previous_damage')} onClick={() => actions.stepFinding(-1)}>
          <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
        </Step>
        <p className="min-w-0 flex-1 text-center leading-snug">
          <span className="block truncate font-semibold">
            {finding ? [finding.label, part].filter(Boolean).join(' ') : t('sheet.none')}
          </span>
          <span className="block truncate text-quiet text-sm">
            {finding
              ? `${labels.damage_types[finding.damageType]} · ${t(`state.${finding.state}`)}`
              : standing === 'open' || standing === 'checked'
                ? t('bar.open', { count: open })
                : t(`bar.${standing}`)}
          </span>
        </p>
        <Step label={t('keys.next_damage')} onClick={() => actions.stepFinding(1)}>
          <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
        </Step>
      </div>
      {canEdit && tool !== 'select' ? <SheetDrawing /> : null}
      {canEdit && tool === 'select' ? <Answers /> : null}
    </div>
  )
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="touch" kind="ghost" className="px-0" aria-label={label} onClick={onClick}>
      {children}
    </Button>
  )
}

/** When nothing is left to check the way on is to validate. */
function Answers() {
  const { t } = useTranslation('review')
  const { review, finding, actions, picture, screen } = useReviewScope()
  const standing = standingOf(review)
  const isAllChecked = standing !== 'open'
  const isGood = standing === 'checked' || standing === 'validated'
  const isHere = finding?.shapes.some((shape) => shape.imageId === picture?.id) ?? false
  return (
    <div className="flex gap-2">
      {finding?.state === 'proposed' ? (
        <Button size="touch" kind="main" className="flex-1 px-2" onClick={() => actions.confirm(finding)}>
          <Check aria-hidden className="size-5" />
          {t('sheet.confirm')}
        </Button>
      ) : null}
      {finding && finding.state !== 'rejected' ? (
        <Button size="touch" className="flex-1 px-2" onClick={() => actions.reject(finding)}>
          <X aria-hidden className="size-5" />
          {t('sheet.reject')}
        </Button>
      ) : null}
      {finding?.state === 'rejected' ? (
        <Button size="touch" className="flex-1 px-2" onClick={() => actions.restore(finding)}>
          <RotateCcw aria-hidden className="size-5" />
          {t('keys.restore')}
        </Button>
      ) : null}
      {finding && isHere && finding.state !== 'rejected' ? (
        <Button size="touch" className="px-0" aria-label={t('tools.edit')} onClick={actions.editPoints}>
          <Pencil aria-hidden className="size-5" />
        </Button>
      ) : null}
      {finding || isAllChecked ? null : (
        <Button size="touch" kind="main" className="flex-1 px-2" onClick={() => actions.stepFinding(1)}>
          {t('sheet.start')}
        </Button>
      )}
      {!finding && standing === 'unanalysed' ? <StartAnalysis review={review} mayStart /> : null}
      {!finding || isAllChecked ? (
        <Button
          size="touch"
          kind={isGood ? 'main' : 'plain'}
          className="flex-1 px-2"
          disabled={isValidated(review)}
          onClick={() => screen.setState({ dialog: 'validate' })}
        >
          <Check aria-hidden className="size-5" />
          {t('bar.validate')}
        </Button>
      ) : null}
    </div>
  )
}
