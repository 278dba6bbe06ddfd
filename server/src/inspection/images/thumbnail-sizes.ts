/** Longest sides a thumbnail is made in. Any other would cost its making again for each who asks. */
export const THUMBNAIL_SIDES = [64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048] as const

const SIDE_MAX = 2048
const SIDE_DEFAULT = 256

export type Size = { width: number; height: number }

/** Clients that know no size of the picture ask for `NaN`. One side alone decides, the other follows the picture. */
export function readBox(width: string | undefined, height: string | undefined): Size {
  const [given, other] = [readSide(width), readSide(height)]
  if (given === null && other === null) return { width: SIDE_DEFAULT, height: SIDE_DEFAULT }
  return { width: given ?? SIDE_MAX, height: other ?? SIDE_MAX }
}

function readSide(text: string | undefined): number | null {
  const side = text?.trim() ? Math.round(Number(text)) : Number.NaN
  return Number.isFinite(side) ? Math.min(Math.max(side, 1), SIDE_MAX) : null
}

/** The smallest side that fills the box with this picture. */
export function thumbnailSide(box: Size, picture: Size): number {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const wanted = Math.max(picture.width, picture.height) * scale
  return THUMBNAIL_SIDES.find((side) => side >= Math.floor(wanted)) ?? SIDE_MAX
}
