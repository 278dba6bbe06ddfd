import { requireInspection, requirePermission } from '../../core/access/scope.ts'
import { limitFree, mergeFree } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { TASK_NAMES, TASKS, type TaskName, taskNameOf } from '../../core/contracts/tasks.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import type { Egress } from '../../core/platform/egress.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { type Intake, takePicture } from '../../inspection/images/create-image.ts'
import { type ImageTask, readImageTasks } from '../../inspection/images/image-tasks.ts'
import { insertImage } from '../../inspection/images/insert-image.ts'
import type { NewTask } from '../../inspection/tasks/insert-tasks.ts'
import {
  lockTasks,
  requireAvailable,
  startAutomaticTasks,
  startTask,
} from '../../inspection/tasks/start-task.ts'
import { requireTaskPermission } from '../../inspection/tasks/task-permission.ts'
import { type Callback, callbackPlace, sealCallback } from '../../outputs/webhooks/callback-request.ts'
import { readCallbacks } from '../../outputs/webhooks/read-callbacks.ts'
import { requireInspectionsPerDay, requireRoomForInspection } from '../../tenancy/quotas/require-room.ts'
import { readInspection } from './get-inspection.ts'
import { insertInspection } from './insert-inspection.ts'
import type { CreateInspection, TaskOptions } from './schema.ts'

type WantedTask = Omit<NewTask, 'callbacks'> & { callbacks: Callback[] }

export async function createInspection(
  ctx: Context,
  intake: Intake,
  webhookEgress: Pick<Egress, 'check'>,
  input: CreateInspection,
  sdkVersion: string | null,
) {
  requirePermission(ctx, 'monk_core_api:inspections:create')
  await requireCreation(ctx, null, input)
  const tasks = readTasks(ctx, webhookEgress, input.tasks)
  const wanted = readImages(input.images ?? [], tasks)
  if (wanted.length > 0) await requireRoomForInspection(ctx)
  const images = await Promise.all(
    wanted.map(async (image) => ({
      ...image,
      picture: await takePicture(ctx, intake, image.input, null, []),
    })),
  )

  const id = uuidv7()
  const sealed = await sealTasks(ctx, id, tasks)
  return inTransaction(ctx, async (ctx) => {
    await insertInspection(ctx, id, input, sealed)
    for (const image of images) await insertImage(ctx, id, image.picture, image.input, image.tasks)
    if (images.length > 0)
      await startReadyTasks(
        ctx,
        id,
        images.flatMap((image) => image.tasks),
      )
    await requireInspectionsPerDay(ctx)
    const options = { light: false, sdkVersion, show_deleted_objects: false }
    // Whoever made it is shown it once, even without a permission to read.
    return readInspection(ctx, 'created', id, options)
  })
}

/** What a caller needs for this inspection beside the permission to create any. */
export async function requireCreation(
  ctx: Context,
  _params: unknown,
  { tasks, related_inspection_id }: CreateInspection,
): Promise<void> {
  for (const name of Object.keys(tasks).map(taskNameOf)) if (name) requireTaskPermission(ctx, name)
  if (related_inspection_id) await requireInspection(ctx, related_inspection_id, 'read')
}

/** Clients look for a `compliances` task on every inspection, so it is always there. */
function readTasks(
  ctx: Context,
  webhookEgress: Pick<Egress, 'check'>,
  input: Record<string, TaskOptions>,
): WantedTask[] {
  const tasks = new Map<TaskName, WantedTask>()
  for (const [text, options] of Object.entries(input)) {
    const name = taskNameOf(text)
    if (!name) throw new Problem('task_unknown', { task_name: text, known: TASK_NAMES })
    tasks.set(name, readTask(ctx, webhookEgress, name, options))
  }
  if (!tasks.has('compliances'))
    tasks.set('compliances', { name: 'compliances', start_when_ready: false, arguments: {}, callbacks: [] })
  if (tasks.size > ctx.config.TASKS_PER_INSPECTION_MAX)
    throw new Problem('request_invalid', { limit: ctx.config.TASKS_PER_INSPECTION_MAX }, [
      { field: 'tasks', message: 'has too many entries' },
    ])
  return [...tasks.values()]
}

function readTask(
  ctx: Context,
  webhookEgress: Pick<Egress, 'check'>,
  name: TaskName,
  options: TaskOptions,
): WantedTask {
  const { automatic } = TASKS[name]
  const { status, callbacks, ...rest } = options
  if (status === 'DONE' || status === 'VALIDATED')
    throw new Problem('task_transition_refused', {
      task_name: name,
      task_status: 'NOT_STARTED',
      to: status,
      allowed: ['NOT_STARTED', 'TODO'],
    })
  if (status === 'TODO' && !automatic) requireAvailable(name)
  const limit = ctx.config.CALLBACKS_PER_TASK_MAX
  if ((callbacks?.length ?? 0) > limit)
    throw new Problem('request_invalid', { limit }, [
      { field: `tasks.${name}.callbacks`, message: `must not have more than ${limit} entries` },
    ])
  for (const { params } of callbacks ?? []) limitFree(ctx, params)
  return {
    name,
    start_when_ready: status === 'TODO',
    arguments: mergeFree(ctx, null, rest),
    callbacks: readCallbacks(webhookEgress, callbacks ?? [], `tasks.${name}.callbacks`),
  }
}

async function sealTasks(
  { keys, org_id }: Context,
  inspection_id: string,
  tasks: WantedTask[],
): Promise<NewTask[]> {
  const seal = await keys.openSealer(org_id)
  return tasks.map((task) => {
    const place = callbackPlace({ org_id, inspection_id, name: task.name })
    return { ...task, callbacks: task.callbacks.map((callback) => sealCallback(seal, callback, place)) }
  })
}

/** All mistakes come before the first download. */
function readImages(inputs: NonNullable<CreateInspection['images']>, tasks: WantedTask[]) {
  const names = new Set(tasks.map((task) => task.name))
  return inputs.map((input) => {
    if (input.acquisition.strategy !== 'download_from_url')
      throw new Problem('request_invalid', {}, [
        { field: 'images.acquisition.strategy', message: 'must be download_from_url inside an inspection' },
      ])
    const imageTasks = readImageTasks(input.tasks)
    const missing = imageTasks.find((task) => !names.has(task.name))
    if (missing) throw new Problem('task_not_in_inspection', { task_name: missing.name })
    return { input, tasks: imageTasks }
  })
}

/** A task created with TODO starts at once when pictures for it came with it. */
async function startReadyTasks(
  ctx: TransactionContext,
  inspectionId: string,
  joined: ImageTask[],
): Promise<void> {
  const tasks = await lockTasks(ctx, inspectionId)
  // Every picture joins `compliances` by itself.
  const ready = new Set<TaskName>(['compliances', ...joined.map((task) => task.name)])
  for (const task of tasks) {
    if (!task.start_when_ready || !ready.has(task.name) || task.status !== 'NOT_STARTED') continue
    if (TASKS[task.name].automatic && task.name !== 'compliances') continue
    await startTask(ctx, inspectionId, task)
    await startAutomaticTasks(ctx, inspectionId, task.name, tasks)
  }
}
