import { sql } from 'kysely'
import { emit } from '../contracts/events.ts'
import { estimate } from '../estimates/estimate.ts'
import type { Estimate } from '../estimates/estimate-types.ts'
import { tablesInForce } from '../estimates/tables-in-force.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import type { Context, TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { readEstimateInput } from './estimate-input.ts'
import { writePrices } from './write-prices.ts'

/** What an estimate is made by; what is null follows the settings of the service. */
export type EstimateWish = { region: string | null; wear_pack: string | null }

/** The newest estimate of an inspection. The caller says what it wants to know of it. */
export function selectLatestEstimate(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('estimates')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .orderBy('version', 'desc')
    .limit(1)
}

/** Works the estimate out again when the inspection has one, by the same region and rule pack. Returns whether it has. */
export async function followEstimate(ctx: TransactionContext, inspectionId: string): Promise<boolean> {
  const latest = await readLatest(ctx, inspectionId)
  if (!latest) return false
  const { region, wear_pack } = latest.content
  await updateEstimate(ctx, inspectionId, { region, wear_pack: wear_pack?.id ?? null })
  return true
}

/**
 * Works the estimate out from what is known now, and lets the prices follow it. Prices that a person has set stay. The
 * same outcome as before is no new version. The caller holds the prices and, last of all, the inspection.
 */
export async function updateEstimate(
  ctx: TransactionContext,
  inspectionId: string,
  wish: EstimateWish,
): Promise<void> {
  const tables = await tablesInForce(ctx.config)
  const table = tables.tableOf(wish.region)
  const content = estimate({
    table,
    wear: tables.wearPackOf(wish.wear_pack),
    ...(await readEstimateInput(ctx, inspectionId, table.currency)),
  })
  await writePrices(ctx, inspectionId, content)
  const latest = await readLatest(ctx, inspectionId)
  if (latest && canonicalJson(latest.content) === canonicalJson(content)) return
  const id = uuidv7()
  const version = (latest?.version ?? 0) + 1
  await ctx.db
    .insertInto('estimates')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id,
      version,
      created_by: ctx.principal.subject,
      content: json(content),
    })
    .execute()
  await emit(ctx, 'estimate.created', inspectionId, { estimate_id: id }, { item_version: version })
}

async function readLatest(ctx: TransactionContext, inspectionId: string) {
  return selectLatestEstimate(ctx, inspectionId)
    .select(['version', sql<Estimate>`content`.as('content')])
    .executeTakeFirst()
}
