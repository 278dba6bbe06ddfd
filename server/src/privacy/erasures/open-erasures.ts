import type { Database } from '../../core/platform/database.ts'

/** Erasures, in every organization, that nobody works on. */
export async function listOpenErasures(
  database: Pick<Database, 'callAcross'>,
  most: number,
): Promise<{ org_id: string; id: string }[]> {
  return database.callAcross('open_erasures', [most])
}
