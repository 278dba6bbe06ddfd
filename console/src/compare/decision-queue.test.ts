import { WalkaroundError } from '@walkaround/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ATTEMPTS_MAX, RETRY_MS } from '../edits/send-failure.ts'
import { chargesOf, countsOf } from './compare-model.ts'
import { createDecisionQueue, type DecisionQueue, type Waiting, withWaiting } from './decision-queue.ts'
import { samplePlace as place } from './sample-place.ts'

/** A service that answers when it is told to. */
function slowService() {
  const sent: Waiting[] = []
  const answers: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const send = (waiting: Waiting) => {
    sent.push(waiting)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    answers.push({ resolve, reject })
    return promise
  }
  return { sent, answers, send }
}

const away = () => new WalkaroundError({ code: 'network_failed', message: 'away', retryable: true })
const busy = () => new WalkaroundError({ code: 'overloaded', message: 'busy', retryable: true, status: 503 })

afterEach(() => {
  vi.useRealTimers()
})

describe('decisions', () => {
  it('are shown at once and sent one after the other', async () => {
    const { sent, answers, send } = slowService()
    const queue = createDecisionQueue(send)
    const places = [place(1), place(2)]
    queue.decide(place(1), { verdict: 'unchanged', reason: 'Seen' })
    queue.decide(place(2), { isDamage: false })
    const shown = withWaiting(places, queue.store.getState().waiting, 'ann')
    expect(countsOf(shown)).toMatchObject({ new: 0, unchanged: 1, open: 0 })
    expect(shown.find(({ number }) => number === 1)?.decision).toMatchObject({ decidedBy: 'ann' })
    expect(sent).toHaveLength(1)
    answers[0]?.resolve()
    await expect.poll(() => sent.length).toBe(2)
    answers[1]?.resolve()
    await expect.poll(() => queue.store.getState().waiting).toEqual([])
  })

  it('are taken back by what stood there before', () => {
    const { send } = slowService()
    const queue = createDecisionQueue(send)
    queue.decide(place(1), { verdict: 'new' })
    expect(queue.undo()).toMatchObject({ number: 1 })
    expect(queue.store.getState().waiting.at(-1)?.change).toEqual({ verdict: null })
    expect(queue.redo()).toBe(1)
    expect(queue.store.getState().waiting.at(-1)?.change).toEqual({ verdict: 'new' })
    const decision = { verdict: 'uncertain', reason: 'Dirt', decidedBy: 'b', decidedAt: '' } as const
    queue.decide(place(2, { verdict: 'uncertain', decision }), { verdict: 'new' })
    queue.undo()
    expect(queue.store.getState().waiting.at(-1)?.change).toEqual({ verdict: 'uncertain', reason: 'Dirt' })
  })

  it('bring back a charge that a person had set, which another category ends', () => {
    const { send } = slowService()
    const queue = createDecisionQueue(send)
    queue.decide(place(1, { isChargeable: false, chargeableRule: 'person' }), {
      verdict: 'worsened',
      reason: 'r',
    })
    queue.undo()
    expect(queue.store.getState().waiting.at(-1)?.change).toEqual({ verdict: null, isChargeable: false })
  })

  it('leave a charge to the wear rules again where no person had set it', () => {
    const { send } = slowService()
    const queue = createDecisionQueue(send)
    const proposed = place(1, { chargeableRule: 'wear_no_rule' })
    const shown = () => withWaiting([proposed], queue.store.getState().waiting, 'ann')[0]
    queue.decide(proposed, { isChargeable: false })
    expect(shown()).toMatchObject({ isChargeable: false, chargeableRule: 'person' })
    queue.undo()
    expect(queue.store.getState().waiting.at(-1)?.change).toEqual({ isChargeable: null })
    expect(shown()).toMatchObject({ isChargeable: true, chargeableRule: 'wear_no_rule', amount: 10_000 })
  })

  describe('on a charge that takes a reason', () => {
    const unsettled = place(1, { verdict: 'uncertain', proposedVerdict: 'uncertain', isChargeable: false })
    const lastChanges = (queue: DecisionQueue, count: number) =>
      queue.store
        .getState()
        .waiting.slice(-count)
        .map(({ change }) => change)

    function createCharged() {
      const queue = createDecisionQueue(slowService().send)
      queue.decide(unsettled, { isChargeable: true, reason: 'Seen' })
      const [charged] = withWaiting([unsettled], queue.store.getState().waiting, 'ann')
      return { queue, charged: charged ?? unsettled }
    }

    it('bring it back with its reason', () => {
      const { queue, charged } = createCharged()
      queue.decide(charged, { isChargeable: false })
      queue.undo()
      expect(lastChanges(queue, 1)).toEqual([{ isChargeable: true, reason: 'Seen' }])
      queue.undo()
      expect(lastChanges(queue, 1)).toEqual([{ isChargeable: null }])
    })

    it('do not mistake its reason for that of the category', () => {
      const { queue, charged } = createCharged()
      queue.decide(charged, { verdict: 'uncertain' })
      const [agreed] = withWaiting([unsettled], queue.store.getState().waiting, 'ann')
      queue.decide(agreed ?? charged, { verdict: 'new', reason: 'Clear' })
      queue.undo()
      expect(lastChanges(queue, 2)).toEqual([
        { verdict: 'uncertain' },
        { isChargeable: true, reason: 'Seen' },
      ])
    })

    it('ask for the reason where it is not known', () => {
      const queue = createDecisionQueue(slowService().send)
      queue.decide({ ...unsettled, isChargeable: true, chargeableRule: 'person' }, { isChargeable: false })
      expect(queue.undo()).toEqual({ number: 1, isReasonAsked: true })
      expect(lastChanges(queue, 1)).toEqual([{ isChargeable: false }])
    })
  })

  it('stay while the connection is away, and go when the service refuses', async () => {
    const { sent, answers, send } = slowService()
    const queue = createDecisionQueue(send)
    queue.decide(place(1), { verdict: 'new' })
    answers[0]?.reject(away())
    await expect.poll(() => queue.store.getState().isFailed).toBe(true)
    expect(queue.store.getState().waiting).toHaveLength(1)
    queue.retry()
    expect(sent).toHaveLength(2)
    expect(sent[1]?.key).toBe(sent[0]?.key)
    answers[1]?.reject(new Error('No.'))
    await expect.poll(() => queue.store.getState().refused).toEqual({ message: 'No.' })
    expect(queue.store.getState().waiting).toEqual([])
  })

  it('are sent again by themselves while the connection is away', async () => {
    vi.useFakeTimers()
    const { sent, answers, send } = slowService()
    const queue = createDecisionQueue(send)
    queue.decide(place(1), { verdict: 'new' })
    for (let at = 0; at < 10; at++) {
      answers[at]?.reject(away())
      await vi.advanceTimersByTimeAsync(RETRY_MS)
      expect(sent).toHaveLength(at + 2)
      expect(queue.store.getState().isFailed).toBe(true)
    }
    answers.at(-1)?.resolve()
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(queue.store.getState()).toMatchObject({ waiting: [], isFailed: false })
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  it('wait for the person once the service has failed several times', async () => {
    vi.useFakeTimers()
    const { sent, answers, send } = slowService()
    const queue = createDecisionQueue(send)
    queue.decide(place(1), { verdict: 'new' })
    for (let at = 0; at < ATTEMPTS_MAX; at++) {
      answers[at]?.reject(busy())
      await vi.advanceTimersByTimeAsync(RETRY_MS)
    }
    expect(sent).toHaveLength(ATTEMPTS_MAX)
    expect(queue.store.getState()).toMatchObject({ isFailed: true, waiting: [{ placeId: 'p1' }] })
    queue.retry()
    expect(sent).toHaveLength(ATTEMPTS_MAX + 1)
  })
})

it('counts money only once a person confirmed it', () => {
  const decision = { verdict: 'new', reason: null, decidedBy: 'a', decidedAt: '' } as const
  const places = [place(1), place(2, { decision, amount: 500 }), place(3, { isDamage: false })]
  expect(chargesOf(places)).toEqual({ confirmed: 500, proposed: 10_000 })
  expect(chargesOf([place(1, { isChargeable: false })])).toEqual({ confirmed: null, proposed: null })
})
