import type { PublishedEvent } from '../../core/contracts/event-body.ts'
import type { Database } from '../../core/platform/database.ts'

/** Gives positions to committed events of every organization; returns to how many. Fewer than `most`: all have one. */
export async function publishEvents(database: Pick<Database, 'callAcross'>, most: number): Promise<number> {
  const [row] = await database.callAcross<{ publish_events: number }>('publish_events', [most])
  return row?.publish_events ?? 0
}

/** Events of every organization after a position, in order. The caller checks who may hear of each. */
export async function listPublishedEvents(
  database: Pick<Database, 'callAcross'>,
  after: number,
  most: number,
): Promise<(PublishedEvent & { called_at: string })[]> {
  return database.callAcross<PublishedEvent>('published_events', [after, most])
}

export async function readLastPosition(database: Pick<Database, 'callAcross'>): Promise<number> {
  const [row] = await database.callAcross<{ last_event_position: number | null }>('last_event_position', [])
  return row?.last_event_position ?? 0
}
