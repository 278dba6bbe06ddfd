import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem, type ProblemCode } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import type { PictureVariant } from '../../core/platform/picture-url.ts'
import type { PictureDecoder } from '../../core/platform/pictures/decoder.ts'
import { PictureRejected } from '../../core/platform/pictures/picture-errors.ts'
import type { ReceivedFile } from '../../core/platform/receive-file.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { CreateImage } from './schema.ts'
import { storageKey } from './storage-keys.ts'
import { announceUpload } from './uploads.ts'

/** A picture that lies in the object store and waits for its row. */
export type StoredPicture = {
  id: string
  mimetype: string
  captured_at: string | null
  image_width: number
  image_height: number
  binary_size: number
  /** Of what is made of it and stored beside it. */
  derived_bytes: number
  sha256: string
}

const DERIVED = ['picture.jpg', 'working.jpg']

/** The decoder, and the gate behind which organizations take turns at it. */
export type Decoding = { decoder: PictureDecoder; gate: FairGate }

const REJECTIONS = {
  unsupported_media: 'image_unsupported',
  too_many_pixels: 'image_too_many_pixels',
  corrupt: 'image_corrupt',
  // An honest picture can time out on a busy machine; the client may try again.
  timeout: 'unavailable',
  crashed: 'image_corrupt',
} as const satisfies Record<PictureRejected['reason'], ProblemCode>

/** Decodes in a limited child and stores original and derivatives. Announced first, so that nothing can be orphaned. */
export async function storePicture(
  ctx: Context,
  { decoder, gate }: Decoding,
  file: ReceivedFile,
  rotate: CreateImage['rotate_image_before_upload'],
  inspectionIds: readonly string[],
): Promise<StoredPicture> {
  if (!file.mimetype) throw new Problem('image_unsupported')
  const decoded = await decode(ctx, { decoder, gate }, file, rotate)
  const derived = await Promise.all(DERIVED.map((name) => stat(join(file.dir, name))))
  const id = uuidv7()
  await announceUpload(ctx, id, inspectionIds)
  await putFiles(ctx, id, file, file.mimetype)
  const { image_width, image_height, captured_at } = decoded
  return {
    id,
    mimetype: 'image/jpeg',
    captured_at,
    image_width,
    image_height,
    binary_size: file.sizeBytes,
    derived_bytes: derived.reduce((sum, { size }) => sum + size, 0),
    sha256: file.sha256,
  }
}

/** Ends when every put has ended, also after one has failed: the caller removes the files then. */
async function putFiles(ctx: Context, id: string, file: ReceivedFile, mimetype: string): Promise<void> {
  const put = (name: 'original' | PictureVariant, path: string, type: string) =>
    ctx.storage.putFile(storageKey(ctx.org_id, id, name), path, type)
  const puts = await Promise.allSettled([
    put('original', file.path, mimetype),
    put('picture.jpg', join(file.dir, 'picture.jpg'), 'image/jpeg'),
    put('working.jpg', join(file.dir, 'working.jpg'), 'image/jpeg'),
  ])
  for (const each of puts)
    if (each.status === 'rejected') throw new Problem('unavailable', {}, [], each.reason)
}

async function decode(
  ctx: Context,
  { decoder, gate }: Decoding,
  file: ReceivedFile,
  rotate: CreateImage['rotate_image_before_upload'],
) {
  try {
    const options = { rotate: rotate ?? 'NO_ROTATION', ...(file.mimetype ? { mimetype: file.mimetype } : {}) }
    return await gate.run(ctx.org_id, () => decoder.decode(file.path, file.dir, options))
  } catch (error) {
    if (!(error instanceof PictureRejected)) throw error
    ctx.log.warn({ reason: error.reason, bytes: file.sizeBytes }, 'image rejected')
    throw new Problem(
      REJECTIONS[error.reason],
      error.reason === 'too_many_pixels' ? { limit_pixels: ctx.config.IMAGE_PIXELS_MAX } : {},
      [],
      error,
    )
  }
}
