import { type EventType, WEBHOOK_EVENT_TYPES } from '../../core/contracts/event-types.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Database } from '../../core/platform/database.ts'
import { publishEvents } from '../../inspection/events/published-events.ts'
import { createCallbackReceiverIfMissing } from './callback-receiver.ts'
import { CALLBACK_EVENT_TYPES, matchesCallback } from './callback-request.ts'

const PUBLISHED_AT_ONCE = 500
/** Every event makes a row for each endpoint of its organization, so a step has to be small. */
const EVENTS_AT_ONCE = 200

type Window = { from_position: number; to_position: number }
type EndedTask = {
  org_id: string
  inspection_id: string
  event_id: string
  event_type: EventType
  position: number
  task_id: string
  callbacks: unknown[]
}

export type FanOutParts = {
  database: Pick<Database, 'callAcross'>
  contextOf: (orgId: string) => Context
}

/**
 * Makes a delivery for each committed event and each receiver that wants to hear of it, exactly once however many
 * processes do this: the rows are inserted together with the position up to which that is done. Returns how many.
 */
export async function fanOut({ database, contextOf }: FanOutParts): Promise<number> {
  while ((await publishEvents(database, PUBLISHED_AT_ONCE)) === PUBLISHED_AT_ONCE);
  for (let total = 0; ; ) {
    const [window] = await database.callAcross<Window>('next_webhook_events', [EVENTS_AT_ONCE])
    if (!window) return total
    const { from_position, to_position } = window
    const callbacks = await wantedCallbacks(database, window)
    for (const orgId of new Set(callbacks.map(({ org_id }) => org_id)))
      await createCallbackReceiverIfMissing(contextOf(orgId))
    const [row] = await database.callAcross<{ make_webhook_deliveries: number | null }>(
      'make_webhook_deliveries',
      [from_position, to_position, WEBHOOK_EVENT_TYPES, JSON.stringify(callbacks)],
    )
    const made = row?.make_webhook_deliveries ?? null
    // Another process is at it, and goes on.
    if (made === null) return total
    total += made
  }
}

async function wantedCallbacks(database: FanOutParts['database'], { from_position, to_position }: Window) {
  const ended = await database.callAcross<EndedTask>('ended_task_callbacks', [
    from_position,
    to_position,
    CALLBACK_EVENT_TYPES,
  ])
  return ended.flatMap(({ callbacks, ...task }) =>
    callbacks.flatMap((callback, callback_index) =>
      matchesCallback(callback, task.event_type) ? [{ ...task, callback_index }] : [],
    ),
  )
}
