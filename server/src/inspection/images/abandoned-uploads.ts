import type { Database } from '../../core/platform/database.ts'

/** Uploads of every organization that never became images. */
export async function listAbandonedUploads(
  database: Pick<Database, 'callAcross'>,
  graceS: number,
  most: number,
): Promise<{ org_id: string; image_id: string }[]> {
  return database.callAcross('abandoned_uploads', [`${graceS} seconds`, most])
}
