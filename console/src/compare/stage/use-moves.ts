import { useMemo } from 'react'
import type { Point } from '../../review/geometry.ts'
import { useCompare } from '../compare-context.ts'
import { type SideName, seenPairOf } from './seen.ts'
import { panView, type Size, type View, viewOf, zoomView } from './view.ts'

export type Moves = {
  zoomAt: (factor: number, point: Point) => void
  panBy: (dx: number, dy: number) => void
}

/** What a hand on the frame of one side does. */
export function useMoves(side: SideName, frame: Size | null): Moves {
  const scope = useCompare()
  const { screen } = scope
  return useMemo(() => {
    const { leader, earlier } = seenPairOf(scope)
    const move = (change: (view: View, on: { picture: Size; frame: Size }) => View) => {
      const { isLinked, look, ownLook } = screen.getState()
      const isOwn = !isLinked && side === 'earlier' && leader?.side === 'later'
      const moved = isOwn ? earlier : leader
      if (!moved || !frame) return
      const on = { picture: moved.picture, frame }
      const view = viewOf(isOwn ? ownLook : look, moved.sighting.box, moved.picture, frame)
      // Held inside of the picture now, so that the next move begins where this one is seen to end.
      const next = viewOf(change(view, on), moved.sighting.box, moved.picture, frame)
      screen.setState(isOwn ? { ownLook: next } : { look: next })
    }
    return {
      zoomAt: (factor, point) => move((view, on) => zoomView(view, factor, point, on)),
      panBy: (dx, dy) => move((view) => panView(view, dx, dy)),
    }
  }, [scope, screen, side, frame])
}
