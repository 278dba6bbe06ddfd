import type pg from 'pg'
import type { Receipt } from './schema.ts'

/** Notes what was erased in the transaction of the caller, whose role sees every organization. */
export async function insertFinishedErasure(
  client: Pick<pg.ClientBase, 'query'>,
  receipt: Receipt,
  jws: string | null,
): Promise<void> {
  const { organization, erasure_id, requested_at, requested_by, subject, reason, erased_at } = receipt
  await client.query(
    `insert into erasures (org_id, id, created_at, created_by, subject, reason, status, done_at, counts, object_count, receipt, receipt_jws)
     values ($1, $2, $3, $4, $5, $6, 'DONE', $7, $8, $9, $10, $11)`,
    [
      organization,
      erasure_id,
      requested_at,
      requested_by,
      subject,
      reason,
      erased_at,
      receipt.rows,
      receipt.objects,
      receipt,
      jws,
    ],
  )
}
