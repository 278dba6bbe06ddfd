import type { Database } from '../../core/platform/database.ts'

/** For how long messages to webhooks are kept. */
export const WEBHOOK_AGE_DAYS_MAX = 30

/** Forgets, in every organization, webhook deliveries after so many days. Returns how many. */
export async function deleteOldWebhookDeliveries(
  database: Pick<Database, 'callAcross'>,
  ageDays: number,
  most: number,
): Promise<number> {
  const [row] = await database.callAcross<{ delete_old_webhook_deliveries: number }>(
    'delete_old_webhook_deliveries',
    [`${ageDays} days`, most],
  )
  return row?.delete_old_webhook_deliveries ?? 0
}
