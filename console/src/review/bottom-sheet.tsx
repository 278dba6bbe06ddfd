import { Check, GripHorizontal, Pencil, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { classes } from '../look/class-names.ts'
import { useReviewScope } from './review-context.ts'
import { useFindingName } from './use-finding-name.ts'

const HEIGHTS = ['h-30', 'h-[50dvh]', 'h-[88dvh]'] as const
const DRAG_MIN_PX = 24

/** On a phone: the chosen damage with its three answers, and everything else when it is pulled up. */
export function BottomSheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation('review')
  const [height, setHeight] = useState(0)
  const startY = useRef<number | null>(null)
  const step = (by: number) => setHeight((now) => Math.min(Math.max(now + by, 0), HEIGHTS.length - 1))
  return (
    <section
      aria-label={t('sheet.label')}
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 flex flex-col rounded-t-panel border-line border-t bg-page shadow-[0_-4px_16px_rgb(0_0_0/0.15)] motion-safe:transition-[height] motion-safe:duration-150 lg:hidden',
        HEIGHTS[height],
      )}
    >
      <button
        type="button"
        aria-label={t('sheet.height')}
        aria-expanded={height > 0}
        className="flex h-7 w-full shrink-0 touch-none items-center justify-center text-quiet"
        onPointerDown={(event) => {
          startY.current = event.clientY
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerUp={(event) => {
          const moved = event.clientY - (startY.current ?? event.clientY)
          if (Math.abs(moved) > DRAG_MIN_PX) step(moved < 0 ? 1 : -1)
          else setHeight((now) => (now + 1) % HEIGHTS.length)
        }}
        onClick={(event) => event.detail === 0 && setHeight((now) => (now + 1) % HEIGHTS.length)}
      >
        <GripHorizontal aria-hidden className="size-5" />
      </button>
      <CurrentFinding />
      <div className={classes('min-h-0 flex-1 overflow-y-auto px-3 pb-3', height === 0 && 'hidden')}>
        {children}
      </div>
    </section>
  )
}

function CurrentFinding() {
  const { t } = useTranslation('review')
  const { finding, actions } = useReviewScope()
  const nameOf = useFindingName()
  if (!finding)
    return (
      <div className="flex items-center justify-between gap-2 px-3 pb-3">
        <p className="text-quiet">{t('sheet.none')}</p>
        <Button className="min-h-[44px]" onClick={() => actions.stepFinding(1)}>
          {t('keys.next_damage')}
        </Button>
      </div>
    )
  const name = nameOf(finding)
  return (
    <div className="flex items-center gap-2 px-3 pb-3">
      <p className="line-clamp-2 min-w-0 flex-1 font-semibold">{name}</p>
      <Button
        className="min-h-[44px] min-w-[44px] px-0"
        aria-label={t('sheet.confirm')}
        disabled={finding.state !== 'proposed'}
        onClick={() => actions.confirm(finding)}
      >
        <Check aria-hidden className="size-5" />
      </Button>
      <Button
        className="min-h-[44px] min-w-[44px] px-0"
        aria-label={t('sheet.reject')}
        disabled={finding.state === 'rejected'}
        onClick={() => actions.reject(finding)}
      >
        <X aria-hidden className="size-5" />
      </Button>
      <Button
        className="min-h-[44px] min-w-[44px] px-0"
        aria-label={t('tools.edit')}
        onClick={actions.editPoints}
      >
        <Pencil aria-hidden className="size-5" />
      </Button>
    </div>
  )
}
