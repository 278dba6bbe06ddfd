import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'

type Left = { tasks: number; jobs: number }

/**
 * Waits until no task is under way and no job is waiting or running. However slow the machine is, it waits as long as something ends;
 * returns what is left when nothing has ended for so long.
 */
export async function waitForRest(harness: Harness, timeoutMs: number): Promise<Left> {
  let untilMs = performance.now() + timeoutMs
  let least = Number.POSITIVE_INFINITY
  for (;;) {
    const left = await countLeft(harness)
    const sum = left.tasks + left.jobs
    if (sum === 0 || performance.now() > untilMs) return left
    if (sum < least) {
      least = sum
      untilMs = performance.now() + timeoutMs
    }
    await delay(250)
  }
}

async function countLeft(harness: Harness): Promise<Left> {
  const [tasks] = await harness.rows<{ count: number }>(
    `select count(*)::int as count from tasks where status in ('TODO', 'IN_PROGRESS')`,
  )
  const [jobs] = await harness.jobRows<{ count: number }>(
    `select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active')
     and name in ('check_image', 'analyze_image', 'finish_task', 'analyze_image_failed', 'finish_task_failed',
       'compare_inspections')`,
  )
  return { tasks: tasks?.count ?? 0, jobs: jobs?.count ?? 0 }
}
