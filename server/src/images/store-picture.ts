import { join } from 'node:path'
import { Problem, type ProblemCode } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import { DecoderBusy, type PictureDecoder, PictureRejected } from '../platform/pictures/decoder.ts'
import type { ReceivedFile } from '../platform/receive-file.ts'
import { uuidv7 } from '../platform/uuid.ts'
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
  sha256: string
}

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
  decoder: PictureDecoder,
  file: ReceivedFile,
  rotate: CreateImage['rotate_image_before_upload'],
): Promise<StoredPicture> {
  if (!file.mimetype) throw new Problem('image_unsupported')
  const decoded = await decode(ctx, decoder, file, rotate)
  const id = uuidv7()
  await announceUpload(ctx, id)
  try {
    await Promise.all([
      ctx.storage.putFile(storageKey(ctx.org_id, id, 'original'), file.path, file.mimetype),
      ctx.storage.putFile(
        storageKey(ctx.org_id, id, 'picture.jpg'),
        join(file.dir, 'picture.jpg'),
        'image/jpeg',
      ),
      ctx.storage.putFile(
        storageKey(ctx.org_id, id, 'working.jpg'),
        join(file.dir, 'working.jpg'),
        'image/jpeg',
      ),
    ])
  } catch (error) {
    throw new Problem('unavailable', {}, [], error)
  }
  const { image_width, image_height, captured_at } = decoded
  return {
    id,
    mimetype: 'image/jpeg',
    captured_at,
    image_width,
    image_height,
    binary_size: file.sizeBytes,
    sha256: file.sha256,
  }
}

async function decode(
  ctx: Context,
  decoder: PictureDecoder,
  file: ReceivedFile,
  rotate: CreateImage['rotate_image_before_upload'],
) {
  try {
    return await decoder.decode(file.path, file.dir, { rotate: rotate ?? 'NO_ROTATION' })
  } catch (error) {
    if (error instanceof DecoderBusy) throw new Problem('unavailable', {}, [], error)
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
