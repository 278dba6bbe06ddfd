import type { Database } from '../../core/platform/database.ts'

/** Adds up, in every organization, what was stored and created since the last time. Returns by how many rows that is less. */
export async function foldQuotaUsage(database: Pick<Database, 'callAcross'>, most: number): Promise<number> {
  const [row] = await database.callAcross<{ fold_quota_usage: number }>('fold_quota_usage', [most])
  return row?.fold_quota_usage ?? 0
}
