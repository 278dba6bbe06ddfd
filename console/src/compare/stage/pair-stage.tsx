import { classes } from '../../look/class-names.ts'
import { useCompare, useScreen } from '../compare-context.ts'
import { ScaleBar, WholeCorner } from './corner.tsx'
import { Frame } from './frame.tsx'
import { Layer } from './layer.tsx'
import { NoPicture } from './no-picture.tsx'
import { OverlayStage } from './overlay-stage.tsx'
import { frameMatrix, overlayMatrix, type SeenPair, type SideName, seenPairOf, viewOn } from './seen.ts'
import { SideBadge } from './side-badge.tsx'

/** The two pictures: beside each other, or one over the other where they could be aligned. */
export function PairStage({ className }: { className?: string }) {
  const scope = useCompare()
  const mode = useScreen((state) => state.mode)
  const seen = seenPairOf(scope)
  if (mode !== 'side' && seen.overlay) return <OverlayStage seen={seen} className={className ?? ''} />
  return (
    <div className={classes('grid min-h-0 gap-0.5 bg-line max-sm:grid-rows-2 sm:grid-cols-2', className)}>
      <OneSide side="earlier" seen={seen} />
      <OneSide side="later" seen={seen} />
    </div>
  )
}

function OneSide({ side, seen }: { side: SideName; seen: SeenPair }) {
  const looks = useScreen((state) => state)
  const here = side === 'earlier' ? seen.earlier : seen.later
  const isCovered = side === 'later' && looks.isBlinking && seen.overlay !== null
  if (!here) return <NoPicture side={side} />
  return (
    <Frame side={side}>
      {(frame) => {
        const view = viewOn(side, seen, looks, frame)
        if (!view) return null
        const over =
          isCovered && seen.overlay && seen.earlier ? overlayMatrix(seen.overlay, view, frame) : null
        return (
          <>
            <Layer seen={here} matrix={frameMatrix(view, frame)} scale={view.scale} />
            {over && seen.earlier ? <Layer seen={seen.earlier} {...over} /> : null}
            <SideBadge side={over ? 'earlier' : side} />
            <ScaleBar seen={here} scale={view.scale} />
            <WholeCorner seen={here} view={view} frame={frame} />
          </>
        )
      }}
    </Frame>
  )
}
