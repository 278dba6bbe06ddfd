import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Egress } from '../../core/platform/egress.ts'
import { EgressRefused } from '../../core/platform/egress-refused.ts'
import {
  FileTooLarge,
  type ReceivedFile,
  receiveFile,
  takeUploadedFile,
  type UploadedFile,
} from '../../core/platform/receive-file.ts'
import type { UploadSlots } from '../../core/platform/upload-slots.ts'
import type { CreateImage } from './schema.ts'

export type Upload = UploadedFile | null

/** What fetches pictures by URL, and the room they take as uploads do. */
export type Downloads = { egress: Egress; places: UploadSlots }

const DOWNLOAD_MS_MAX = 20_000
const CONNECT_MS_MAX = 5_000

/** The picture's bytes on disk: the uploaded file part, or fetched from the URL the caller names. The caller removes them. */
export async function acquireFile(
  ctx: Context,
  source: Downloads,
  acquisition: CreateImage['acquisition'],
  upload: Upload,
): Promise<ReceivedFile> {
  if (acquisition.strategy === 'download_from_url') return downloadFile(ctx, source, acquisition.url)
  if (!upload || upload.fileKey !== acquisition.file_key)
    throw new Problem('image_file_missing', { file_key: acquisition.file_key ?? '' })
  return takeFile(upload)
}

/** Takes the file over from the request. It is gone when its client left before; a repeat of the request is welcome. */
export function takeFile(upload: UploadedFile): ReceivedFile {
  const file = takeUploadedFile(upload)
  if (!file) throw new Problem('unavailable')
  return file
}

async function downloadFile(
  ctx: Context,
  { egress, places }: Downloads,
  url: string | undefined,
): Promise<ReceivedFile> {
  if (!url)
    throw new Problem('request_invalid', {}, [
      { field: 'acquisition.url', message: 'is required with download_from_url' },
    ])
  const bytesMax = ctx.config.IMAGE_BYTES_MAX
  const leave = await places.enter(ctx.principal, bytesMax)
  try {
    const { body } = await egress.download(url, {
      bytesMax,
      totalMs: DOWNLOAD_MS_MAX,
      connectMs: CONNECT_MS_MAX,
    })
    return { ...(await receiveFile(body, ctx.config.TEMPORARY_DIR, bytesMax)), leave }
  } catch (error) {
    leave()
    if (!(error instanceof EgressRefused) && !(error instanceof FileTooLarge)) throw error
    // One answer for every reason: a caller must not learn from us what answers where.
    ctx.log.warn(
      { reason: error instanceof EgressRefused ? error.reason : 'too_large' },
      'image download refused',
    )
    throw new Problem('image_download_failed', {}, [], error)
  }
}
