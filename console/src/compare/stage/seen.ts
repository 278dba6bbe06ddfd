import type { Picture } from '../../review/pictures.ts'
import type { CompareFacts } from '../compare-facts.ts'
import type { Sighting } from '../compare-model.ts'
import { applyTo, inverseOf, type Matrix, product, scaleAt } from '../homography.ts'
import { followingView, type Look, type Size, type View, viewOf } from './view.ts'

export type SideName = 'earlier' | 'later'
/** A place on a picture that is there. */
export type Seen = { side: SideName; sighting: Sighting; picture: Picture }
export type SeenPair = {
  earlier: Seen | null
  later: Seen | null
  /** What both move with: the later picture, where there is one. */
  leader: Seen | null
  /** From the earlier picture to the later one; null where one cannot be laid over the other. */
  overlay: Matrix | null
}

export function seenPairOf({
  pair,
  earlier,
  later,
}: Pick<CompareFacts, 'pair' | 'earlier' | 'later'>): SeenPair {
  const seenOn = (side: SideName): Seen | null => {
    const sighting = pair?.[side]
    const pictures = side === 'earlier' ? earlier.pictures : later.pictures
    const picture = pictures.find(({ id }) => id === sighting?.imageId)
    return sighting && picture ? { side, sighting, picture } : null
  }
  const both = { earlier: seenOn('earlier'), later: seenOn('later') }
  const alignment = both.earlier?.sighting.alignment
  return {
    ...both,
    leader: both.later ?? both.earlier,
    overlay: both.later && alignment ? inverseOf(alignment) : null,
  }
}

/** Moves of the later picture move the earlier one along, unless a person unlinked them. */
export type Looks = { look: Look; ownLook: Look; isLinked: boolean }

export function viewOn(
  side: SideName,
  { earlier, later, leader }: SeenPair,
  looks: Looks,
  frame: Size,
): View | null {
  const seen = side === 'earlier' ? earlier : later
  if (!seen || !leader) return null
  if (seen === leader) return viewOf(looks.look, seen.sighting.box, seen.picture, frame)
  if (!looks.isLinked) return viewOf(looks.ownLook, seen.sighting.box, seen.picture, frame)
  if (looks.look === 'whole') return viewOf('whole', seen.sighting.box, seen.picture, frame)
  const leading = viewOf(looks.look, leader.sighting.box, leader.picture, frame)
  return followingView(leading, leader.sighting, seen.sighting)
}

/** From pixels of the picture to pixels of the frame. */
export function frameMatrix({ x, y, scale }: View, { width, height }: Size): Matrix {
  return [
    [scale, 0, width / 2 - x * scale],
    [0, scale, height / 2 - y * scale],
    [0, 0, 1],
  ]
}

/** The earlier picture laid over the later one. */
export function overlayMatrix(overlay: Matrix, view: View, frame: Size): { matrix: Matrix; scale: number } {
  const middle = inverseOf(overlay)
  const at = middle ? applyTo(middle, [view.x, view.y]) : ([0, 0] as const)
  return {
    matrix: product(frameMatrix(view, frame), overlay),
    scale: view.scale * scaleAt(overlay, at),
  }
}
