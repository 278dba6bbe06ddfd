import type { Context } from '../platform/context.ts'
import type { Gate } from '../platform/gate.ts'
import { shrink } from '../platform/pictures/pixels.ts'
import { getPicture } from './get-picture.ts'
import { makePicture } from './make-picture.ts'

const SIDE_MAX = 2048
const SIDE_DEFAULT = 256

/** Clients that know no size of the picture ask for `NaN`. One side alone decides, the other follows the picture. */
export function readBox(width: string | undefined, height: string | undefined) {
  const [given, other] = [readSide(width), readSide(height)]
  if (given === null && other === null) return { width: SIDE_DEFAULT, height: SIDE_DEFAULT }
  return { width: given ?? SIDE_MAX, height: other ?? SIDE_MAX }
}

function readSide(text: string | undefined): number | null {
  const side = text?.trim() ? Math.round(Number(text)) : Number.NaN
  return Number.isFinite(side) ? Math.min(Math.max(side, 1), SIDE_MAX) : null
}

/** The picture of a capability URL whose signature has been checked, small. Gone with its image or inspection. */
export async function getThumbnail(
  ctx: Context,
  gate: Gate,
  imageId: string,
  box: { width: number; height: number },
  turn: { isGone?: () => boolean; bodyMsMax?: number } = {},
) {
  const { etag, open } = await getPicture(ctx, imageId, 'working.jpg')
  return {
    etag: `${etag.slice(0, -1)}-${box.width}x${box.height}"`,
    open: () => makePicture(gate, open, (picture) => shrink(picture, box), turn),
  }
}
