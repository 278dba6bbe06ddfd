import type { Readable } from 'node:stream'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import type { StoredObject } from '../../core/platform/storage.ts'

const BODY_MS_MAX = 10_000

export type EncodedPicture = { body: Buffer; contentType: string; sizeBytes: number }

/** The gate that pictures are made behind; `signal` says that the client no longer waits. */
export type Turn = { gate: FairGate; signal?: AbortSignal; bodyMsMax?: number }

/** Makes a picture of a stored one in this process, which has other work, when the organization's turn comes. */
export async function makePicture(
  ctx: Context,
  { gate, signal, bodyMsMax = BODY_MS_MAX }: Turn,
  open: () => Promise<StoredObject>,
  make: (picture: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const work = async () => make(await readBody((await open()).body, bodyMsMax))
  return gate.run(ctx.org_id, work, signal ? { signal } : {})
}

export const asJpeg = (body: Buffer): EncodedPicture => ({
  body,
  contentType: 'image/jpeg',
  sizeBytes: body.length,
})

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
