import type { Database } from '../../core/platform/database.ts'

/** Adds up, in every organization, what inspections were counted since the last time. Returns by how many rows that is less. */
export async function foldInspectionCounts(
  database: Pick<Database, 'callAcross'>,
  most: number,
): Promise<number> {
  const [row] = await database.callAcross<{ fold_inspection_counts: number }>('fold_inspection_counts', [
    most,
  ])
  return row?.fold_inspection_counts ?? 0
}
