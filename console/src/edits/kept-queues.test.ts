import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { type PlaceQueue, placeEdits } from '../compare/edits/place-edits.ts'
import { comparisonKey, readComparison } from '../service/read-comparison.ts'
import { createEditQueue } from './edit-queue.ts'
import { keepQueues } from './kept-queues.ts'
import { createSmallService } from './small-service.ts'

const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('keeps what is not saved while the page lives, and asks before it is closed', async () => {
  const { client, setAway } = createSmallService()
  const queries = new QueryClient()
  queries.setQueryData(comparisonKey('c'), await readComparison(client, 'c'))
  const openQueue = keepQueues((queue: PlaceQueue) => queue)
  const open = (id: string) => openQueue(id, () => createEditQueue(queries, placeEdits(client, id)))
  const queue = open('c')
  expect(closes()).toBe(true)
  setAway('all')
  queue.run({ placeId: 'p1', changes: [{ verdict: 'new' }] })
  await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
  expect(closes()).toBe(false)
  expect(open('d')).not.toBe(queue)
  expect(open('c').getState().waiting).toMatchObject([{ edit: { placeId: 'p1' } }])
  setAway(null)
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queue.getState().waiting).toEqual([]))
  expect(closes()).toBe(true)
})
