import { sql } from 'kysely'
import { emitAll } from '../../core/contracts/events.ts'
import { MODEL_AUTHOR } from '../../core/contracts/findings.ts'
import { condition } from '../../core/platform/condition.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf, chunksOf, json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { Estimate, EstimatePart } from '../costs/estimate-types.ts'
import { createPartsIfMissing } from '../parts/create-part.ts'

type PriceRow = {
  id: string
  part_id: string
  person_fields: string[]
  is_deleted: boolean
  amount_minor: number | null
  currency: string
  level: number | null
  repair_operation: string | null
}

type Priced = { part: EstimatePart; partId: string }

/** A price after the change. */
type Written = { id: string; version: number }

/** Lets the prices of the parts follow an estimate. What a person has said of a price, or that there be none, stays. */
export async function writePrices(
  ctx: TransactionContext,
  inspectionId: string,
  estimate: Estimate,
): Promise<void> {
  const author = { ...ctx, principal: { ...ctx.principal, subject: MODEL_AUTHOR } }
  const priced = await partsToPrice(author, inspectionId, estimate)
  const rows = await readRows(ctx, inspectionId)
  const liveOf = new Map(rows.filter((row) => !row.is_deleted).map((row) => [row.part_id, row]))
  const refused = new Set(
    rows.filter((row) => row.person_fields.includes('deleted')).map((row) => row.part_id),
  )
  const fresh = priced.filter(({ partId }) => !liveOf.has(partId) && !refused.has(partId))
  const kept = priced.flatMap(({ part, partId }) => {
    const row = liveOf.get(partId)
    return row ? [{ row, part }] : []
  })
  const partIds = new Set(priced.map(({ partId }) => partId))
  const unpriced = [...liveOf.values()].filter((row) => !partIds.has(row.part_id))

  const created = await insertPrices(author, inspectionId, fresh, estimate.currency)
  const updated = await updatePrices(ctx, kept, estimate.currency)
  const deleted = await deletePrices(
    ctx,
    unpriced.filter((row) => row.person_fields.length === 0),
  )
  const emptied = await emptyPrices(
    ctx,
    unpriced.filter((row) => row.person_fields.length > 0 && !row.person_fields.includes('pricing')),
  )
  await tell(author, 'pricing.created', inspectionId, created)
  await tell(author, 'pricing.updated', inspectionId, [...updated, ...emptied])
  await tell(author, 'pricing.deleted', inspectionId, deleted)
}

async function tell(
  author: TransactionContext,
  type: 'pricing.created' | 'pricing.updated' | 'pricing.deleted',
  inspectionId: string,
  written: Written[],
): Promise<void> {
  const payloads = written.map(({ id }) => ({ pricing_id: id }))
  const versions = written.map(({ version }) => ({ item_version: version }))
  await emitAll(author, type, inspectionId, payloads, versions)
}

async function partsToPrice(
  author: TransactionContext,
  inspectionId: string,
  estimate: Estimate,
): Promise<Priced[]> {
  const parts = estimate.parts.filter((part) => part.operation !== 'none')
  const types = parts.map((part) => part.part_type)
  const ids = await createPartsIfMissing(author, inspectionId, types)
  return parts.map((part) => {
    const partId = ids.get(part.part_type)
    if (!partId) throw new Error(`the part ${part.part_type} was not made`)
    return { part, partId }
  })
}

/** Deleted ones too, where a person deleted them. */
async function readRows(ctx: TransactionContext, inspectionId: string): Promise<PriceRow[]> {
  return ctx.db
    .selectFrom('pricings')
    .select([
      'id',
      sql<string>`part_id`.as('part_id'),
      'person_fields',
      condition`deleted_at is not null`.as('is_deleted'),
      'amount_minor',
      'currency',
      'level',
      'repair_operation',
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('part_id', 'is not', null)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), condition`'deleted' = any(person_fields)`]))
    .orderBy('id')
    .execute()
}

async function insertPrices(
  author: TransactionContext,
  inspectionId: string,
  fresh: readonly Priced[],
  currency: string,
): Promise<Written[]> {
  const rows = fresh.map(({ part, partId }) => ({
    org_id: author.org_id,
    inspection_id: inspectionId,
    id: uuidv7(),
    created_by: author.principal.subject,
    is_user_modified: false,
    related_item_type: 'part',
    part_id: partId,
    amount_minor: part.net.likely,
    currency,
    operations: json(part.operations),
    hours: json(part.hours),
    pieces_minor: piecesOf(part),
    level: part.level,
    repair_operation: repairOf(part),
  }))
  for (const chunk of chunksOf(rows)) await author.db.insertInto('pricings').values(chunk).execute()
  return rows.map(({ id }) => ({ id, version: 1 }))
}

/** An update without a change would raise the version, and people's own would be refused as stale. */
async function updatePrices(
  ctx: TransactionContext,
  kept: readonly { row: PriceRow; part: EstimatePart }[],
  currency: string,
): Promise<Written[]> {
  if (kept.length === 0) return []
  const wanted = kept.map(({ row, part }) => {
    const follows = (field: string) => !row.person_fields.includes(field)
    return {
      id: row.id,
      amount_minor: follows('pricing') ? part.net.likely : row.amount_minor,
      currency: follows('pricing') ? currency : row.currency,
      level: follows('level') ? part.level : row.level,
      repair_operation: follows('repair_operation') ? repairOf(part) : row.repair_operation,
      operations: part.operations,
      hours: part.hours,
      pieces_minor: piecesOf(part),
    }
  })
  const { rows } = await sql<Written>`
    update pricings as p set amount_minor = w.amount_minor, currency = w.currency, level = w.level,
      repair_operation = w.repair_operation, operations = w.operations, hours = w.hours, pieces_minor = w.pieces_minor
    from jsonb_to_recordset(${json(wanted)}) as w (id uuid, amount_minor bigint, currency text, level integer,
      repair_operation text, operations jsonb, hours jsonb, pieces_minor bigint)
    where p.org_id = ${ctx.org_id} and p.id = w.id
      and (p.amount_minor, p.currency, p.level, p.repair_operation, p.operations, p.hours, p.pieces_minor)
        is distinct from (w.amount_minor, w.currency, w.level, w.repair_operation, w.operations, w.hours, w.pieces_minor)
    returning p.id, p.version`.execute(ctx.db)
  return rows
}

/** Nothing is left to pay for. */
async function deletePrices(ctx: TransactionContext, rows: readonly PriceRow[]): Promise<Written[]> {
  return selectOf(ctx, rows)
    .set({ deleted_at: sql`clock_timestamp()` })
    .returning(['id', 'version'])
    .execute()
}

/** The same where a person has said something else of the price: only what was not theirs goes. */
async function emptyPrices(ctx: TransactionContext, rows: readonly PriceRow[]): Promise<Written[]> {
  return selectOf(ctx, rows)
    .set({ amount_minor: null, pieces_minor: null, operations: null, hours: null })
    .where('amount_minor', 'is not', null)
    .returning(['id', 'version'])
    .execute()
}

const selectOf = (ctx: TransactionContext, rows: readonly PriceRow[]) =>
  ctx.db
    .updateTable('pricings')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(rows.map((row) => row.id)))

const repairOf = ({ operation }: EstimatePart) => (operation === 'replace' ? 'replace' : 'repair')

const piecesOf = ({ lines }: EstimatePart) =>
  lines.filter((line) => line.kind === 'part').reduce((sum, line) => sum + line.likely, 0)
