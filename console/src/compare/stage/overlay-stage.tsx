import { MoveHorizontal } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useCompare, useScreen } from '../compare-context.ts'
import { Frame } from './frame.tsx'
import { Layer } from './layer.tsx'
import { frameMatrix, overlayMatrix, type SeenPair, viewOn } from './seen.ts'
import { SideBadge } from './side-badge.tsx'

/** The earlier picture, laid over the later one: up to an edge, or so that one shows through the other. */
export function OverlayStage({ seen, className }: { seen: SeenPair; className: string }) {
  const looks = useScreen((state) => state)
  const { earlier, later, overlay } = seen
  if (!earlier || !later || !overlay) return null
  const { mode, edge, share, isBlinking } = looks
  const isSwiping = mode === 'swipe' && !isBlinking
  return (
    <div className={classes('relative grid min-h-0 overflow-hidden', className)}>
      <Frame side="later">
        {(frame) => {
          const view = viewOn('later', seen, looks, frame)
          if (!view) return null
          const over = overlayMatrix(overlay, view, frame)
          return (
            <>
              <Layer seen={later} matrix={frameMatrix(view, frame)} scale={view.scale} />
              <div
                className="pointer-events-none absolute inset-0 overflow-hidden"
                style={{
                  clipPath: isSwiping ? `inset(0 ${100 - edge}% 0 0)` : undefined,
                  opacity: mode === 'onion' && !isBlinking ? share / 100 : undefined,
                }}
              >
                <Layer
                  seen={earlier}
                  {...over}
                  hasOutline={mode !== 'onion' || isBlinking}
                  hasNote={isBlinking}
                />
              </div>
              <SideBadge side="earlier" />
              {isBlinking ? null : (
                <SideBadge side="later" className="right-3 left-auto max-lg:right-2 max-lg:left-auto" />
              )}
            </>
          )
        }}
      </Frame>
      {isSwiping ? <SwipeEdge /> : null}
      {mode === 'onion' ? <OnionShare /> : null}
    </div>
  )
}

function SwipeEdge() {
  const { t } = useTranslation('compare')
  const { screen } = useCompare()
  const edge = useScreen((state) => state.edge)
  const drag = (event: PointerEvent<HTMLElement>) => {
    const stage = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!stage || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const at = ((event.clientX - stage.left) / stage.width) * 100
    screen.setState({ edge: Math.min(Math.max(at, 0), 100) })
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -5, ArrowRight: 5, Home: -100, End: 100 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    screen.setState({ edge: Math.min(Math.max(edge + (event.shiftKey ? Math.sign(by) : by), 0), 100) })
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('stage.edge')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(edge)}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={step}
      className="group absolute inset-y-0 w-[44px] -translate-x-1/2 cursor-ew-resize touch-none outline-none"
      style={{ left: `${edge}%` }}
      dir="ltr"
    >
      <span className="absolute inset-y-0 left-1/2 w-1 -translate-x-1/2 bg-white shadow" />
      <span className="absolute bottom-3 left-0 grid size-[44px] place-items-center rounded-full bg-white text-[#0f172a] shadow-lg group-focus-visible:outline-2 group-focus-visible:outline-[#1d4ed8]">
        <MoveHorizontal aria-hidden className="size-5" />
      </span>
    </div>
  )
}

function OnionShare() {
  const { t } = useTranslation('compare')
  const { screen } = useCompare()
  const share = useScreen((state) => state.share)
  return (
    <label
      dir="ltr"
      className="absolute bottom-3 left-1/2 flex min-h-[44px] w-[min(22rem,calc(100%-1.5rem))] -translate-x-1/2 items-center gap-3 rounded-control bg-panel px-3 font-medium text-sm shadow-lg"
    >
      {t('side.later')}
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={share}
        aria-label={t('stage.share')}
        onChange={(event) => screen.setState({ share: Number(event.target.value) })}
        className="min-w-0 flex-1 accent-accent"
      />
      {t('side.earlier')}
    </label>
  )
}
