import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import type { Egress } from '../platform/egress.ts'
import { EgressRefused } from '../platform/egress-refused.ts'
import { FileTooLarge, type ReceivedFile, receiveFile } from '../platform/receive-file.ts'
import type { CreateImage } from './schema.ts'

export type Upload = { fileKey: string; file: ReceivedFile } | null

const DOWNLOAD_MS_MAX = 20_000
const CONNECT_MS_MAX = 5_000

/** The picture's bytes on disk: the uploaded file part, or fetched from the URL the caller names. */
export async function acquireFile(
  ctx: Context,
  egress: Egress,
  acquisition: CreateImage['acquisition'],
  upload: Upload,
): Promise<ReceivedFile> {
  if (acquisition.strategy === 'download_from_url') return downloadFile(ctx, egress, acquisition.url)
  if (!upload || upload.fileKey !== acquisition.file_key)
    throw new Problem('image_file_missing', { file_key: acquisition.file_key ?? '' })
  return upload.file
}

async function downloadFile(ctx: Context, egress: Egress, url: string | undefined): Promise<ReceivedFile> {
  if (!url)
    throw new Problem('request_invalid', {}, [
      { field: 'acquisition.url', message: 'is required with download_from_url' },
    ])
  const bytesMax = ctx.config.IMAGE_BYTES_MAX
  try {
    const { body } = await egress.download(url, {
      bytesMax,
      totalMs: DOWNLOAD_MS_MAX,
      connectMs: CONNECT_MS_MAX,
    })
    return await receiveFile(body, ctx.config.TEMPORARY_DIR, bytesMax)
  } catch (error) {
    if (!(error instanceof EgressRefused) && !(error instanceof FileTooLarge)) throw error
    // One answer for every reason: a caller must not learn from us what answers where.
    ctx.log.warn(
      { reason: error instanceof EgressRefused ? error.reason : 'too_large' },
      'image download refused',
    )
    throw new Problem('image_download_failed', {}, [], error)
  }
}
