import type { WebhookEventType } from '@walkaround/sdk'

// A record, so that the compiler finds an event that the service has and this list has not.
const KNOWN: Record<WebhookEventType, true> = {
  'inspection.created': true,
  'inspection.updated': true,
  'inspection.deleted': true,
  'vehicle.updated': true,
  'image.created': true,
  'image.updated': true,
  'image.deleted': true,
  'image.compliances_done': true,
  'image.bystanders_found': true,
  'image.original_opened': true,
  'task.started': true,
  'task.done': true,
  'task.failed': true,
  'task.validated': true,
  'task.replay_requested': true,
  'task.replayed': true,
  'damage.created': true,
  'damage.updated': true,
  'damage.deleted': true,
  'damage.restored': true,
  'view.created': true,
  'view.updated': true,
  'view.deleted': true,
  'view.restored': true,
  'pricing.created': true,
  'pricing.updated': true,
  'pricing.deleted': true,
  'pricing.restored': true,
  'estimate.created': true,
  'report.requested': true,
  'report.done': true,
  'report.failed': true,
  'comparison.created': true,
  'comparison.done': true,
  'comparison.failed': true,
  'comparison.updated': true,
  'comparison.deleted': true,
  'capture_link.created': true,
  'capture_link.opened': true,
  'capture_link.done': true,
  'capture_link.revoked': true,
  'objection_link.created': true,
  'objection_link.revoked': true,
  'objection.created': true,
  'objection.decided': true,
}

// The keys of the table are the types; Object.keys does not say so.
const EVENT_TYPES = Object.keys(KNOWN) as WebhookEventType[]

export const isEventType = (text: string): text is WebhookEventType => text in KNOWN

/** What an event is about, with its events. */
export const EVENT_GROUPS = [...Map.groupBy(EVENT_TYPES, (type) => type.split('.')[0] ?? type)].map(
  ([name, types]) => ({ name, types }),
)
