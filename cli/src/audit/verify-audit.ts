import { createHash } from 'node:crypto'
import type { AuditCheckpoint, AuditEntry } from '@walkaround/sdk'
import { AuditStart } from './audit-start.ts'
import { readCheckpoint } from './read-checkpoint.ts'
import type { Receipt } from './read-receipt.ts'

export type Verified = {
  entryCount: number
  checkpointCount: number
  /** The signed word that the entries before the first one were removed by a rule; null: none was. */
  receipt: Receipt | null
  /** Who signed, with the fingerprint of the certificate: whether to trust it is for the reader to say. */
  signers: string[]
  /** What is wrong, in words; empty: nothing was changed, removed without a receipt, added or put elsewhere. */
  faults: string[]
}

type Point = { place: number; hash: string; from: 'of the service' | 'kept elsewhere' }

const BEFORE_THE_FIRST = '0'.repeat(64)

/**
 * Follows the chain of an audit from its first entry, which may come after entries that a rule removed with a receipt, and holds it against
 * checkpoints: those of the service (null: nobody asked it), and those that were kept elsewhere (`kept`, signed). Takes the entries one by one,
 * however many there are.
 */
export async function verifyAudit(
  entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  checkpoints: readonly AuditCheckpoint[] | null,
  kept: readonly string[] = [],
): Promise<Verified> {
  const { points, signers, faults } = readPoints(checkpoints, kept)
  const start = new AuditStart()
  const named = new Set(points.map(({ place }) => place))
  const hashes = new Map<number, string | undefined>()
  let [entryCount, last, before] = [0, 0, BEFORE_THE_FIRST]
  for await (const entry of entries) {
    const place = Number(entry.id)
    start.add(entry)
    if (place > last + 1 && entryCount > 0) faults.push(gapOf(last + 1, place - 1))
    else if (place <= last) faults.push(`Entry ${place} comes after entry ${last}.`)
    // What comes before the first entry is for its receipt to say.
    else if (place === last + 1 && entry.hash !== hashOf(entry, before))
      faults.push(`Entry ${place} was changed, or one before it.`)
    if (named.has(place)) hashes.set(place, entry.hash)
    entryCount += 1
    ;[last, before] = [place, entry.hash ?? '']
  }
  const all = new Set([...signers, ...start.signers])
  faults.push(...start.judge(hashOf, all.size > 0))
  hashes.set(start.removed, start.receipt?.hash)
  // Of what is removed, the receipt says no more than the last hash.
  const first = start.receipt ? start.removed : start.removed + 1
  for (const { place, hash, from } of points.filter(({ place }) => place >= first))
    if (place > last) faults.push(`${gapOf(last + 1, place)} A checkpoint ${from} reaches to entry ${place}.`)
    else if (hashes.get(place) !== hash)
      faults.push(`Entry ${place} is not what the checkpoint ${from} says.`)
  return { entryCount, checkpointCount: points.length, receipt: start.receipt, signers: [...all], faults }
}

/** What the checkpoints say, as far as their signatures are right. */
function readPoints(checkpoints: readonly AuditCheckpoint[] | null, kept: readonly string[]) {
  const points: Point[] = []
  const signers = new Set<string>()
  const faults: string[] = []
  const add = (point: Point, jws: string | null) => {
    const { fault, signer } = jws === null ? { fault: null, signer: null } : readCheckpoint(jws, point)
    if (fault) faults.push(`Checkpoint ${point.place} ${point.from}: ${fault}`)
    else points.push(point)
    if (signer) signers.add(signer)
  }
  for (const { id, hash = '', jws = null } of checkpoints ?? [])
    add({ place: Number(id), hash, from: 'of the service' }, jws)
  for (const jws of kept) {
    const { content, fault } = readCheckpoint(jws)
    if (!content) faults.push(`A checkpoint kept elsewhere: ${fault}`)
    else {
      add({ place: content.sequence, hash: content.hash, from: 'kept elsewhere' }, jws)
      if (checkpoints?.every(({ jws: own }) => own !== jws))
        faults.push(`The service no longer has checkpoint ${content.sequence}, which was kept elsewhere.`)
    }
  }
  return { points, signers, faults }
}

function hashOf(entry: AuditEntry, before: string): string {
  const { createdAt = '', subject, operation, inspectionId, objectId, status, reason, requestId } = entry
  // A time finer than milliseconds is none that was recorded.
  const at = /\.\d{4,}/.test(createdAt) ? createdAt : Date.parse(createdAt)
  const text = JSON.stringify([at, subject, operation, inspectionId, objectId, status, reason, requestId])
  return createHash('sha256').update(`${before}\n${entry.id}\n${text}`).digest('hex')
}

const gapOf = (first: number, last: number) =>
  first === last ? `Entry ${first} is missing.` : `Entries ${first} to ${last} are missing.`
