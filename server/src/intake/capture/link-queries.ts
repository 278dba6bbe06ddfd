import type { Language } from '@walkaround/catalog/languages'
import { sql } from 'kysely'
import { type Action, reachOf } from '../../core/access/scope.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { withAllFields } from './profile-queries.ts'
import type { ProfileContent } from './profile-schema.ts'
import type { CaptureLink, NewInspection } from './schema.ts'

/** The links of the organization; the secret is not among what is read. */
export function selectCaptureLinks(ctx: Context) {
  return ctx.db
    .selectFrom('capture_links')
    .where('capture_links.org_id', '=', ctx.org_id)
    .select([
      'capture_links.id',
      'capture_links.created_at',
      'capture_links.created_by',
      'capture_links.inspection_id',
      sql<NewInspection | null>`capture_links.inspection`.as('inspection'),
      'capture_links.profile_id',
      'capture_links.profile_version',
      sql<Language>`capture_links.language`.as('language'),
      sql<CaptureLink['visible']>`capture_links.visible`.as('visible'),
      'capture_links.uses_max',
      'capture_links.use_count',
      'capture_links.return_url',
      'capture_links.expires_at',
      'capture_links.revoked_at',
      condition`capture_links.expires_at <= now()`.as('is_expired'),
      sql<number>`(
        select count(*)::integer from capture_sessions s
        where s.org_id = capture_links.org_id and s.link_id = capture_links.id and s.finished_at is not null)`.as(
        'finished_count',
      ),
    ])
}

export type CaptureLinkRow = Awaited<ReturnType<ReturnType<typeof selectCaptureLinks>['execute']>>[number]

export function captureLinkJson({ is_expired, ...fields }: CaptureLinkRow): CaptureLink {
  return { ...fields, object_type: 'CAPTURE_LINK', status: statusOf({ is_expired, ...fields }) }
}

function statusOf({
  revoked_at,
  is_expired,
  use_count,
  uses_max,
}: Pick<CaptureLinkRow, 'revoked_at' | 'is_expired' | 'use_count' | 'uses_max'>): CaptureLink['status'] {
  if (revoked_at) return 'revoked'
  if (is_expired) return 'expired'
  return use_count >= uses_max ? 'used_up' : 'open'
}

/** Those the caller may act on: of the inspections they reach, and those they made. */
export function visibleCaptureLinks(ctx: Context, action: Action) {
  const links = selectCaptureLinks(ctx)
  if (reachOf(ctx, action) === 'all') return links
  return links.where((eb) =>
    eb.or([
      eb('capture_links.created_by', '=', ctx.principal.subject),
      eb.exists(
        eb
          .selectFrom('inspections')
          .select('inspections.id')
          .whereRef('inspections.org_id', '=', 'capture_links.org_id')
          .whereRef('inspections.id', '=', 'capture_links.inspection_id')
          .where('inspections.owner_id', '=', ctx.principal.subject),
      ),
    ]),
  )
}

export async function requireCaptureLink(
  ctx: Context,
  linkId: string,
  action: Action,
): Promise<CaptureLinkRow> {
  const links = visibleCaptureLinks(ctx, action)
  return requireRow(linkId, links.where('capture_links.id', '=', linkId))
}

/** The link with its row locked: its uses are counted one after the other. */
export async function lockCaptureLink(ctx: TransactionContext, linkId: string): Promise<CaptureLinkRow> {
  return selectCaptureLinks(ctx)
    .where('capture_links.id', '=', linkId)
    .forNoKeyUpdate('capture_links')
    .executeTakeFirstOrThrow()
}

/** What the link asks for, as it was when the link was made. */
export async function readProfileOfLink(ctx: Context, linkId: string): Promise<ProfileContent> {
  const { profile } = await ctx.db
    .selectFrom('capture_links')
    .select(withAllFields('profile').as('profile'))
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow()
  return profile
}
