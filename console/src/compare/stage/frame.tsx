import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useGestures } from '../../review/picture/use-gestures.ts'
import { useCompare } from '../compare-context.ts'
import type { SideName } from './seen.ts'
import { useMoves } from './use-moves.ts'
import { useSize } from './use-size.ts'
import type { Size } from './view.ts'

type Props = { side: SideName; className?: string; children: (frame: Size) => ReactNode }

/** What a picture is seen through. Wheel and pinch zoom, dragging pans; the keys move the frame of the later picture. */
export function Frame({ side, className, children }: Props) {
  const { t } = useTranslation('compare')
  const { screen } = useCompare()
  const element = useRef<HTMLDivElement>(null)
  const size = useSize(element)
  const gestures = useGestures(element, useMoves(side, size), { canPan: true, onTap: () => {} })
  useEffect(() => {
    if (size) screen.setState({ frame: size })
  }, [screen, size])
  return (
    <div
      ref={element}
      {...gestures}
      dir="ltr"
      className={classes(
        'relative min-h-0 min-w-0 cursor-grab touch-none select-none overflow-hidden bg-surround active:cursor-grabbing',
        className,
      )}
    >
      {size && size.width > 0 ? children(size) : <span className="sr-only">{t('loading')}</span>}
    </div>
  )
}
