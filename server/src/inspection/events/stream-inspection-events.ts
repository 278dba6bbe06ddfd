import { requireInspection } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import type { EventStream } from './event-stream.ts'
import { openStream, requireTicketFor, type StreamRequest } from './open-stream.ts'
import { typesOf } from './schema.ts'
import type { Streams } from './streams.ts'

/** What happens to one inspection, until it is deleted. */
export async function streamInspectionEvents(
  ctx: Context,
  streams: Streams,
  inspectionId: string,
  request: StreamRequest,
): Promise<EventStream> {
  requireTicketFor(request.ticket, inspectionId)
  const types = typesOf(request.ticket?.types ?? request.query.types)
  return openStream(ctx, streams, { inspection_id: inspectionId, owner_id: null, types }, request, () =>
    requireInspection(ctx, inspectionId, 'read'),
  )
}
