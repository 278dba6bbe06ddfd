import { sql } from 'kysely'
import type { PublishedEvent } from '../../core/contracts/event-body.ts'
import type { EventType } from '../../core/contracts/event-types.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import type { StreamFilter } from './event-stream.ts'

/** What happened after one position and up to another, of what a stream is about. */
export async function selectMissed(
  ctx: Context,
  filter: StreamFilter,
  { after, until, most }: { after: number; until: number; most: number },
): Promise<PublishedEvent[]> {
  let events = ctx.db
    .selectFrom('events')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'events.org_id')
        .onRef('inspections.id', '=', 'events.inspection_id'),
    )
    .where('events.org_id', '=', ctx.org_id)
    .where('events.position', '>', after)
    .where('events.position', '<=', until)
  if (filter.inspection_id !== null) events = events.where('events.inspection_id', '=', filter.inspection_id)
  if (filter.owner_id !== null) events = events.where('inspections.owner_id', '=', filter.owner_id)
  if (filter.types) events = events.where('events.type', 'in', [...filter.types])
  return events
    .select([
      sql<number>`events.position`.as('position'),
      'events.org_id',
      'inspections.owner_id',
      'events.inspection_id',
      'events.id',
      sql<EventType>`events.type`.as('type'),
      sql<Record<string, unknown>>`events.payload`.as('payload'),
      'events.created_by',
      'events.created_at',
    ])
    .orderBy('events.position')
    .limit(most)
    .execute()
}

/** Whether everything after the position is still kept for those who come back. */
export async function isInLog(ctx: Context, position: number): Promise<boolean> {
  const next = await ctx.db
    .selectFrom('events')
    .select(condition`created_at < now() - make_interval(secs => ${ctx.config.EVENT_LOG_S})`.as('is_old'))
    .where('org_id', '=', ctx.org_id)
    .where('position', '>', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return next?.is_old !== true
}

export async function lastPosition(ctx: Context): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_event_position() as last`.execute(ctx.db)
  return rows[0]?.last ?? 0
}
