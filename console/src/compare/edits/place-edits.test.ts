import { QueryClient } from '@tanstack/react-query'
import { type Entities, normalize } from '@walkaround/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEditQueue } from '../../edits/edit-queue.ts'
import { RETRY_MS } from '../../edits/send-failure.ts'
import { createSmallService } from '../../edits/small-service.ts'
import { comparisonKey, readComparison } from '../../service/read-comparison.ts'
import type { Change } from './place-edit.ts'
import { type PlaceQueue, placeEdits } from './place-edits.ts'
import { overlayPlaces } from './place-overlay.ts'

let service: ReturnType<typeof createSmallService>
let queries: QueryClient
let queue: PlaceQueue

async function openClerk() {
  const client = new QueryClient()
  client.setQueryData(comparisonKey('c'), await readComparison(service.client, 'c'))
  return { queries: client, queue: createEditQueue(client, placeEdits(service.client, 'c')) }
}

beforeEach(async () => {
  service = createSmallService()
  ;({ queries, queue } = await openClerk())
})
afterEach(() => {
  vi.useRealTimers()
})

const decide = (placeId: string, ...changes: Change[]) => queue.run({ placeId, changes })
const idle = (one = queue) => vi.waitFor(() => expect(one.getState().waiting).toEqual([]))
const sent = () => service.calls.map(({ body }) => body)
/** As the person sees it. */
function seen(id: string) {
  const known = queries.getQueryData<Entities>(comparisonKey('c')) ?? normalize({}).entities
  return overlayPlaces(known, queue.getState().waiting).comparisonPlaces?.[id]
}

describe('a decision', () => {
  it('is shown at once, and the next is sent once it is saved', async () => {
    const go = service.hold()
    decide('p1', { verdict: 'unchanged', reason: 'Seen' })
    decide('p2', { isDamage: false })
    expect(seen('p1')).toMatchObject({ verdict: 'unchanged', decision: { decidedBy: 'me', reason: 'Seen' } })
    expect(seen('p2')).toMatchObject({ isDamage: false })
    await vi.waitFor(() => expect(service.calls.length).toBe(1))
    go()
    await idle()
    expect(service.row('p1')).toMatchObject({ verdict: 'unchanged', decision: { reason: 'Seen' } })
    expect(service.row('p2')).toMatchObject({ is_damage: false })
  })

  it('is taken back by what stood there before', async () => {
    service.changeByOther('p2', { verdict: 'worsened', decision: { verdict: 'worsened', reason: 'Dirt' } })
    ;({ queries, queue } = await openClerk())
    decide('p1', { verdict: 'new' })
    await idle()
    expect(queue.undo()).toMatchObject({ placeId: 'p1' })
    await idle()
    expect(service.row('p1')?.decision).toBe(null)
    expect(queue.redo()).toMatchObject({ placeId: 'p1' })
    await idle()
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'new' })
    decide('p2', { verdict: 'new', reason: 'Clear' })
    await idle()
    queue.undo()
    await idle()
    expect(service.row('p2')?.decision).toMatchObject({ verdict: 'worsened', reason: 'Dirt' })
  })

  it('that was made for several places is undone with one key', async () => {
    queue.runAll(['p1', 'p2'].map((placeId) => ({ placeId, changes: [{ verdict: 'new' }] })))
    await idle()
    expect(queue.undo()).toMatchObject({ placeId: 'p1' })
    await idle()
    expect([service.row('p1')?.decision, service.row('p2')?.decision]).toEqual([null, null])
  })
})

describe('a charge', () => {
  it('that a person had set comes back when another category, which ended it, is undone', async () => {
    decide('p1', { isChargeable: false })
    decide('p1', { verdict: 'worsened', reason: 'r' })
    await idle()
    queue.undo()
    await idle()
    expect(sent().at(-1)).toEqual({ verdict: null, is_chargeable: false })
    expect(service.row('p1')).toMatchObject({ is_chargeable: false, chargeable_rule: 'person' })
  })

  it('is left to the wear rules again where no person had set it', async () => {
    decide('p1', { isChargeable: false })
    expect(seen('p1')).toMatchObject({ isChargeable: false, chargeableRule: 'person' })
    await idle()
    const go = service.hold()
    queue.undo()
    expect(seen('p1')).toMatchObject({ isChargeable: true, chargeableRule: 'wear_no_rule', amount: 10_000 })
    go()
    await idle()
    expect(sent().at(-1)).toEqual({ is_chargeable: null })
  })

  describe('that takes a reason', () => {
    beforeEach(async () => {
      const fields = { verdict: 'uncertain', proposed_verdict: 'uncertain', is_chargeable: false }
      service.changeByOther('p1', fields)
      ;({ queries, queue } = await openClerk())
    })

    it('comes back with its reason', async () => {
      decide('p1', { isChargeable: true, reason: 'Seen' })
      decide('p1', { isChargeable: false })
      await idle()
      queue.undo()
      await idle()
      expect(sent().at(-1)).toEqual({ is_chargeable: true, reason: 'Seen' })
      queue.undo()
      await idle()
      expect(sent().at(-1)).toEqual({ is_chargeable: null })
    })

    it('comes back with its own reason, not with that of the category', async () => {
      decide('p1', { isChargeable: true, reason: 'Seen' })
      decide('p1', { verdict: 'uncertain' })
      decide('p1', { verdict: 'new', reason: 'Clear' })
      await idle()
      queue.undo()
      await idle()
      expect(sent().slice(-2)).toEqual([{ verdict: 'uncertain' }, { is_chargeable: true, reason: 'Seen' }])
      queue.redo()
      await idle()
      expect(sent().at(-1)).toMatchObject({ verdict: 'new', reason: 'Clear' })
      expect(queue.getState().refused).toBe(null)
    })

    it('is asked for its reason where that is not known, and is taken back again', async () => {
      service.changeByOther('p1', { is_chargeable: true, chargeable_rule: 'person' })
      ;({ queries, queue } = await openClerk())
      decide('p1', { isChargeable: false })
      await idle()
      expect(queue.undo()).toMatchObject({ placeId: 'p1', isReasonAsked: true })
      expect(queue.getState().spoken).toMatchObject({ way: 'undo', edit: { isReasonAsked: true } })
      await idle()
      expect(sent()).toEqual([{ is_chargeable: false }])
      queue.redo()
      await idle()
      expect(sent().at(-1)).toEqual({ is_chargeable: false })
    })
  })
})

describe('two clerks at one place', () => {
  let other: Awaited<ReturnType<typeof openClerk>>

  beforeEach(async () => {
    other = await openClerk()
    other.queue.run({ placeId: 'p1', changes: [{ verdict: 'worsened', reason: 'Longer' }] })
    await idle(other.queue)
    decide('p1', { verdict: 'unchanged', reason: 'Same' })
    await vi.waitFor(() => expect(queue.getState().conflict).not.toBe(null))
  })

  it('the second is shown what the first decided, and overwrites nothing', async () => {
    expect(queue.getState().conflict).toMatchObject({
      theirs: { verdict: 'worsened', reason: 'Longer' },
      waiting: { mine: { verdict: 'unchanged', reason: 'Same' } },
    })
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'worsened' })
    decide('p2', { verdict: 'new' })
    expect(queue.undo()).toBe(null)
    expect(service.row('p2')?.decision).toBe(null)
  })

  it('the second keeps their own, and can undo it to what the first decided', async () => {
    queue.keepMine()
    await idle()
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'unchanged', reason: 'Same' })
    queue.undo()
    await idle()
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'worsened', reason: 'Longer' })
  })

  it('the second takes that of the first, and has nothing to undo', async () => {
    queue.takeTheirs()
    await idle()
    expect(seen('p1')?.decision).toMatchObject({ verdict: 'worsened', reason: 'Longer' })
    expect(queue.undo()).toBe(null)
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'worsened' })
  })

  it('the first is asked when they undo what the second kept', async () => {
    queue.keepMine()
    await idle()
    other.queue.undo()
    await vi.waitFor(() => expect(other.queue.getState().conflict).not.toBe(null))
    expect(other.queue.getState().conflict?.theirs).toMatchObject({ verdict: 'unchanged', reason: 'Same' })
    other.queue.takeTheirs()
    await idle(other.queue)
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'unchanged' })
  })
})

it('a note contradicts only another note', async () => {
  service.changeByOther('p1', { verdict: 'worsened', decision: { verdict: 'worsened', reason: 'r' } })
  decide('p1', { note: 'Call back' })
  await idle()
  expect(queue.getState().conflict).toBe(null)
  expect(service.row('p1')).toMatchObject({ note: 'Call back', decision: { verdict: 'worsened' } })
  service.changeByOther('p1', { note: 'Called' })
  decide('p1', { note: 'Not needed' })
  await vi.waitFor(() => expect(queue.getState().conflict?.theirs).toEqual({ note: 'Called' }))
})

describe('without a connection', () => {
  it('decisions are kept, and sent once it is back', async () => {
    service.setAway('all')
    decide('p1', { verdict: 'new' })
    await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
    expect(seen('p1')?.decision).toMatchObject({ verdict: 'new' })
    service.setAway(null)
    dispatchEvent(new Event('online'))
    await idle()
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'new' })
  })

  it('decisions are tried again by themselves, however long it takes, with one key', async () => {
    vi.useFakeTimers()
    service.setAway('all')
    const key = decide('p1', { verdict: 'new' })
    for (let attempt = 0; attempt < 10; attempt++) {
      await vi.advanceTimersByTimeAsync(RETRY_MS)
      expect(queue.getState().waiting).toMatchObject([{ key, isFailed: true, attempts: 0 }])
    }
    service.setAway(null)
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(queue.getState().waiting).toEqual([])
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'new' })
  })

  it('a decision that another clerk makes meanwhile is not overwritten', async () => {
    service.setAway('all')
    decide('p1', { verdict: 'new' })
    await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
    service.changeByOther('p1', { verdict: 'worsened', decision: { verdict: 'worsened', reason: 'Longer' } })
    service.setAway(null)
    dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(queue.getState().conflict).not.toBe(null))
    expect(service.row('p1')?.decision).toMatchObject({ verdict: 'worsened' })
  })
})

it('ends with a message when the service refuses, and the next decision is sent', async () => {
  service.refuse('comparison_not_chargeable')
  decide('p1', { isChargeable: true })
  await idle()
  expect(queue.getState().refused?.message).toBe('comparison_not_chargeable')
  service.refuse(null)
  decide('p2', { verdict: 'new' })
  await idle()
  expect(service.row('p2')?.decision).toMatchObject({ verdict: 'new' })
})
