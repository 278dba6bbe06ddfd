import { requireInspection } from '../../core/access/scope.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import { requireTaskName } from './queries.ts'
import { replayJson, selectReplays } from './replay-json.ts'
import { waitForReplay } from './replay-task.ts'
import type { TaskReplay } from './schema.ts'

export async function getTaskReplay(
  ctx: Context,
  inspectionId: string,
  taskName: string,
  replayId: string,
  waitMs: number,
): Promise<TaskReplay> {
  await requireInspection(ctx, inspectionId, 'read')
  const untilMs = ctx.clock.nowMs() + waitMs
  const name = requireTaskName(taskName)
  const row = await requireRow(
    replayId,
    selectReplays(ctx)
      .where('task_replays.inspection_id', '=', inspectionId)
      .where('task_replays.id', '=', replayId)
      .where('tasks.name', '=', name),
  )
  if (waitMs === 0) return replayJson(row)
  const replay = await waitForReplay(ctx, replayJson(row), untilMs)
  // Again: the inspection may have been deleted meanwhile.
  await requireInspection(ctx, inspectionId, 'read')
  return replay
}
