import {
  Blend,
  ChevronLeft,
  ChevronRight,
  Columns2,
  Layers2,
  Link2,
  Link2Off,
  type LucideIcon,
  Maximize,
  Minus,
  Plus,
  SquareSplitHorizontal,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { useCompare, useScreen } from '../compare-context.ts'
import { chooseMode, type Mode } from '../screen-store.ts'
import { seenPairOf } from './seen.ts'
import { viewOf, wholeView } from './view.ts'

const MODE_BUTTONS: { mode: Mode; icon: LucideIcon; key: string }[] = [
  { mode: 'side', icon: Columns2, key: 'S' },
  { mode: 'swipe', icon: SquareSplitHorizontal, key: 'W' },
  { mode: 'onion', icon: Layers2, key: 'O' },
]
const kbd = 'rounded border border-line bg-raised px-1 font-sans text-quiet text-xs max-xl:hidden'
const button = 'gap-1.5 px-2 max-lg:min-h-[44px] max-lg:flex-col max-lg:gap-0.5 max-lg:text-xs'

/** How the two pictures are looked at. What needs aligned pictures says so where they are not. */
export function ViewBar() {
  const { t } = useTranslation('compare')
  const scope = useCompare()
  const { screen } = scope
  const { earlier, later, overlay } = seenPairOf(scope)
  const mode = useScreen((state) => state.mode)
  const isBlinking = useScreen((state) => state.isBlinking)
  const why = overlay ? '' : t(earlier && later ? 'stage.not_aligned' : 'stage.one_side')
  const blink = (isBlinking: boolean) => () => screen.setState({ isBlinking })
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1 border-line border-t bg-panel px-2 py-1.5">
      <div
        role="toolbar"
        aria-label={t('stage.views')}
        className="flex items-center gap-1 max-lg:grid max-lg:w-full max-lg:grid-cols-4"
      >
        {MODE_BUTTONS.map(({ mode: name, icon: Icon, key }) => {
          const isOn = overlay ? mode === name : name === 'side'
          return (
            <Button
              key={name}
              kind="ghost"
              aria-pressed={isOn}
              disabled={name !== 'side' && !overlay}
              title={why || `${t(`stage.${name}`)} (${key})`}
              onClick={() => chooseMode(screen, name)}
              className={classes(button, isOn && 'bg-chosen text-accent')}
            >
              <Icon aria-hidden className="size-4" />
              {t(`stage.${name}`)}
              <kbd className={kbd}>{key}</kbd>
            </Button>
          )
        })}
        <Button
          kind="ghost"
          aria-pressed={isBlinking}
          disabled={!overlay}
          title={why || `${t('stage.blink')} (B)`}
          className={classes(button, 'touch-none select-none', isBlinking && 'bg-chosen text-accent')}
          onPointerDown={blink(true)}
          onPointerUp={blink(false)}
          onPointerLeave={blink(false)}
          onPointerCancel={blink(false)}
          onKeyDown={(event) => event.key === ' ' && screen.setState({ isBlinking: true })}
          onKeyUp={blink(false)}
          onContextMenu={(event) => event.preventDefault()}
        >
          <Blend aria-hidden className="size-4" />
          {t('stage.blink')}
          <kbd className={kbd}>B</kbd>
        </Button>
      </div>
      <ZoomButtons />
      {why ? <p className="px-2 text-quiet text-sm">{why}</p> : null}
      <PairSteps />
    </div>
  )
}

function ZoomButtons() {
  const { t, i18n } = useTranslation('compare')
  const scope = useCompare()
  const { screen, actions } = scope
  const { leader, earlier, later } = seenPairOf(scope)
  const look = useScreen((state) => state.look)
  const frame = useScreen((state) => state.frame)
  const isLinked = useScreen((state) => state.isLinked)
  if (!leader || !frame) return null
  const { sighting, picture } = leader
  const zoom = viewOf(look, sighting.box, picture, frame).scale / wholeView(picture, frame).scale
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <div className="flex items-center border-line border-s ps-1 max-lg:hidden">
      <Button
        kind="ghost"
        className="px-0"
        aria-label={t('stage.zoom_out')}
        onClick={() => actions.zoomBy(1 / 1.4)}
      >
        <Minus aria-hidden className="size-4" />
      </Button>
      <span className="w-12 text-center text-quiet text-sm tabular-nums">{percent.format(zoom)}</span>
      <Button
        kind="ghost"
        className="px-0"
        aria-label={t('stage.zoom_in')}
        onClick={() => actions.zoomBy(1.4)}
      >
        <Plus aria-hidden className="size-4" />
      </Button>
      <Button
        kind="ghost"
        aria-pressed={look === 'whole'}
        className={classes('px-0', look === 'whole' && 'bg-chosen text-accent')}
        aria-label={t('stage.whole')}
        title={`${t('stage.whole')} (G)`}
        onClick={actions.switchWhole}
      >
        <Maximize aria-hidden className="size-4" />
      </Button>
      <Button
        kind="ghost"
        aria-pressed={isLinked}
        disabled={!earlier || !later}
        className={classes('px-0', isLinked && 'bg-chosen text-accent')}
        aria-label={t('stage.link')}
        title={`${t('stage.link')} (L)`}
        onClick={() => screen.setState({ isLinked: !isLinked })}
      >
        {isLinked ? <Link2 aria-hidden className="size-4" /> : <Link2Off aria-hidden className="size-4" />}
      </Button>
    </div>
  )
}

function PairSteps() {
  const { t } = useTranslation('compare')
  const { place, pairIndex, actions } = useCompare()
  const count = place?.pairs.length ?? 0
  if (count < 2) return null
  return (
    <div className="ms-auto flex items-center gap-1 text-quiet">
      {t('stage.pair', { number: pairIndex + 1, count })}
      <Button
        kind="ghost"
        className="px-0 max-lg:min-h-[44px] max-lg:min-w-[44px]"
        aria-label={t('keys.previous_pair')}
        disabled={pairIndex === 0}
        onClick={() => actions.stepPair(-1)}
      >
        <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
      </Button>
      <Button
        kind="ghost"
        className="px-0 max-lg:min-h-[44px] max-lg:min-w-[44px]"
        aria-label={t('keys.next_pair')}
        disabled={pairIndex === count - 1}
        onClick={() => actions.stepPair(1)}
      >
        <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
      </Button>
    </div>
  )
}
