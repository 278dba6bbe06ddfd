import { GripHorizontal } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { SheetPeek } from './sheet-peek.tsx'

const HEIGHTS = ['h-auto pb-[env(safe-area-inset-bottom)]', 'h-[55dvh]', 'h-[88dvh]'] as const
const DRAG_MIN_PX = 24

/** On a phone: the chosen damage with its answers under the thumb, and everything else when it is pulled up. */
export function BottomSheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation('review')
  const [height, setHeight] = useState(0)
  const startY = useRef<number | null>(null)
  const step = (by: number) => setHeight((now) => Math.min(Math.max(now + by, 0), HEIGHTS.length - 1))
  return (
    <section
      aria-label={t('sheet.label')}
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 flex flex-col rounded-t-panel border-line border-t bg-panel shadow-[0_-4px_16px_rgb(0_0_0/0.15)] motion-safe:transition-[height] motion-safe:duration-150 lg:hidden',
        HEIGHTS[height],
      )}
    >
      <button
        type="button"
        aria-label={t('sheet.height')}
        aria-expanded={height > 0}
        className="flex h-[32px] w-full shrink-0 touch-none items-center justify-center text-quiet"
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
      <SheetPeek />
      <div
        className={classes(
          'min-h-0 flex-1 overflow-y-auto border-line border-t bg-page p-3',
          height === 0 && 'hidden',
        )}
      >
        {children}
      </div>
    </section>
  )
}
