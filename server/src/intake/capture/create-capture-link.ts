import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { findTask, type TaskName } from '../../core/contracts/tasks.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { requireTaskPermission } from '../../inspection/tasks/task-permission.ts'
import { insertLink } from './insert-link.ts'
import type { CaptureLinkWithUrl, CreateCaptureLink } from './schema.ts'

export async function createCaptureLink(
  ctx: Context,
  inspectionId: string,
  input: CreateCaptureLink,
): Promise<CaptureLinkWithUrl> {
  await requireLinkable(ctx, { inspection_id: inspectionId })
  const id = uuidv7()

  return inTransaction(ctx, async (ctx) => {
    const link = await insertLink(ctx, id, input, { inspection_id: inspectionId, inspection: null })
    await emit(ctx, 'capture_link.created', inspectionId, { capture_link_id: id })
    return link
  })
}

/** A link passes on no more than its maker may do: add pictures to the inspection, and start its tasks. */
export async function requireLinkable(
  ctx: Context,
  { inspection_id }: { inspection_id: string },
): Promise<void> {
  await requireInspection(ctx, inspection_id, 'update')
  const tasks = await ctx.db
    .selectFrom('tasks')
    .select('name')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspection_id)
    .where('status', '=', 'NOT_STARTED')
    .execute()
  for (const { name } of tasks)
    if (findTask(name)?.automatic === false) requireTaskPermission(ctx, name as TaskName)
}
