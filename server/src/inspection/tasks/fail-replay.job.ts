import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { endReplay } from './replay.ts'

/** Receives a replay whose attempts are used up: it ends in ERROR, and whoever waits for it is told. */
export async function failReplay(ctx: Context, job: JobPayloads['replay_task_failed']): Promise<void> {
  const error = 'the pictures could not be analyzed again'
  await inTransaction(ctx, (ctx) => endReplay(ctx, job, { error }))
}
