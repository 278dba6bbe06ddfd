import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import { enqueue } from '../../core/contracts/jobs.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { readSettings } from '../../core/contracts/settings.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { discardFile, type UploadedFile } from '../../core/platform/receive-file.ts'
import { isUuid, uuidv7 } from '../../core/platform/uuid.ts'
import { takeFile } from '../../inspection/images/acquire-file.ts'
import { type Decoding, type StoredPicture, storePicture } from '../../inspection/images/store-picture.ts'
import { finishUpload, removeUpload } from '../../inspection/images/uploads.ts'
import { requireBytesStored } from '../../tenancy/quotas/require-room.ts'
import type { Evidence } from '../reports/read-evidence.ts'
import { OBJECTION_SETTINGS } from './get-objection-settings.ts'
import type { ObjectionLinkRow } from './link-queries.ts'

const TEXT_MAX = 4_000
const ABOUT_MAX = 300

/** `about` is the id of a finding, or empty for everything. */
export type CreateObjection = { form_id: string; about: string; text: string }

/** By whoever has opened the page. A form that is sent twice is one objection. */
export async function createObjection(
  ctx: Context,
  decoding: Decoding,
  { link, evidence }: { link: ObjectionLinkRow; evidence: Evidence },
  input: CreateObjection,
  uploads: readonly UploadedFile[],
): Promise<void> {
  const text = input.text.replaceAll('\r\n', '\n').trim()
  if (text === '' || text.length > TEXT_MAX || !isUuid(input.form_id))
    throw new Problem('request_invalid', {}, [
      { field: 'text', message: `must have 1 to ${TEXT_MAX} characters` },
    ])
  const finding = evidence.findings.find(({ id }) => id === input.about)
  if (input.about !== '' && !finding) throw new Problem('objection_subject_unknown')
  if (await isThere(ctx, link.id, input.form_id)) return
  await requireFewer(ctx, link.id)
  const pictures = await storePictures(ctx, decoding, link.inspection_id, uploads)
  const about = finding?.name.slice(0, ABOUT_MAX) ?? null

  const isNew = await inTransaction(ctx, async (ctx) => {
    await lockTarget(ctx, link.inspection_id)
    const id = await insertObjection(ctx, link, { ...input, text, about, about_id: finding?.id ?? null })
    if (!id) return false
    await insertPictures(ctx, id, link.inspection_id, pictures)
    return true
  })
  if (!isNew) for (const { id } of pictures) await removeUpload(ctx, id)
}

async function insertObjection(
  ctx: TransactionContext,
  { id: link_id, inspection_id, comparison_id }: ObjectionLinkRow,
  {
    form_id,
    text,
    about,
    about_id,
  }: Omit<CreateObjection, 'about'> & Record<'about' | 'about_id', string | null>,
): Promise<string | null> {
  const { answer_days } = await readSettings(ctx, OBJECTION_SETTINGS)
  const row = await ctx.db
    .insertInto('objections')
    .values({
      org_id: ctx.org_id,
      id: uuidv7(),
      link_id,
      form_id,
      inspection_id,
      comparison_id,
      damage_id: comparison_id === null ? about_id : null,
      place_id: comparison_id === null ? null : about_id,
      about,
      text,
      due_at: sql<string>`now() + make_interval(days => ${answer_days})`,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'link_id', 'form_id']).doNothing())
    .returning(['id', 'due_at'])
    .executeTakeFirst()
  if (!row) return null
  await emit(ctx, 'objection.created', inspection_id, {
    objection_id: row.id,
    due_at: row.due_at,
    ...(comparison_id ? { comparison_id } : {}),
  })
  return row.id
}

async function insertPictures(
  ctx: TransactionContext,
  objection_id: string,
  inspection_id: string,
  pictures: readonly StoredPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  await ctx.db
    .insertInto('objection_pictures')
    .values(
      pictures.map(({ id, sha256, image_width, image_height, binary_size, derived_bytes }) => ({
        org_id: ctx.org_id,
        id,
        objection_id,
        inspection_id,
        sha256,
        image_width,
        image_height,
        binary_size,
        derived_bytes,
      })),
    )
    .execute()
  for (const { id } of pictures) {
    await finishUpload(ctx, id)
    await enqueue(ctx, 'find_objection_bystanders', { org_id: ctx.org_id, inspection_id, image_id: id })
  }
  const bytes = pictures.reduce((sum, picture) => sum + picture.binary_size + picture.derived_bytes, 0)
  await requireBytesStored(ctx, bytes)
}

/** One after the other, each decoded in a limited child as any picture is. What gets no row is swept. */
async function storePictures(
  ctx: Context,
  decoding: Decoding,
  inspectionId: string,
  uploads: readonly UploadedFile[],
): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = []
  for (const upload of uploads) {
    const file = takeFile(upload)
    try {
      stored.push(await storePicture(ctx, decoding, file, 'NO_ROTATION', [inspectionId]))
    } finally {
      await discardFile(file)
    }
  }
  return stored
}

async function isThere(ctx: Context, linkId: string, formId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('objections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('link_id', '=', linkId)
    .where('form_id', '=', formId)
    .executeTakeFirst()
  return row !== undefined
}

/** Two at once may pass the limit by one; it guards the database, and nobody pays by it. */
async function requireFewer(ctx: Context, linkId: string): Promise<void> {
  const limit = ctx.config.OBJECTIONS_PER_LINK_MAX
  const { count } = await ctx.db
    .selectFrom('objections')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('limit_reached', { resource: 'objections', limit })
}

/** Against an inspection that is deleted or erased at the same moment. */
async function lockTarget(ctx: TransactionContext, inspectionId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
}
