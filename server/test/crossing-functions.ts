/**
 * The functions of the database that see every organization, and the module whose files may call each. Everything else
 * is behind row-level security. `row-security.test.ts` compares this list with the database.
 */
export const CROSSING_FUNCTIONS: Record<string, string> = {
  abandoned_uploads: 'images',
  append_audit_entries: 'audit',
  audits_without_checkpoint: 'audit',
  claim_webhook_deliveries: 'webhooks',
  // Called by the one above, and by nobody else.
  claim_webhook_deliveries_at_home: 'database',
  delete_old_idempotency_keys: 'http',
  delete_old_webhook_deliveries: 'webhooks',
  delete_removed_audit_entries: 'audit',
  ended_task_callbacks: 'webhooks',
  // Called for one organization in its own transaction: it has the rights to delete that the service has not.
  erase_inspection: 'database',
  find_capture_link: 'capture',
  find_capture_session: 'access',
  find_objection_link: 'objections',
  fold_inspection_counts: 'inspections',
  fold_quota_usage: 'quotas',
  is_webhook_home: 'webhooks',
  last_event_position: 'events',
  lease_requests: 'quotas',
  make_webhook_deliveries: 'webhooks',
  next_webhook_events: 'webhooks',
  oldest_due_webhook_delivery: 'webhooks',
  open_erasures: 'erasures',
  organizations_with_rules: 'retention',
  publish_events: 'events',
  published_events: 'events',
  // As erase_inspection: what the rule of the organization lets go, in its own transaction.
  remove_audit_entries: 'database',
  take_stream_ticket: 'events',
  verify_report: 'reports',
  // Reads no row: it only waits, in the transaction of the caller.
  wait_for_erasures: 'database',
}
