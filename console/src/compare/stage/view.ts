import type { Box, Point } from '../../review/geometry.ts'
import type { Sighting } from '../compare-model.ts'
import { applyTo, scaleAt } from '../homography.ts'

export type Size = { width: number; height: number }
/** The point of the picture that stands in the middle, and the pixels of the screen to one of the picture. */
export type View = { x: number; y: number; scale: number }
/** `place` and `whole` follow the size of the window. */
export type Look = 'place' | 'whole' | View

/** The place fills so much of the frame. */
const FILL = 0.55
/** A scratch of a few pixels is not blown up further than this. */
const SCALE_MAX = 2.5
const ZOOM_MAX = 16

export function wholeView(picture: Size, frame: Size): View {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height)
  return { x: picture.width / 2, y: picture.height / 2, scale: Math.max(scale, 0.001) }
}

export function placeView({ xmin, ymin, width, height }: Box, picture: Size, frame: Size): View {
  const whole = wholeView(picture, frame).scale
  const fits = (share: number) =>
    Math.min((frame.width * share) / Math.max(width, 1), (frame.height * share) / Math.max(height, 1))
  // A large place fills the frame too, as long as it stays in sight: no bars beside the picture.
  const filled = Math.max(frame.width / picture.width, frame.height / picture.height)
  const least = Math.max(whole, Math.min(filled, fits(0.98)))
  const scale = Math.max(least, Math.min(fits(FILL), SCALE_MAX, whole * ZOOM_MAX))
  return holdInside({ x: xmin + width / 2, y: ymin + height / 2, scale }, picture, frame)
}

export function viewOf(look: Look, box: Box, picture: Size, frame: Size): View {
  if (look === 'place') return placeView(box, picture, frame)
  if (look === 'whole') return wholeView(picture, frame)
  return holdInside(look, picture, frame)
}

export function toScreen({ x, y, scale }: View, { width, height }: Size, [px, py]: Point): Point {
  return [(px - x) * scale + width / 2, (py - y) * scale + height / 2]
}

export function panView(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }
}

/** What is under the pointer stays there. */
export function zoomView(
  view: View,
  factor: number,
  [px, py]: Point,
  { picture, frame }: { picture: Size; frame: Size },
): View {
  const whole = wholeView(picture, frame).scale
  const scale = Math.min(Math.max(view.scale * factor, whole), whole * ZOOM_MAX)
  const by = 1 / view.scale - 1 / scale
  return { x: view.x + (px - frame.width / 2) * by, y: view.y + (py - frame.height / 2) * by, scale }
}

/** Without a gap beside the picture, and in the middle while it is smaller than the frame. */
function holdInside({ x, y, scale }: View, picture: Size, frame: Size): View {
  const hold = (at: number, length: number, room: number) => {
    const half = room / scale / 2
    return length <= half * 2 ? length / 2 : Math.min(Math.max(at, half), length - half)
  }
  return { x: hold(x, picture.width, frame.width), y: hold(y, picture.height, frame.height), scale }
}

/** The same part of the vehicle on the earlier picture: by the alignment, else by the place itself. */
export function followingView(view: View, later: Sighting, earlier: Sighting): View {
  const { alignment } = earlier
  if (alignment) {
    const [x, y] = applyTo(alignment, [view.x, view.y])
    return { x, y, scale: view.scale / scaleAt(alignment, [view.x, view.y]) }
  }
  const by =
    Math.max(earlier.box.width, earlier.box.height, 1) / Math.max(later.box.width, later.box.height, 1)
  return {
    x: earlier.box.xmin + earlier.box.width / 2 + (view.x - later.box.xmin - later.box.width / 2) * by,
    y: earlier.box.ymin + earlier.box.height / 2 + (view.y - later.box.ymin - later.box.height / 2) * by,
    scale: view.scale / by,
  }
}
