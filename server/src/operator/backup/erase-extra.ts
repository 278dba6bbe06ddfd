import pg from 'pg'
import type { Storage } from '../../core/platform/storage.ts'

/** Keys that the service gives: organization, id, part. Whatever else lies in the bucket isn't ours to erase. */
const OURS = /^(?<organization>[^./][^/]*)\/(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/

// An upload is announced before its first object and gets its row when the announcement goes: one of these is always there.
export const HAS_ROW = `
  select exists (select from uploads where org_id = $1 and image_id = $2)
    or exists (select from images where org_id = $1 and id = $2)
    or exists (select from objection_pictures where org_id = $1 and id = $2)
    or exists (select from reports where org_id = $1 and (id = $2 or file_id = $2)) as is`

/** Erases every version of an object that no row of this moment refers to. False for all others. */
export type EraseExtra = (key: string) => Promise<boolean>

export async function openExtraEraser(
  databaseUrl: string,
  storage: Pick<Storage, 'erase'>,
): Promise<{ eraseExtra: EraseExtra; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  const eraseExtra = async (key: string) => {
    const { organization, id } = OURS.exec(key)?.groups ?? {}
    if (!organization || !id) return false
    const { rows } = await client.query<{ is: boolean }>(HAS_ROW, [organization, id])
    if (rows[0]?.is !== false) return false
    await storage.erase(key)
    return true
  }
  return { eraseExtra, close: () => client.end() }
}
