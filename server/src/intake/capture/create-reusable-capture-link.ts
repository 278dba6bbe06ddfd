import { reachOf, requirePermission } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { requireTaskPermission } from '../../inspection/tasks/task-permission.ts'
import { insertLink } from './insert-link.ts'
import type { CaptureLinkWithUrl, CreateReusableCaptureLink } from './schema.ts'

/** For a code that is printed once: every device that opens it makes an inspection of its own. */
export async function createReusableCaptureLink(
  ctx: Context,
  { inspection, ...input }: CreateReusableCaptureLink,
): Promise<CaptureLinkWithUrl> {
  requireReusable(ctx, null, { inspection })
  const id = uuidv7()

  return inTransaction(ctx, async (ctx) => {
    const link = await insertLink(ctx, id, input, { inspection_id: null, inspection })
    await recordAdministration(ctx, 'capture_link.created', { capture_link_id: id })
    return link
  })
}

/** A link passes on no more than its maker may do. */
export function requireReusable(
  ctx: Context,
  _params: unknown,
  { inspection }: Pick<CreateReusableCaptureLink, 'inspection'>,
): void {
  requirePermission(ctx, 'monk_core_api:inspections:create')
  reachOf(ctx, 'update')
  for (const name of inspection.tasks) requireTaskPermission(ctx, name)
}
