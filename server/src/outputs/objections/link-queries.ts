import type { Language } from '@walkaround/catalog/languages'
import { sql } from 'kysely'
import { type Action, visibleInspections } from '../../core/access/scope.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import type { ObjectionLink } from './schema.ts'

/** The links of the organization; what is kept of the code is not among what is read. */
export function selectObjectionLinks(ctx: Context) {
  return ctx.db
    .selectFrom('objection_links')
    .where('objection_links.org_id', '=', ctx.org_id)
    .select([
      'objection_links.id',
      'objection_links.created_at',
      'objection_links.created_by',
      'objection_links.inspection_id',
      'objection_links.comparison_id',
      sql<Language>`objection_links.language`.as('language'),
      'objection_links.expires_at',
      'objection_links.revoked_at',
      condition`objection_links.expires_at <= now()`.as('is_expired'),
      sql<number>`(
        select count(*)::integer from objections o
        where o.org_id = objection_links.org_id and o.link_id = objection_links.id)`.as('objection_count'),
    ])
}

export type ObjectionLinkRow = Awaited<ReturnType<ReturnType<typeof selectObjectionLinks>['execute']>>[number]

export function objectionLinkJson(
  { config }: Context,
  { is_expired, ...fields }: ObjectionLinkRow,
): ObjectionLink {
  return {
    ...fields,
    object_type: 'OBJECTION_LINK',
    status: fields.revoked_at ? 'revoked' : is_expired ? 'expired' : 'open',
    url: `${config.PUBLIC_URL}/contest/${fields.id}`,
  }
}

/** Those of inspections that the caller may act on. */
export function visibleObjectionLinks(ctx: Context, action: Action) {
  return selectObjectionLinks(ctx).where((eb) =>
    eb.exists(
      visibleInspections(ctx, action)
        .select('inspections.id')
        .whereRef('inspections.id', '=', eb.ref('objection_links.inspection_id'))
        .where('inspections.deleted_at', 'is', null),
    ),
  )
}

export async function requireObjectionLink(
  ctx: Context,
  linkId: string,
  action: Action,
): Promise<ObjectionLinkRow> {
  return requireRow(linkId, visibleObjectionLinks(ctx, action).where('objection_links.id', '=', linkId))
}

export async function lockObjectionLink(ctx: TransactionContext, linkId: string): Promise<ObjectionLinkRow> {
  return selectObjectionLinks(ctx)
    .where('objection_links.id', '=', linkId)
    .forNoKeyUpdate('objection_links')
    .executeTakeFirstOrThrow()
}
