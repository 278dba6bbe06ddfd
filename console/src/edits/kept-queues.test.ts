import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlaceEdit } from '../compare/edits/place-edit.ts'
import { placeEdits } from '../compare/edits/place-edits.ts'
import { comparisonKey, readComparison } from '../service/read-comparison.ts'
import { createEditQueue } from './edit-queue.ts'
import { type KeptQueues, keepQueues, UNUSED_MS } from './kept-queues.ts'
import { createSmallService } from './small-service.ts'

const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
const edit: PlaceEdit = { placeId: 'p1', changes: [{ verdict: 'new' }] }

let service: ReturnType<typeof createSmallService>
let queries: QueryClient
let kept: KeptQueues<PlaceEdit>
const open = (id: string) => kept.open(id, () => createEditQueue(queries, placeEdits(service.client, id)))

beforeEach(async () => {
  vi.useFakeTimers()
  service = createSmallService()
  queries = new QueryClient()
  kept = keepQueues()
  queries.setQueryData(comparisonKey('c'), await readComparison(service.client, 'c'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('keeps what is not saved while the page lives, and asks before it is closed', async () => {
  const queue = open('c')
  const leave = kept.use('c')
  expect(closes()).toBe(true)
  service.setAway('all')
  queue.run(edit)
  await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
  expect(closes()).toBe(false)
  leave?.()
  await vi.advanceTimersByTimeAsync(2 * UNUSED_MS)
  expect(open('d')).not.toBe(queue)
  expect(open('c').getState().waiting).toMatchObject([{ edit }])
  service.setAway(null)
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queue.getState().waiting).toEqual([]))
  expect(closes()).toBe(true)
})

it('keeps a queue that a screen uses, and drops it with its listener a while after the last has left', async () => {
  const added = vi.spyOn(globalThis, 'addEventListener')
  const removed = vi.spyOn(globalThis, 'removeEventListener')
  const queue = open('c')
  const [review, table] = [kept.use('c'), kept.use('c')]
  queue.run(edit)
  await vi.waitFor(() => expect(queue.getState().waiting).toEqual([]))
  review?.()
  await vi.advanceTimersByTimeAsync(2 * UNUSED_MS)
  expect(open('c')).toBe(queue)

  table?.()
  await vi.advanceTimersByTimeAsync(UNUSED_MS - 1)
  const back = kept.use('c')
  await vi.advanceTimersByTimeAsync(UNUSED_MS)
  expect(open('c').getState().undo).toHaveLength(1)

  back?.()
  await vi.advanceTimersByTimeAsync(UNUSED_MS)
  const online = (calls: typeof added.mock.calls) =>
    calls.filter(([type]) => type === 'online').map(([, listen]) => listen)
  expect(online(removed.mock.calls)).toEqual(online(added.mock.calls))
  expect(open('c')).not.toBe(queue)
})

it('drops a queue that nobody came to use', async () => {
  const queue = open('c')
  await vi.advanceTimersByTimeAsync(UNUSED_MS)
  expect(open('c')).not.toBe(queue)
})

it('drops a queue that saved its last edit while nobody used it', async () => {
  const queue = open('c')
  service.setAway('all')
  queue.run(edit)
  await vi.advanceTimersByTimeAsync(UNUSED_MS)
  service.setAway(null)
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queue.getState().waiting).toEqual([]))
  expect(open('c')).toBe(queue)
  await vi.advanceTimersByTimeAsync(UNUSED_MS)
  expect(open('c')).not.toBe(queue)
})
