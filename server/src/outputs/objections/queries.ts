import { sql } from 'kysely'
import { type Action, visibleInspections } from '../../core/access/scope.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Objection } from './schema.ts'

type Decision = NonNullable<Objection['decision']>

const TIME = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')

/** Whoever knows which ones they may see. */
export function selectObjections(ctx: Context) {
  return ctx.db
    .selectFrom('objections')
    .where('objections.org_id', '=', ctx.org_id)
    .select([
      'objections.id',
      'objections.created_at',
      'objections.link_id',
      'objections.inspection_id',
      'objections.comparison_id',
      'objections.damage_id',
      'objections.place_id',
      'objections.about',
      'objections.text',
      'objections.due_at',
      'objections.version',
      IS_OVERDUE.as('is_overdue'),
      sql<Omit<Objection['pictures'][number], 'path'>[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', p.id, 'image_width', p.image_width, 'image_height', p.image_height) order by p.id), '[]')
        from objection_pictures p where p.org_id = objections.org_id and p.objection_id = objections.id)`.as(
        'pictures',
      ),
      sql<Decision[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'decision', d.decision, 'reason', d.reason, 'decided_by', d.decided_by,
          'decided_at', to_char(d.decided_at at time zone 'UTC', ${TIME})) order by d.id), '[]')
        from objection_decisions d where d.org_id = objections.org_id and d.objection_id = objections.id)`.as(
        'decisions',
      ),
    ])
}

export const IS_OVERDUE = condition`objections.decided_at is null and objections.due_at < now()`

type ObjectionRow = Awaited<ReturnType<ReturnType<typeof selectObjections>['execute']>>[number]

export function objectionJson(ctx: Context, row: ObjectionRow): Objection {
  const { link_id, decisions, pictures, ...fields } = row
  return {
    ...fields,
    object_type: 'OBJECTION',
    objection_link_id: link_id,
    pictures: pictures.map((picture) => ({
      ...picture,
      path: ctx.pictureUrls.sign({ org_id: ctx.org_id, image_id: picture.id, variant: 'picture.jpg' }),
    })),
    status: decisions.length > 0 ? 'decided' : 'open',
    decision: decisions.at(-1) ?? null,
    earlier_decisions: decisions.slice(0, -1),
  }
}

/** Those to inspections that the caller may act on. */
export function visibleObjections(ctx: Context, action: Action) {
  return selectObjections(ctx).where((eb) =>
    eb.exists(
      visibleInspections(ctx, action)
        .select('inspections.id')
        .whereRef('inspections.id', '=', eb.ref('objections.inspection_id'))
        .where('inspections.deleted_at', 'is', null),
    ),
  )
}

export async function requireObjection(ctx: Context, objectionId: string, action: Action) {
  return requireRow(objectionId, visibleObjections(ctx, action).where('objections.id', '=', objectionId))
}
