import pg from 'pg'
import { makeCheckpoint } from '../src/audit/make-checkpoints.job.ts'
import { COLUMN_TYPES } from '../src/platform/database.ts'
import type { Signer } from '../src/reports/signing/open-signer.ts'
import { createInspection } from './factories.ts'
import { workerContext } from './runs.ts'
import type { Service } from './service.ts'

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

/** One connection with all rights, that can undo what it does. */
export async function openOwner(service: Service): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: service.ownerUrl, types: COLUMN_TYPES })
  await owner.connect()
  return owner
}
