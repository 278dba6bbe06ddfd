import { destroyAllKeys } from '../../core/platform/change-key-rows.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { Signer } from '../../outputs/reports/signing/open-signer.ts'
import { insertFinishedErasure } from '../../privacy/erasures/insert-finished-erasure.ts'
import { signReceipt } from '../../privacy/erasures/receipt.ts'
import type { Erasure, Receipt } from '../../privacy/erasures/schema.ts'
import type { RekeyParts } from './parts.ts'
import { countLeft } from './rotate-keys.ts'

/** The operator is nobody who has a token. */
const OPERATOR = 'operator'
const KEPT = [
  'this receipt',
  'rows of the database other than sealed secrets: these keys do not encrypt them',
  'objects in the store, as bytes that nobody can open',
  'copies of the encrypted keys in backups of the database, until the key that encrypts them is destroyed',
]

export class NotEncrypted extends Error {
  override name = 'NotEncrypted'
}

/** Destroys every key of an organization, with a receipt. Nothing that they encrypted can be opened by anybody again. */
export async function destroyKeys(
  parts: RekeyParts,
  orgId: string,
  reason: Erasure['reason'],
  signer: Signer | null,
): Promise<{ receipt: Receipt; jws: string | null }> {
  const left = await countLeft(parts, orgId)
  if (left.texts + left.objects > 0)
    throw new NotEncrypted(
      `${left.texts} texts and ${left.objects} objects of ${orgId} are not under its key, so they would stay readable. Run first: walkaround rekey --organization ${orgId}`,
    )
  const objects = await countObjects(parts, orgId)
  const client = await parts.database.connect()
  try {
    await client.query('begin')
    const destroyed = await destroyAllKeys(client, orgId)
    const [at] = destroyed
    if (at === undefined) throw new NotEncrypted(`${orgId} has no keys`)
    const receipt: Receipt = {
      version: 1,
      erasure_id: uuidv7(),
      organization: orgId,
      subject: 'keys',
      reason,
      requested_at: at,
      requested_by: OPERATOR,
      erased_at: at,
      inspections: [],
      rows: { organization_keys: destroyed.length },
      objects,
      kept: KEPT,
    }
    const jws = signer && signReceipt(signer, receipt)
    await insertFinishedErasure(client, receipt, jws)
    await client.query('commit')
    return { receipt, jws }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function countObjects({ versions }: RekeyParts, orgId: string): Promise<number> {
  let count = 0
  for await (const _object of versions.list(`${orgId}/`)) count++
  return count
}
