import { sql } from 'kysely'
import { MODEL_AUTHOR } from '../contracts/findings.ts'
import type { Estimate, EstimatePart } from '../estimates/estimate-types.ts'
import { createPartsIfMissing } from '../parts/create-part.ts'
import type { TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'

type PriceRow = {
  id: string
  part_id: string
  person_fields: string[]
  is_deleted: boolean
}

/** Lets the prices of the parts follow an estimate. What a person has said of a price, or that there be none, stays. */
export async function writePrices(
  ctx: TransactionContext,
  inspectionId: string,
  estimate: Estimate,
): Promise<void> {
  const parts = estimate.parts.filter((part) => part.operation !== 'none')
  const author = { ...ctx, principal: { ...ctx.principal, subject: MODEL_AUTHOR } }
  const partIds = await createPartsIfMissing(
    author,
    inspectionId,
    parts.map((part) => part.part_type),
  )
  const rows = await readRows(ctx, inspectionId)
  const priced = new Set<string>()
  for (const part of parts) {
    const partId = partIds.get(part.part_type)
    if (!partId) throw new Error(`the part ${part.part_type} was not made`)
    priced.add(partId)
    const row = rows.find((row) => row.part_id === partId && !row.is_deleted)
    const isRefused = rows.some((row) => row.part_id === partId && row.person_fields.includes('deleted'))
    if (row) await updatePrice(ctx, row, part, estimate.currency)
    else if (!isRefused) await insertPrice(ctx, inspectionId, partId, part, estimate.currency)
  }
  for (const row of rows) if (!row.is_deleted && !priced.has(row.part_id)) await withdrawPrice(ctx, row)
}

/** Deleted ones too, where a person deleted them. */
async function readRows(ctx: TransactionContext, inspectionId: string): Promise<PriceRow[]> {
  return ctx.db
    .selectFrom('pricings')
    .select([
      'id',
      sql<string>`part_id`.as('part_id'),
      'person_fields',
      sql<boolean>`deleted_at is not null`.as('is_deleted'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('part_id', 'is not', null)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), sql<boolean>`'deleted' = any(person_fields)`]))
    .orderBy('id')
    .execute()
}

async function insertPrice(
  ctx: TransactionContext,
  inspectionId: string,
  partId: string,
  part: EstimatePart,
  currency: string,
): Promise<void> {
  await ctx.db
    .insertInto('pricings')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id: uuidv7(),
      created_by: MODEL_AUTHOR,
      is_user_modified: false,
      related_item_type: 'part',
      part_id: partId,
      ...amountOfPart(part, currency),
      ...detailsOf(part),
      level: part.level,
      repair_operation: repairOf(part),
    })
    .execute()
}

/** An update without a change would raise the version, and people's own would be refused as stale. */
async function updatePrice(
  ctx: TransactionContext,
  { id, person_fields }: PriceRow,
  part: EstimatePart,
  currency: string,
): Promise<void> {
  const follows = (field: string) => !person_fields.includes(field)
  const wanted = {
    ...(follows('pricing') ? amountOfPart(part, currency) : {}),
    ...(follows('level') ? { level: part.level } : {}),
    ...(follows('repair_operation') ? { repair_operation: repairOf(part) } : {}),
    ...detailsOf(part),
  }
  const differs = Object.entries(wanted).map(
    ([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`,
  )
  await ctx.db
    .updateTable('pricings')
    .set(wanted)
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', id)
    .where((eb) => eb.or(differs))
    .execute()
}

/** Nothing is left to pay for: the price goes, or what of it was not a person's. */
async function withdrawPrice(ctx: TransactionContext, { id, person_fields }: PriceRow): Promise<void> {
  const rows = ctx.db.updateTable('pricings').where('org_id', '=', ctx.org_id).where('id', '=', id)
  if (person_fields.length === 0) await rows.set({ deleted_at: sql`clock_timestamp()` }).execute()
  else if (!person_fields.includes('pricing'))
    await rows
      .set({ amount_minor: null, pieces_minor: null, operations: null, hours: null })
      .where('amount_minor', 'is not', null)
      .execute()
}

const repairOf = ({ operation }: EstimatePart) => (operation === 'replace' ? 'replace' : 'repair')

const amountOfPart = ({ net }: EstimatePart, currency: string) => ({ amount_minor: net.likely, currency })

const detailsOf = ({ operations, hours, lines }: EstimatePart) => ({
  operations: json(operations),
  hours: json(hours),
  pieces_minor: lines.filter((line) => line.kind === 'part').reduce((sum, line) => sum + line.likely, 0),
})
