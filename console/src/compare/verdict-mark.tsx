import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import type { Verdict } from './verdicts.ts'

type Dot = 'none' | 'small' | 'there' | 'unseen' | 'perhaps'

/** Left is the earlier inspection, right the later one. Readable without color, and never mirrored. */
const DOTS: Record<Verdict, [Dot, Dot]> = {
  new: ['none', 'there'],
  worsened: ['small', 'there'],
  uncertain: ['perhaps', 'there'],
  not_comparable: ['unseen', 'there'],
  unchanged: ['there', 'there'],
  repaired: ['there', 'none'],
}

export function VerdictGlyph({ verdict, className }: { verdict: Verdict; className?: string }) {
  const [before, now] = DOTS[verdict]
  return (
    <svg
      viewBox="0 0 20 10"
      aria-hidden="true"
      className={classes('h-[10px] w-[20px] shrink-0 overflow-visible', className)}
      fill="currentColor"
      stroke="currentColor"
      strokeWidth={1.5}
    >
      <GlyphDot dot={before} x={5} />
      <GlyphDot dot={now} x={15} />
    </svg>
  )
}

function GlyphDot({ dot, x }: { dot: Dot; x: number }) {
  if (dot === 'unseen') return <path d={`M${x - 3.5} 5h7`} fill="none" strokeWidth={1.8} />
  if (dot === 'small') return <circle cx={x} cy={5} r={1.9} stroke="none" />
  if (dot === 'there') return <circle cx={x} cy={5} r={3.9} stroke="none" />
  return (
    <>
      <circle cx={x} cy={5} r={3.1} fill="none" />
      {dot === 'perhaps' ? <path d={`M${x} 1.9a3.1 3.1 0 0 1 0 6.2z`} stroke="none" /> : null}
    </>
  )
}

const LOOK: Record<Verdict, string> = {
  new: 'bg-change text-on-change',
  worsened: 'bg-change-soft text-on-change-soft',
  uncertain: 'border-quiet bg-panel text-ink',
  not_comparable: 'border-quiet bg-panel text-ink',
  unchanged: 'bg-raised text-quiet',
  repaired: 'border-good bg-panel text-good',
}
/** Of the glyph alone, where it stands on the page. */
export const GLYPH_LOOK: Record<Verdict, string> = {
  new: 'text-change',
  worsened: 'text-change',
  uncertain: 'text-ink',
  not_comparable: 'text-ink',
  unchanged: 'text-quiet',
  repaired: 'text-good',
}

/** The category in a word, with its glyph. */
export function VerdictChip({ verdict, text }: { verdict: Verdict; text?: string }) {
  const { t } = useTranslation('compare')
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-transparent px-2 py-px font-semibold text-sm',
        LOOK[verdict],
      )}
    >
      <VerdictGlyph verdict={verdict} />
      {text ?? t(`verdict.${verdict}`)}
    </span>
  )
}

/** Dashed: proposed. Solid: a person has decided. Crossed out: no damage. */
export function PlaceNumber({
  number,
  state,
  isChosen = false,
}: {
  number: number
  state: 'open' | 'decided' | 'rejected'
  isChosen?: boolean
}) {
  return (
    <span
      className={classes(
        'inline-grid h-6 min-w-6 shrink-0 place-items-center rounded-full border-[1.5px] px-1 font-bold text-xs tabular-nums',
        state === 'open' && 'border-ink border-dashed',
        state === 'decided' && 'border-ink bg-ink text-panel',
        state === 'rejected' && 'border-line text-quiet line-through',
        isChosen && state === 'open' && 'border-accent text-accent',
        isChosen && state === 'decided' && 'border-accent bg-accent text-on-accent',
      )}
    >
      {number}
    </span>
  )
}
