import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { enqueue } from '../../core/contracts/jobs.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { WAIT_MS_MAX, waitUntil } from '../../core/platform/wait-until.ts'
import { requireTaskName } from './queries.ts'
import { replayJson, selectReplays } from './replay-json.ts'
import { countResults } from './run.ts'
import type { TaskReplay } from './schema.ts'
import { type LockedTask, lockTasks } from './start-task.ts'
import { requireTaskReplay } from './task-permission.ts'

/** Makes the results of a finished run again and compares. Nothing of the task or of its findings is changed. */
export async function replayTask(ctx: Context, inspectionId: string, taskName: string): Promise<TaskReplay> {
  const name = requireTaskName(taskName)
  await requireTaskReplay(ctx, { inspection_id: inspectionId, task_name: taskName })
  const untilMs = ctx.clock.nowMs() + WAIT_MS_MAX
  const replay = await inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasks(ctx, inspectionId)
    // Again, now that the locks are held: the inspection may have been deleted while waiting for them.
    await requireInspection(ctx, inspectionId, 'update')
    const task = tasks.find((task) => task.name === name)
    if (!task) throw new Problem('not_found')
    await requireReplayable(ctx, inspectionId, task)
    const running = await selectRunning(ctx, task)
    if (running) return replayJson(running)
    await requireRoomForReplay(ctx, task)
    return readReplay(ctx, await insertReplay(ctx, inspectionId, task))
  })
  return waitForReplay(ctx, replay, untilMs)
}

async function requireReplayable(
  ctx: TransactionContext,
  inspection_id: string,
  { id: task_id, name, status, generation }: LockedTask,
): Promise<void> {
  const run = { org_id: ctx.org_id, inspection_id, task_id, generation }
  const isOver = status === 'DONE' || status === 'VALIDATED' || status === 'ERROR'
  // Only models leave results, so a task that a person did has none.
  if (isOver && (await countResults(ctx, run)) > 0) return
  throw new Problem('task_not_replayable', { task_name: name, task_status: status })
}

/** A second replay at the same time would find the same; whoever asks gets the one that is under way. */
async function selectRunning(ctx: TransactionContext, { id, generation }: LockedTask) {
  return selectReplays(ctx)
    .where('task_replays.task_id', '=', id)
    .where('task_replays.generation', '=', generation)
    .where('task_replays.status', '=', 'IN_PROGRESS')
    .orderBy('task_replays.id')
    .executeTakeFirst()
}

/** Exact, because the task is locked. */
async function requireRoomForReplay(ctx: TransactionContext, task: LockedTask): Promise<void> {
  const limit = ctx.config.REPLAYS_PER_TASK_MAX
  const { count } = await ctx.db
    .selectFrom('task_replays')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('limit_reached', { resource: 'task_replays', limit })
}

async function insertReplay(
  ctx: TransactionContext,
  inspection_id: string,
  { id: task_id, name, generation }: LockedTask,
): Promise<string> {
  const id = uuidv7()
  await ctx.db
    .insertInto('task_replays')
    .values({
      org_id: ctx.org_id,
      inspection_id,
      id,
      task_id,
      generation,
      created_by: ctx.principal.subject,
    })
    .execute()
  await enqueue(ctx, 'replay_task', { org_id: ctx.org_id, inspection_id, replay_id: id })
  await emit(ctx, 'task.replay_requested', inspection_id, { task_id, name, generation, replay_id: id })
  return id
}

async function readReplay(ctx: Context, replayId: string): Promise<TaskReplay> {
  return replayJson(
    await selectReplays(ctx).where('task_replays.id', '=', replayId).executeTakeFirstOrThrow(),
  )
}

/** One that is told IN_PROGRESS asks for the replay by its id. */
export async function waitForReplay(ctx: Context, replay: TaskReplay, untilMs: number): Promise<TaskReplay> {
  let seen = replay
  await waitUntil(ctx, replay.inspection_id, untilMs, async () => {
    seen = await readReplay(ctx, replay.id)
    return seen.status !== 'IN_PROGRESS'
  })
  return seen
}
