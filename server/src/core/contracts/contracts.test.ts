import { describe, expect, it } from 'vitest'
import type { Context, TransactionContext } from '../platform/context.ts'
import { emit } from './events.ts'
import { enqueue, enqueueTaskGraph, type JobName, QUEUES } from './jobs.ts'

const run = { org_id: 'o', inspection_id: 'i', task_id: 't', generation: 1 }

/** Never called: `tsc` proves that it would not compile without the marks. */
export async function refusedByTheCompiler(ctx: Context, tx: TransactionContext) {
  // @ts-expect-error an event outside a transaction could tell of a change that never happened
  await emit(ctx, 'inspection.created', 'i', {})
  // @ts-expect-error a job outside a transaction could work on a change that never happened
  await enqueue(ctx, 'finish_task', run)
  // @ts-expect-error the same for a graph
  await enqueueTaskGraph(ctx, run, [])
  // @ts-expect-error the port itself takes a transaction, not a database
  await ctx.jobs.enqueue(ctx.db, 'finish_task', run)
  // @ts-expect-error a job can only be cancelled together with what made it needless
  await ctx.jobs.cancel(ctx.db, 'finish_task', 'id')
  // @ts-expect-error an event type that is not in the table
  await emit(tx, 'inspection.painted', 'i', {})
  // @ts-expect-error a payload of another event
  await emit(tx, 'task.done', 'i', { image_id: 'i' })
  // @ts-expect-error a job that is not in the table
  await enqueue(tx, 'paint', run)
  // @ts-expect-error a payload that lacks the picture
  await enqueue(tx, 'analyze_image', run)
  await emit(tx, 'inspection.created', 'i', {})
  await enqueue(tx, 'finish_task', run)
}

describe('QUEUES', () => {
  it('has dead letter queues that exist and have none themselves', () => {
    const names = Object.keys(QUEUES)
    for (const [name, { deadLetter }] of Object.entries(QUEUES)) {
      if (deadLetter === undefined) continue
      expect(names.indexOf(deadLetter), name).toBeGreaterThanOrEqual(0)
      // The name was just found among the keys.
      expect(QUEUES[deadLetter as JobName].deadLetter).toBeUndefined()
    }
  })

  it('retries every job, and gives it an end', () => {
    for (const queue of Object.values(QUEUES)) {
      expect(queue.retries).toBeGreaterThan(0)
      expect(queue.expireS).toBeGreaterThan(0)
    }
  })
})
