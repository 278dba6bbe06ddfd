import { createHash } from 'node:crypto'
import { ObjectDamaged } from '../../core/platform/object-cipher.ts'
import { KeyUnknown } from '../../core/platform/organization-keys.ts'
import type { ListedObject, Storage } from '../../core/platform/storage.ts'
import type { EraseExtra } from './erase-extra.ts'
import { type ExpectedObject, listExpected } from './list-expected.ts'

export type Finding = {
  problem: 'missing' | 'changed' | 'destroyed' | 'extra' | 'erased'
  key: string
  says: string
}

export type Verification = {
  /** Rows of images and reports. */
  rows: number
  objects: number
  digests: number
  missing: number
  changed: number
  /** Objects that nobody can open any more, because their key was destroyed. */
  destroyed: number
  extra: number
  /** Extra objects that were erased. */
  erased: number
}

export type VerifyOptions = {
  databaseUrl: string
  storage: Pick<Storage, 'list' | 'get' | 'readKeyId'>
  /** Goes on behind this `organization/id`. */
  after?: string
  /** Without it, extra objects stay. */
  eraseExtra?: EraseExtra
  report: (finding: Finding) => void
  /** Told the place up to which everything was looked at. */
  progress?: (place: string) => void
}

const DOWNLOADS_AT_ONCE = 4
/** Objects of the doctor, and of nobody: no organization has a name that starts with a dot. */
const OWN = /^\./

type Place = { place: string; objects: ListedObject[] }

/**
 * Whether database and bucket belong together: walks along both in the same order, so that neither has to fit into memory,
 * and reads every original and every report to compare its digest.
 */
export async function verifyBackup(options: VerifyOptions): Promise<Verification> {
  const { storage, after = '', eraseExtra = async () => false, report, progress = () => {} } = options
  const counts = {
    rows: 0,
    objects: 0,
    digests: 0,
    missing: 0,
    changed: 0,
    destroyed: 0,
    extra: 0,
    erased: 0,
  }
  const tell = (problem: Finding['problem'], key: string, says: string) => {
    counts[problem]++
    report({ problem, key, says })
  }
  const found = groupByPlace(storage.list(after))[Symbol.asyncIterator]()
  let next = await found.next()

  const tellExtra = async ({ objects }: Place) => {
    counts.objects += objects.length
    for (const { key } of objects)
      if (!OWN.test(key)) tell((await eraseExtra(key)) ? 'erased' : 'extra', key, 'no row refers to it')
  }
  const running = new Set<Promise<void>>()
  // Kept until the loop sees it: nobody waits for a download that fails while others are begun.
  const failures: unknown[] = []
  const check = async (expected: ExpectedObject, object: ListedObject) => {
    const found = await findChange(storage, expected, object)
    if (expected.sha256 !== null) counts.digests++
    if (found !== null) tell(found.problem, expected.key, found.says)
  }

  for await (const { place, objects } of listExpected(options.databaseUrl, after)) {
    counts.rows++
    while (!next.done && next.value.place < place) {
      await tellExtra(next.value)
      next = await found.next()
    }
    const there: Place = !next.done && next.value.place === place ? next.value : { place, objects: [] }
    if (there.objects.length > 0) next = await found.next()
    const wanted = new Set(objects.map(({ key }) => key))
    await tellExtra({ place, objects: there.objects.filter(({ key }) => !wanted.has(key)) })
    for (const expected of objects) {
      const object = there.objects.find(({ key }) => key === expected.key)
      if (!object) {
        tell('missing', expected.key, 'a row refers to it')
        continue
      }
      counts.objects++
      const work = check(expected, object)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(work))
      running.add(work)
      if (running.size >= DOWNLOADS_AT_ONCE) await Promise.race(running)
      if (failures.length > 0) throw failures[0]
    }
    progress(place)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
  for (; !next.done; next = await found.next()) await tellExtra(next.value)
  return counts
}

/** The objects of one image or report lie side by side. */
async function* groupByPlace(objects: AsyncIterable<ListedObject>): AsyncGenerator<Place> {
  let group: Place = { place: '', objects: [] }
  for await (const object of objects) {
    const place = object.key.split('/').slice(0, 2).join('/')
    if (place < group.place) throw new Error('the object store does not list its keys in order')
    if (place !== group.place) {
      if (group.objects.length > 0) yield group
      group = { place, objects: [] }
    }
    group.objects.push(object)
  }
  if (group.objects.length > 0) yield group
}

type Change = Pick<Finding, 'problem' | 'says'>

const reportChange = (says: string): Change => ({ problem: 'changed', says })

async function findChange(
  storage: Pick<Storage, 'get' | 'readKeyId'>,
  { key, sha256, sizeBytes }: ExpectedObject,
  listed: ListedObject,
): Promise<Change | null> {
  if (listed.sizeBytes === 0) return reportChange('it is empty')
  if (sha256 === null) return null
  try {
    const object = await storage.get(key)
    if (!object) return await findAbsence(storage, key)
    const hash = createHash('sha256')
    let readBytes = 0
    for await (const chunk of object.body) {
      hash.update(chunk)
      readBytes += chunk.length
    }
    if (readBytes !== sizeBytes) return reportChange(`it has ${readBytes} bytes, the row says ${sizeBytes}`)
    return hash.digest('hex') === sha256 ? null : reportChange('its digest is not the one of its row')
  } catch (error) {
    if (!(error instanceof ObjectDamaged || error instanceof KeyUnknown)) throw error
    return reportChange(`it does not open: ${error.message}`)
  }
}

async function findAbsence(storage: Pick<Storage, 'readKeyId'>, key: string): Promise<Change> {
  const isThere = (await storage.readKeyId(key)) !== undefined
  return isThere
    ? { problem: 'destroyed', says: 'its key was destroyed' }
    : reportChange('it was listed and cannot be read')
}
