import type { QueryClient } from '@tanstack/react-query'
import { type Client, type Entities, updateComparisonPlace } from '@walkaround/sdk'
import { keepQueues } from '../edits/kept-queues.ts'
import { comparisonKey } from '../service/read-comparison.ts'
import { createDecisionQueue, type DecisionQueue } from './decision-queue.ts'

const openQueue = keepQueues((queue: DecisionQueue) => queue.store)

export function decisionsOf(client: Client, queries: QueryClient, comparisonId: string): DecisionQueue {
  return openQueue(comparisonId, () =>
    createDecisionQueue(async ({ key, placeId, change }) => {
      const { entities } = await updateComparisonPlace(client, comparisonId, placeId, change, {
        idempotencyKey: key,
      })
      keepAnswer(queries, comparisonId, entities)
    }),
  )
}

/** What the service answers to a decision, in the place of what was read before. */
function keepAnswer(queries: QueryClient, comparisonId: string, { comparisonPlaces }: Entities): void {
  queries.setQueryData<Entities>(comparisonKey(comparisonId), (before) =>
    before ? { ...before, comparisonPlaces: { ...before.comparisonPlaces, ...comparisonPlaces } } : before,
  )
}
