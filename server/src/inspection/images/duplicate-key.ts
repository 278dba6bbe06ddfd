import { createHash } from 'node:crypto'
import { canonicalJson } from '../../core/platform/canonical-json.ts'
import type { Context } from '../../core/platform/context.ts'
import type { ImageTask } from './image-tasks.ts'
import type { CreateImage } from './schema.ts'

/**
 * Clients post a picture again when its answer is late. What a repeat has in common is in this key; the label and the
 * time a client writes into `additional_data` are not, nor whether it waits for a result.
 */
export function duplicateKeyOf(sha256: string, input: CreateImage, tasks: ImageTask[]): string {
  const { sight_id, id, frame_index } = input.additional_data ?? {}
  const same = {
    sha256,
    name: input.name ?? null,
    // Each generation of clients names the sight in another place; the newest also in the details of a task.
    sights: [sight_id, id, input.compliances?.coverage_360?.sight_id],
    frame_index,
    image_type: input.image_type ?? 'beauty_shot',
    image_subtype: input.image_subtype ?? null,
    image_sibling_key: input.image_sibling_key ?? null,
    rotate_image_before_upload: input.rotate_image_before_upload ?? 'NO_ROTATION',
    detailed_viewpoint: input.detailed_viewpoint ?? null,
    damage_area: input.damage_area ?? null,
    tasks: Object.fromEntries(tasks.map((task) => [task.name, task.details])),
  }
  return createHash('sha256').update(canonicalJson(same)).digest('hex')
}

/** The image that is already there for the key. A deleted one does not count: it may be sent again. */
export async function findDuplicate(
  ctx: Context,
  inspectionId: string,
  duplicateKey: string,
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('images')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('duplicate_key', '=', duplicateKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
