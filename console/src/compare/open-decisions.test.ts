import { QueryClient } from '@tanstack/react-query'
import { createClient } from '@walkaround/sdk'
import { expect, it, vi } from 'vitest'
import { decisionsOf } from './open-decisions.ts'
import { samplePlace } from './sample-place.ts'

it('keeps unsaved decisions while the page lives, and asks before it is closed', async () => {
  let isAway = true
  const client = createClient({
    baseUrl: 'http://localhost',
    token: 'token',
    retries: 0,
    fetch: async () => {
      if (isAway) throw new TypeError('away')
      return Response.json({ id: 'p1', object_type: 'COMPARISON_PLACE' })
    },
  })
  const queries = new QueryClient()
  const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const queue = decisionsOf(client, queries, 'c1')
  expect(closes()).toBe(true)
  queue.decide(samplePlace(1), { verdict: 'new' })
  await vi.waitFor(() => expect(queue.store.getState().isFailed).toBe(true))
  expect(closes()).toBe(false)
  expect(decisionsOf(client, queries, 'c2')).not.toBe(queue)
  const again = decisionsOf(client, queries, 'c1')
  expect(again.store.getState().waiting).toMatchObject([{ placeId: 'p1', change: { verdict: 'new' } }])
  isAway = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queue.store.getState().waiting).toEqual([]))
  expect(closes()).toBe(true)
})
