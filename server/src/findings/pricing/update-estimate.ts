import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import { canonicalJson } from '../../core/platform/canonical-json.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { estimate } from '../costs/estimate.ts'
import type { Estimate } from '../costs/estimate-types.ts'
import { tablesInForce } from '../costs/tables-in-force.ts'
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

/** Undefined for an inspection that nobody has asked an estimate of. The caller holds the prices, so it stays the newest. */
export async function readLatestEstimate(ctx: TransactionContext, inspectionId: string) {
  return selectLatestEstimate(ctx, inspectionId)
    .select(['version', sql<Estimate>`content`.as('content')])
    .executeTakeFirst()
}

type LatestEstimate = NonNullable<Awaited<ReturnType<typeof readLatestEstimate>>>

/** Works the estimate of an inspection out again, by the same region and rule pack. */
export async function followEstimate(
  ctx: TransactionContext,
  inspectionId: string,
  latest: LatestEstimate,
): Promise<void> {
  const { region, wear_pack } = latest.content
  await updateEstimate(ctx, inspectionId, { region, wear_pack: wear_pack?.id ?? null }, latest)
}

/**
 * Works the estimate out from what is known now, and lets the prices follow it. Prices that a person has set stay. The
 * same outcome as before is no new version. The caller holds the prices and, last of all, the inspection.
 */
export async function updateEstimate(
  ctx: TransactionContext,
  inspectionId: string,
  wish: EstimateWish,
  latest: LatestEstimate | undefined,
): Promise<void> {
  const tables = await tablesInForce(ctx.config)
  const table = tables.tableOf(wish.region)
  const content = estimate({
    table,
    wear: tables.wearPackOf(wish.wear_pack),
    ...(await readEstimateInput(ctx, inspectionId, table.currency)),
  })
  await writePrices(ctx, inspectionId, content)
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
  await forgetOlder(ctx, inspectionId, version)
  await emit(ctx, 'estimate.created', inspectionId, { estimate_id: id }, { item_version: version })
}

/** Every correction may leave a version, and nobody reads an older one: a report carries its own. */
async function forgetOlder(ctx: TransactionContext, inspectionId: string, version: number): Promise<void> {
  await ctx.db
    .deleteFrom('estimates')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('version', '<', version)
    .execute()
}
