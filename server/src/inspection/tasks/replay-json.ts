import { sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import type { ReplayedImage, TaskReplay } from './schema.ts'

/** How a replay ended: what was compared, or why it could not be. */
export type ReplayOutcome = { is_identical: boolean; images: ReplayedImage[] } | { error: string }

/** Replays with the name of their task. The caller says which ones. */
export function selectReplays(ctx: Context) {
  return ctx.db
    .selectFrom('task_replays')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.org_id', '=', 'task_replays.org_id').onRef('tasks.id', '=', 'task_replays.task_id'),
    )
    .where('task_replays.org_id', '=', ctx.org_id)
    .select([
      'task_replays.id',
      'task_replays.inspection_id',
      'tasks.name as task_name',
      'task_replays.generation',
      'task_replays.created_at',
      'task_replays.created_by',
      sql<TaskReplay['status']>`task_replays.status`.as('status'),
      'task_replays.done_at',
      sql<ReplayOutcome | null>`task_replays.outcome`.as('outcome'),
    ])
}

type ReplayRow = Awaited<ReturnType<ReturnType<typeof selectReplays>['execute']>>[number]

export function replayJson({ outcome, ...row }: ReplayRow): TaskReplay {
  const compared = outcome && 'images' in outcome ? outcome : { is_identical: null, images: [] }
  const error = outcome && 'error' in outcome ? outcome.error : null
  return { ...row, object_type: 'TASK_REPLAY', ...compared, error }
}
