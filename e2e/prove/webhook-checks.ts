import type { Violations } from './campaign.ts'
import type { Message } from './webhook-receivers.ts'

/** An event as the database has it. */
export type Recorded = { id: string; inspection_id: string; type: string; position: number }

export const CHECKED_KINDS = ['lost', 'unknown', 'unsigned', 'disordered', 'after_deletion']

/** Every event reached the receiver at least once, under its own id, signed, and nothing else did. */
export function checkComplete(
  path: string,
  events: readonly Recorded[],
  messages: readonly Message[],
  violations: Violations,
): void {
  const known = new Map(events.map((event) => [event.id, event]))
  const seen = new Set(messages.map(({ id }) => id))
  for (const { id, type } of events) if (!seen.has(id)) violations.add('lost', `${path}: ${type} ${id}`)
  for (const message of messages) {
    const event = known.get(message.id)
    if (event?.type !== message.type || event.inspection_id !== message.inspection)
      violations.add('unknown', `${path}: ${message.type} ${message.id}`)
    if (!message.isSigned) violations.add('unsigned', `${path}: ${message.id}`)
  }
}

/** The first message of each event came in the order of the events of its inspection. */
export function checkOrder(
  path: string,
  events: readonly Recorded[],
  messages: readonly Message[],
  violations: Violations,
): void {
  const positions = new Map(events.map(({ id, position }) => [id, position]))
  const last = new Map<string, number>()
  const seen = new Set<string>()
  for (const { id, inspection } of messages) {
    if (seen.has(id)) continue
    seen.add(id)
    const position = positions.get(id) ?? 0
    if (position < (last.get(inspection) ?? 0)) violations.add('disordered', `${path}: ${id}`)
    last.set(inspection, Math.max(position, last.get(inspection) ?? 0))
  }
}

/** What was under way when the endpoint was deleted may still come, once: no more than are sent to one at once. */
export function checkDeleted(
  path: string,
  deletedMs: number,
  messages: readonly Message[],
  atOnce: number,
  violations: Violations,
): void {
  const late = messages.filter(({ atMs }) => atMs > deletedMs)
  const again = late.length - new Set(late.map(({ id }) => id)).size
  if (late.length > atOnce || again > 0)
    violations.add('after_deletion', `${path}: ${late.length} messages, ${again} of them again`)
}
