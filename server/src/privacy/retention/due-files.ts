import { type RawBuilder, sql } from 'kysely'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { cutoff, firstIdAt } from './due.ts'
import type { FileRule } from './schema.ts'

/** One file, the inspections it shows, and whether it may go. */
export type File = { id: string; inspection_ids: string[]; is_there: boolean; is_held: boolean }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Where the files of a rule are noted. Ids begin with the time at which their file came. */
const FILES = {
  originals_days: {
    after: 'originals_after',
    from: sql`images f`,
    shown: sql`array[f.inspection_id]`,
    isThere: condition`f.original_erased_at is null`,
  },
  reports_days: {
    after: 'reports_after',
    from: sql`reports f left join comparisons c on c.org_id = f.org_id and c.id = f.comparison_id`,
    shown: sql`array_remove(array[f.inspection_id, c.earlier_inspection_id, c.later_inspection_id], null)`,
    isThere: condition`f.status = 'DONE' and f.file_erased_at is null`,
  },
} as const

/** The next files behind a place whose time is over, in the order in which they came. Those that are gone and held as well. */
export function selectFiles(
  ctx: Context,
  rule: FileRule,
  { after, days, limit }: { after: string | null; days: number; limit: number },
): RawBuilder<File> {
  const { from, shown, isThere } = FILES[rule]
  return sql<File>`
    select f.id, ${shown} as inspection_ids, ${isThere} as is_there, exists (
      select from holds h where h.org_id = f.org_id and h.inspection_id = any (${shown})) as is_held
    from ${from} where f.org_id = ${ctx.org_id} and f.id > ${after ?? FIRST_ID} and f.id < ${firstIdAt(cutoff(days))}
    order by f.id limit ${limit}`
}

/** Up to which every file is gone that no hold keeps. */
export async function readProgress(ctx: Context, rule: FileRule): Promise<string | null> {
  const { after } = FILES[rule]
  const row = await ctx.db
    .selectFrom('retention_rules')
    .select(`${after} as progress`)
    .where('org_id', '=', ctx.org_id)
    .executeTakeFirst()
  return row?.progress ?? null
}

/** When the first of the others is due. */
export async function findNextFileDue(ctx: Context, rule: FileRule, days: number): Promise<string | null> {
  const { from, isThere } = FILES[rule]
  const { rows } = await sql<{ due_at: string }>`
    select f.created_at + make_interval(days => ${days}) as due_at from ${from}
    where f.org_id = ${ctx.org_id} and f.id >= ${firstIdAt(cutoff(days))} and ${isThere} order by f.id limit 1`.execute(
    ctx.db,
  )
  return rows[0]?.due_at ?? null
}
