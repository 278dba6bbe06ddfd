import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../core/platform/config.ts'
import { openStorage } from '../../core/platform/open-storage.ts'
import type { Storage } from '../../core/platform/storage.ts'
import { type Check, fault, ok, reasonOf, skip, warn } from './check.ts'
import { checkClock, readServerTime } from './check-clock.ts'

/** How long each question may take. A store with other work answers the second one. */
const TRIES_MS_MAX = [10_000, 10_000, 10_000]
const BUCKET_FIX =
  'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the access keys, and that the object store runs.'

/** The bucket: reachable, writable, and closed to strangers. No organization has a name that starts with a dot. */
export async function checkBucket(
  config: Config,
  triesMsMax: readonly number[] = TRIES_MS_MAX,
): Promise<Check[]> {
  const storage = openStorage(config)
  try {
    const key = `.doctor/${randomUUID()}`
    const address = `${config.S3_ENDPOINT.replace(/\/+$/, '')}/${config.S3_BUCKET}`
    const { found, lost } = await askForBucket(storage, triesMsMax)
    const use =
      found === 'found'
        ? await checkUse(storage, key, async () => checkPrivacy(address, key))
        : [judgeMissing(found, lost), skip('bucket privacy', 'the bucket is unknown')]
    return [
      ...use,
      ...(found === 'found' && lost > 0 ? [judgeSlow(lost)] : []),
      await checkClock('the object store', () => readServerTime(config.S3_ENDPOINT)),
    ]
  } finally {
    storage.close()
  }
}

async function askForBucket(storage: Storage, triesMsMax: readonly number[]) {
  for (const [lost, msMax] of triesMsMax.entries()) {
    const found = await storage.findBucket(msMax)
    if (found !== 'late') return { found, lost }
  }
  return { found: 'late' as const, lost: triesMsMax.length }
}

function judgeMissing(found: 'late' | 'refused', attempts: number): Check {
  if (found === 'refused')
    return fault('bucket', 'it does not answer, does not exist, or refuses the key', BUCKET_FIX)
  const fix = 'Look at the load of the object store and the network to it, then run the doctor again.'
  return fault('bucket', `no response to ${attempts} requests; the bucket may exist`, fix)
}

function judgeSlow(lost: number): Check {
  const fix = 'Look at the load of the object store and the network to it: uploads wait for it.'
  return warn('bucket response', `the first response came at attempt ${lost + 1}`, fix)
}

async function checkUse(storage: Storage, key: string, whileThere: () => Promise<Check>): Promise<Check[]> {
  const file = join(tmpdir(), `walkaround-doctor-${randomUUID()}`)
  try {
    await writeFile(file, key)
    await storage.putFile(key, file, 'text/plain')
    const found = await storage.get(key)
    if (!found || (await text(found.body)) !== key) throw new Error('the object came back changed')
    const privacy = await whileThere()
    await storage.delete([key])
    if (await storage.get(key)) throw new Error('the object is still there after its deletion')
    return [ok('bucket', 'an object was written, read and deleted'), privacy]
  } catch (error) {
    const fix =
      'Give the key the rights to put, get and delete objects of this bucket, and check its free space.'
    return [
      fault('bucket', `an object could not be written, read and deleted: ${reasonOf(error)}`, fix),
      await whileThere(),
    ]
  } finally {
    await rm(file, { force: true })
  }
}

/** As a stranger without a key would ask. */
async function checkPrivacy(address: string, key: string): Promise<Check> {
  const fix =
    'Remove the public policy and ACL of the bucket now. Every picture in it was readable by anybody.'
  try {
    const [list, object] = await Promise.all(
      [`${address}?list-type=2&max-keys=1`, `${address}/${key}`].map(async (url) => {
        const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
        await answer.body?.cancel()
        return answer.status
      }),
    )
    if (list === 200) return fault('bucket privacy', 'anybody can list the bucket', fix)
    if (object === 200) return fault('bucket privacy', 'anybody can read objects of the bucket', fix)
    return ok('bucket privacy', 'without a key, listing and reading are refused')
  } catch (error) {
    return skip('bucket privacy', `no response: ${reasonOf(error)}`)
  }
}
