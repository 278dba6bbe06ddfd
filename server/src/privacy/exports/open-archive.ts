import { Readable } from 'node:stream'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import { continueArchive } from './continue-archive.ts'
import { listFiles, type Serialize } from './list-files.ts'
import { writeArchive } from './write-archive.ts'

/** How an archive goes out. */
export type Transfer = {
  gate: FairGate
  /** Aborts when the client goes away. */
  signal: AbortSignal
  /** Only the head of the answer is wanted. */
  headOnly: boolean
  serialize: Serialize
}

const CHUNK_BYTES = 64 * 1024

/** The archive as a stream. What is refused is refused before its first byte. */
export async function openArchive(
  ctx: Context,
  inspectionIds: readonly string[],
  transfer: Transfer,
): Promise<Readable> {
  if (transfer.headOnly) return Readable.from([])
  const { signal } = transfer
  const leave = await transfer.gate.enter(ctx.org_id, { signal })
  const head = {
    created_at: new Date(ctx.clock.nowMs()).toISOString(),
    created_by: ctx.principal.subject,
    organization: ctx.org_id,
    inspection_ids: inspectionIds,
  }
  const chunks = writeArchive(head, listFiles(ctx, inspectionIds, transfer.serialize))
  try {
    const first = await chunks.next()
    await inTransaction(ctx, (ctx) =>
      recordAdministration(ctx, 'export.created', { inspection_ids: [...inspectionIds] }),
    )
    const giveUp = () => stream.destroy(new Error('the client takes nothing'))
    const stream = Readable.from(continueArchive(first.value ?? Buffer.alloc(0), chunks, giveUp), {
      objectMode: false,
      highWaterMark: CHUNK_BYTES,
    })
    // Its head is sent: all that can be said is that it broke off.
    stream.on('error', (error) => ctx.log.warn({ err: error }, 'an export broke off'))
    stream.once('close', leave)
    return stream
  } catch (error) {
    await chunks.return()
    leave()
    throw error
  }
}
