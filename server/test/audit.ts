import type { AuditCheckpoint, AuditEntry } from '@walkaround/sdk'
import pg from 'pg'
import { COLUMN_TYPES } from '../src/core/platform/database.ts'
import type { Signer } from '../src/outputs/reports/signing/open-signer.ts'
import { makeCheckpoint } from '../src/privacy/audit/make-checkpoints.job.ts'
import { createInspection } from './factories.ts'
import type { Service } from './own-service.ts'
import { workerContext } from './runs.ts'

/** Does what the worker does every hour, so many times, with a request recorded before each. */
export async function makeCheckpoints(
  service: Service,
  count: number,
  signer: Signer | null = null,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    await createInspection(service)
    await makeCheckpoint({ ...workerContext(service), signer })
  }
}

/** As if those of today had been made so many days ago. */
export const ageCheckpoints = (service: Service, days: number) =>
  service.rows(
    "update audit_checkpoints set created_at = created_at - make_interval(days => $1) where created_at > now() - interval '1 day'",
    [days],
  )

/** One connection with all rights, that can undo what it does. */
export async function openOwner(service: Service): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: service.ownerUrl, types: COLUMN_TYPES })
  await owner.connect()
  return owner
}

/** As the SDK has them, from the tables as the owner of the transaction sees them. */
export async function readAudit(
  owner: pg.Client,
): Promise<{ entries: AuditEntry[]; checkpoints: AuditCheckpoint[] }> {
  const entries = await owner.query(
    `select e.sequence::text as id, created_at as "createdAt", subject, operation, inspection_id as "inspectionId",
       object_id as "objectId", status, reason, request_id as "requestId", e.hash
     from audit_entries e join audit_heads h on h.org_id = e.org_id
     where e.org_id = 'org_alder' and e.sequence > h.removed_sequence order by e.sequence`,
  )
  const checkpoints = await owner.query(
    "select sequence::text as id, hash, jws from audit_checkpoints where org_id = 'org_alder' order by sequence",
  )
  return { entries: entries.rows, checkpoints: checkpoints.rows }
}
