import type { Readable } from 'node:stream'
import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import { type Gate, GateFull } from '../platform/gate.ts'
import { shrink } from '../platform/pictures/pixels.ts'
import { getPicture } from './get-picture.ts'

const SIDE_MAX = 2048
const SIDE_DEFAULT = 256
const BODY_MS_MAX = 10_000

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

/**
 * The picture of a capability URL whose signature has been checked, small. Gone with its image or inspection.
 * `isGone` says whether the client still waits when its turn comes.
 */
export async function getThumbnail(
  ctx: Context,
  gate: Gate,
  imageId: string,
  box: { width: number; height: number },
  { isGone = (): boolean => false, bodyMsMax = BODY_MS_MAX } = {},
) {
  const { etag, open } = await getPicture(ctx, imageId, 'working.jpg')
  return {
    etag: `${etag.slice(0, -1)}-${box.width}x${box.height}"`,
    open: () =>
      gate(async () => {
        if (isGone()) throw new Problem('unavailable')
        return makeThumbnail(open, box, bodyMsMax)
      }).catch(asProblem),
  }
}

async function makeThumbnail(
  open: Awaited<ReturnType<typeof getPicture>>['open'],
  box: { width: number; height: number },
  bodyMsMax: number,
) {
  const picture = await open()
  const bytes = await readBody(picture.body, bodyMsMax)
  const body = await shrink(bytes, box)
  return { body, contentType: 'image/jpeg', sizeBytes: body.length }
}

/** It is read inside the gate: a store that stops in the middle must not keep a place from the others. */
async function readBody(body: Readable, msMax: number): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(new Error(`the picture took longer than ${msMax} ms`)), msMax)
  try {
    return Buffer.concat(await body.toArray())
  } catch (error) {
    throw new Problem('unavailable', {}, [], error)
  } finally {
    clearTimeout(timer)
  }
}

function asProblem(error: unknown): never {
  if (error instanceof GateFull) throw new Problem('unavailable', {}, [], error)
  throw error
}
