import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { useLabels } from '../look/use-labels.ts'
import { Charge } from './charge.tsx'
import { UndoButtons } from './compare-bar.tsx'
import { useCompare, useScreen } from './compare-context.ts'
import { Answers, Decide } from './decide.tsx'
import { VerdictChip } from './verdict-mark.tsx'
import { Why } from './why.tsx'

/** On a phone: the place with its answers under the thumb, everything else when it is opened. */
export function PhoneSheet({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation('compare')
  const labels = useLabels()
  const { place, canEdit, actions } = useCompare()
  const asked = useScreen((state) => state.asked)
  const isNoting = useScreen((state) => state.isNoting)
  const [isOpen, setIsOpen] = useState(false)
  // Of one place: the next is shown with its short answers again.
  const [changed, setChanged] = useState<string | null>(null)
  if (!place) return null
  const isChanging = changed === place.id
  const [reason] = place.reasons
  const said = reason && i18n.exists(`compare:reason.${reason.reason}`) ? t(`reason.${reason.reason}`) : null
  const Chevron = isOpen ? ChevronDown : ChevronUp
  const isDeciding = isChanging || asked !== null || isNoting
  return (
    <section
      aria-label={t('sheet.label')}
      className="-mx-3 -mb-3 sticky bottom-0 z-20 flex max-h-[85dvh] flex-col overflow-y-auto rounded-t-panel border-line border-t bg-panel pb-[env(safe-area-inset-bottom)] shadow-[0_-4px_16px_rgb(0_0_0/0.15)]"
    >
      <div className="grid gap-2 p-3">
        <div className="flex items-center gap-1">
          <Button
            size="touch"
            kind="ghost"
            className="px-0"
            aria-label={t('keys.previous')}
            onClick={() => actions.step(-1)}
          >
            <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
          </Button>
          <div className="min-w-0 flex-1 text-center">
            <p className="truncate font-semibold text-base">
              {place.number} {place.partType ? labels.parts[place.partType] : t('place.part_unknown')}
            </p>
            <p className="flex items-center justify-center gap-2 text-quiet">
              <VerdictChip verdict={place.verdict} />
              <span className="truncate">
                {place.damageType ? labels.damage_types[place.damageType] : ''}
              </span>
            </p>
          </div>
          <Button
            size="touch"
            kind="ghost"
            className="px-0"
            aria-label={t('keys.next')}
            onClick={() => actions.step(1)}
          >
            <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
          </Button>
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-[44px] items-center gap-2 rounded-control bg-raised px-3 py-1.5 text-start"
        >
          <span className="min-w-0 flex-1">{said ?? t(`why.${place.proposedVerdict}`)}</span>
          <Chevron aria-hidden className="size-4 shrink-0" />
        </button>
        {isOpen ? <Why /> : null}
        {isDeciding ? (
          <div className="-m-4">
            <Decide />
          </div>
        ) : (
          <>
            <Charge />
            {canEdit ? (
              <div className="flex gap-2">
                <Answers className="flex-1" />
                <Button size="touch" className="px-2" onClick={() => setChanged(place.id)}>
                  {t('sheet.change')}
                </Button>
              </div>
            ) : null}
          </>
        )}
        {isChanging && !asked && !isNoting ? (
          <Button size="touch" onClick={() => setChanged(null)}>
            {t('ask.cancel')}
          </Button>
        ) : null}
        {isOpen ? (
          <>
            <div className="flex gap-2">{canEdit ? <UndoButtons /> : null}</div>
            {children}
          </>
        ) : null}
      </div>
    </section>
  )
}
