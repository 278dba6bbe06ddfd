import type { Harness } from '../../testing/harness.ts'
import type { Violations } from './campaign.ts'
import { checkInvariants } from './invariants.ts'
import type { Load } from './load.ts'
import { checkWishes } from './wishes.ts'

/** What a load must leave behind once all is at rest, whatever was killed under it. */
export async function checkAftermath(harness: Harness, load: Load, violations: Violations) {
  for (const example of load.backwards) violations.add('seen_going_back', example)
  for (const { id, error_messages } of await harness.rows<{ id: string; error_messages: unknown }>(
    `select id, error_messages from tasks where status = 'ERROR'`,
  ))
    violations.add('tasks_in_error', `task ${id}: ${JSON.stringify(error_messages)}`)
  const found = await checkInvariants(harness.subject(), violations)
  const wishes = await checkWishes(harness.subject(), load.wishes, violations)
  return { found, wishes }
}
