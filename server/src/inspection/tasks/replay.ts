import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import type { ReplayOutcome } from './replay-json.ts'
import type { ImageResult, RecordedProvenance, Run } from './run.ts'

export type ReplayKey = JobPayloads['replay_task']

type OpenReplay = { run: Run; name: string; image_ids: string[] }

/** What is to be made again, or null when the replay is over or its inspection deleted. */
export async function openReplay(ctx: Context, { replay_id }: ReplayKey): Promise<OpenReplay | null> {
  const row = await ctx.db
    .selectFrom('task_replays')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.org_id', '=', 'task_replays.org_id').onRef('tasks.id', '=', 'task_replays.task_id'),
    )
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'task_replays.org_id')
        .onRef('inspections.id', '=', 'task_replays.inspection_id'),
    )
    .select([
      'task_replays.org_id',
      'task_replays.inspection_id',
      'task_replays.task_id',
      'task_replays.generation',
      'tasks.name',
      sql<string[]>`array(
        select image_id::text from task_results r where r.org_id = task_replays.org_id
          and r.task_id = task_replays.task_id and r.generation = task_replays.generation order by image_id)`.as(
        'image_ids',
      ),
    ])
    .where('task_replays.org_id', '=', ctx.org_id)
    .where('task_replays.id', '=', replay_id)
    .where('task_replays.status', '=', 'IN_PROGRESS')
    .where('inspections.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { name, image_ids, ...run } = row
  return { run, name, image_ids }
}

/** What the run found on one picture. */
export async function readResult(ctx: Context, run: Run, imageId: string): Promise<ImageResult> {
  return ctx.db
    .selectFrom('task_results')
    .select([
      'origin',
      sql<unknown>`result`.as('result'),
      sql<RecordedProvenance>`provenance`.as('provenance'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('task_id', '=', run.task_id)
    .where('generation', '=', run.generation)
    .where('image_id', '=', imageId)
    .executeTakeFirstOrThrow()
}

/** Ends a replay, once. Whoever comes later finds it over and changes nothing. */
export async function endReplay(
  ctx: TransactionContext,
  { replay_id, inspection_id }: ReplayKey,
  outcome: ReplayOutcome,
): Promise<void> {
  const ended = await ctx.db
    .updateTable('task_replays')
    .from('tasks')
    .set({
      status: 'error' in outcome ? 'ERROR' : 'DONE',
      done_at: sql`greatest(clock_timestamp(), task_replays.created_at)`,
      outcome: json(outcome),
    })
    .whereRef('tasks.org_id', '=', 'task_replays.org_id')
    .whereRef('tasks.id', '=', 'task_replays.task_id')
    .where('task_replays.org_id', '=', ctx.org_id)
    .where('task_replays.id', '=', replay_id)
    .where('task_replays.status', '=', 'IN_PROGRESS')
    .returning(['task_replays.task_id', 'task_replays.generation', 'tasks.name'])
    .executeTakeFirst()
  if (!ended) return
  const is_identical = 'error' in outcome ? null : outcome.is_identical
  await emit(ctx, 'task.replayed', inspection_id, { ...ended, replay_id, is_identical })
}
