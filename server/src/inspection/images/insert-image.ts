import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import { enqueue } from '../../core/contracts/jobs.ts'
import { limitFree, mergeFree, requireRoom } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { TaskName } from '../../core/contracts/tasks.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { requireBytesStored } from '../../tenancy/quotas/require-room.ts'
import { duplicateKeyOf, findDuplicate } from './duplicate-key.ts'
import type { ImageTask } from './image-tasks.ts'
import type { CreateImage } from './schema.ts'
import type { StoredPicture } from './store-picture.ts'
import { finishUpload } from './uploads.ts'

/**
 * The row of a stored picture, its tasks, its check and its event: all or nothing. Returns the id of the image, which
 * is that of the first one when the same picture was sent before; its own objects then stay unclaimed.
 */
export async function insertImage(
  ctx: TransactionContext,
  inspectionId: string,
  picture: StoredPicture,
  input: CreateImage,
  tasks: ImageTask[],
): Promise<string> {
  const duplicateKey = duplicateKeyOf(picture.sha256, input, tasks)
  const rows = await lockTasksToJoinForShare(ctx, inspectionId, tasks)
  // With the tasks held: a picture that was in before one of them started is no late picture.
  const first = await findDuplicate(ctx, inspectionId, duplicateKey)
  if (first) return first
  const open = openTasks(rows, tasks)
  if (!(await insertRow(ctx, inspectionId, picture, input, tasks, duplicateKey))) {
    const winner = await findDuplicate(ctx, inspectionId, duplicateKey)
    // It was deleted in this very moment; the client may try again.
    if (!winner) throw new Problem('unavailable')
    return winner
  }
  await finishUpload(ctx, picture.id)
  await insertImageTasks(ctx, picture.id, open)
  await enqueue(ctx, 'check_image', { org_id: ctx.org_id, inspection_id: inspectionId, image_id: picture.id })
  await emit(ctx, 'image.created', inspectionId, {
    image_id: picture.id,
    task_names: open.map((task) => task.name),
  })
  // The inspection's lock comes as late as it can: other pictures of the same inspection wait for it.
  await requireFewer(ctx, inspectionId)
  await requireBytesStored(ctx, picture.binary_size + picture.derived_bytes)
  return picture.id
}

/** False when the same picture is there. One that is on its way is waited for: the unique index decides. */
async function insertRow(
  ctx: TransactionContext,
  inspectionId: string,
  picture: StoredPicture,
  input: CreateImage,
  tasks: ImageTask[],
  duplicate_key: string,
): Promise<boolean> {
  for (const given of [input.detailed_viewpoint, input.damage_area]) limitFree(ctx, given)
  const inserted = await ctx.db
    .insertInto('images')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      ...picture,
      duplicate_key,
      name: input.name ?? null,
      image_type: input.image_type ?? 'beauty_shot',
      image_subtype: input.image_subtype ?? null,
      image_sibling_key: input.image_sibling_key ?? null,
      detailed_viewpoint: viewpointOf(input.detailed_viewpoint),
      rotate_image_before_upload: input.rotate_image_before_upload ?? 'NO_ROTATION',
      damage_area: areaOf(input.damage_area, await listDamageAreas(ctx, inspectionId)),
      compliance_parameters: json(limitFree(ctx, { ...input.compliances, ...sightOf(tasks) })),
      additional_data: json(mergeFree(ctx, null, input.additional_data ?? {})),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'inspection_id', 'duplicate_key'])
        .where('deleted_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function insertImageTasks(
  ctx: TransactionContext,
  imageId: string,
  open: { id: string; details: FreeObject | null }[],
): Promise<void> {
  if (open.length === 0) return
  await ctx.db
    .insertInto('image_tasks')
    .values(
      open.map(({ id, details }) => ({
        org_id: ctx.org_id,
        task_id: id,
        image_id: imageId,
        details: details ? json(mergeFree(ctx, null, details)) : null,
      })),
    )
    .execute()
}

/** Refuses early what the transaction would refuse, before a picture is decoded and stored for nothing. */
export async function requireOpenTasks(
  ctx: Context,
  inspectionId: string,
  wanted: ImageTask[],
): Promise<void> {
  openTasks(await selectTasks(ctx, inspectionId, wanted).execute(), wanted)
}

/**
 * The tasks that a new image is to join, held FOR SHARE: whoever starts one of them waits for this image or refuses
 * it, so a task never runs on another set of pictures than clients were told.
 */
export async function lockTasksToJoinForShare(
  ctx: TransactionContext,
  inspectionId: string,
  wanted: ImageTask[],
) {
  return selectTasks(ctx, inspectionId, wanted).forShare().execute()
}

/** Every picture also joins `compliances` by itself. */
function selectTasks(ctx: Context, inspectionId: string, wanted: ImageTask[]) {
  const names: TaskName[] = [...new Set<TaskName>([...wanted.map((task) => task.name), 'compliances'])]
  return ctx.db
    .selectFrom('tasks')
    .select(['id', 'name', 'status'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('name', 'in', names)
    .orderBy('id')
}

function openTasks(rows: { id: string; name: string; status: string }[], wanted: ImageTask[]) {
  for (const task of wanted) {
    const row = rows.find((row) => row.name === task.name)
    if (!row) throw new Problem('task_not_in_inspection', { task_name: task.name })
    if (row.status !== 'NOT_STARTED')
      throw new Problem('task_already_started', { task_name: task.name, task_status: row.status })
  }
  const details = new Map<string, FreeObject | null>(wanted.map((task) => [task.name, task.details]))
  return rows
    .filter((row) => row.status === 'NOT_STARTED')
    .map((row) => ({ id: row.id, name: row.name, details: details.get(row.name) ?? null }))
}

async function listDamageAreas(ctx: TransactionContext, inspectionId: string): Promise<FreeObject[]> {
  const inspection = await ctx.db
    .selectFrom('inspections')
    .select(sql<FreeObject[]>`damage_areas`.as('damage_areas'))
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!inspection) throw new Problem('not_found')
  return inspection.damage_areas
}

/** Two pictures of one inspection are counted one after the other, each with its own row, so the limit is exact. */
async function requireFewer(ctx: TransactionContext, inspectionId: string): Promise<void> {
  const inspection = await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!inspection) throw new Problem('not_found')
  const { count } = await ctx.db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const limit = ctx.config.IMAGES_PER_INSPECTION_MAX
  if (count > limit) throw new Problem('images_too_many', { limit })
  await requireRoom(ctx, 'images', inspectionId, ctx.config.IMAGES_EVER_PER_INSPECTION_MAX + 1)
}

function viewpointOf(viewpoint: CreateImage['detailed_viewpoint']) {
  if (!viewpoint) return null
  const { centers_on, ...rest } = typeof viewpoint === 'string' ? { centers_on: viewpoint } : viewpoint
  return json({ ...rest, centers_on: typeof centers_on === 'string' ? [centers_on] : (centers_on ?? []) })
}

/** A number is the index of one of the inspection's damage areas, a string is an id, an object is the area itself. */
function areaOf(area: CreateImage['damage_area'], known: FreeObject[]) {
  if (area === undefined || area === null) return null
  if (typeof area === 'object') return json(area)
  const found = typeof area === 'number' ? known[area] : known.find((item) => item.id === area)
  return json(found ?? { id: String(area) })
}

/** The newer clients name the sight in the task entry, the oldest in `compliances`. */
function sightOf(tasks: ImageTask[]): FreeObject {
  const sight_id = tasks.find((task) => task.name === 'compliances')?.details?.sight_id
  return typeof sight_id === 'string' ? { coverage_360: { sight_id } } : {}
}
