import { listsOwnOnly, type OwnershipFilter } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import type { EventStream } from './event-stream.ts'
import { openStream, requireTicketFor, type StreamRequest } from './open-stream.ts'
import { typesOf } from './schema.ts'
import type { Streams } from './streams.ts'

/** What happens to all inspections that the caller would see in a list. */
export async function streamEvents(
  ctx: Context,
  streams: Streams,
  ownership: OwnershipFilter,
  request: StreamRequest,
): Promise<EventStream> {
  requireTicketFor(request.ticket, null)
  const owner_id = listsOwnOnly(ctx, ownership) ? ctx.principal.subject : null
  const types = typesOf(request.ticket?.types ?? request.query.types)
  return openStream(ctx, streams, { inspection_id: null, owner_id, types }, request, async () => {})
}
