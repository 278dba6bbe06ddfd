import { DEFAULT_LANGUAGE } from '@walkaround/catalog/languages'
import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { requireComparison } from '../comparisons/queries.ts'
import { hashCode, makeCode } from './link-codes.ts'
import { lockObjectionLink, objectionLinkJson } from './link-queries.ts'
import type { CreateObjectionLink, ObjectionLinkWithCode } from './schema.ts'

const VALID_S = 90 * 86_400

/** A page for the person whom the findings concern. The code is shown once; only a slow hash of it is kept. */
export async function createObjectionLink(
  ctx: Context,
  input: CreateObjectionLink,
): Promise<ObjectionLinkWithCode> {
  const { inspection_id, comparison_id } = await requireContestable(ctx, input)
  const id = uuidv7()
  const code = makeCode()
  const code_hash = await hashCode(id, code)
  const { language = DEFAULT_LANGUAGE, expires_in_s = VALID_S } = input

  return inTransaction(ctx, async (ctx) => {
    await lockVisibleInspection(ctx, inspection_id, 'update')
    await requireRoom(ctx, inspection_id)
    await ctx.db
      .insertInto('objection_links')
      .values({
        org_id: ctx.org_id,
        id,
        created_by: ctx.principal.subject,
        inspection_id,
        comparison_id,
        code_hash,
        language,
        expires_at: sql<string>`now() + make_interval(secs => ${expires_in_s})`,
      })
      .execute()
    await emit(ctx, 'objection_link.created', inspection_id, { objection_link_id: id })
    return { ...objectionLinkJson(ctx, await lockObjectionLink(ctx, id)), access_code: code }
  })
}

/** A link shows what its maker may change: one inspection, or one comparison and with it both of its inspections. */
export async function requireContestable(
  ctx: Context,
  { inspection_id, comparison_id }: Pick<CreateObjectionLink, 'inspection_id' | 'comparison_id'>,
): Promise<{ inspection_id: string; comparison_id: string | null }> {
  if ((inspection_id === undefined) === (comparison_id === undefined))
    throw new Problem('objection_target_missing')
  if (comparison_id !== undefined) {
    const { later_inspection_id } = await requireComparison(ctx, comparison_id, 'update')
    return { inspection_id: later_inspection_id, comparison_id }
  }
  await requireInspection(ctx, inspection_id ?? '', 'update')
  return { inspection_id: inspection_id ?? '', comparison_id: null }
}

async function requireRoom(ctx: TransactionContext, inspectionId: string): Promise<void> {
  const limit = ctx.config.OBJECTION_LINKS_PER_INSPECTION_MAX
  const { count } = await ctx.db
    .selectFrom('objection_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('limit_reached', { resource: 'objection_links', limit })
}
