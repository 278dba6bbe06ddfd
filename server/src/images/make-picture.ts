import type { Readable } from 'node:stream'
import { Problem } from '../contracts/problems.ts'
import { type Gate, GateFull } from '../platform/gate.ts'
import type { StoredObject } from '../platform/storage.ts'

const BODY_MS_MAX = 10_000

export type MadePicture = { body: Buffer; contentType: string; sizeBytes: number }

/**
 * Makes a picture of a stored one in this process, which has other work, when its turn comes. `isGone` says whether
 * the client still waits then.
 */
export async function makePicture(
  gate: Gate,
  open: () => Promise<StoredObject>,
  make: (picture: Buffer) => Promise<Buffer>,
  { isGone = (): boolean => false, bodyMsMax = BODY_MS_MAX } = {},
): Promise<MadePicture> {
  return gate(async () => {
    if (isGone()) throw new Problem('unavailable')
    const picture = await open()
    const body = await make(await readBody(picture.body, bodyMsMax))
    return { body, contentType: 'image/jpeg', sizeBytes: body.length }
  }).catch(asProblem)
}

/** It is read inside the gate: a store that stops in the middle must not keep a place from the others. */
async function readBody(body: Readable, msMax: number): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(new Error(`the picture took longer than ${msMax} ms`)), msMax)
  try {
    return Buffer.concat(await body.toArray())
  } catch (error) {
    throw new Problem('unavailable', {}, [], error)
  } finally {
    clearTimeout(timer)
  }
}

function asProblem(error: unknown): never {
  if (error instanceof GateFull) throw new Problem('unavailable', {}, [], error)
  throw error
}
