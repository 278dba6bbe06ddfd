import { createStore } from 'zustand'
import { ATTEMPTS_MAX, isAway, isHopeless, RETRY_MS } from '../review/edits/send-failure.ts'
import { inOrder, type Place } from './compare-model.ts'
import type { Verdict } from './verdicts.ts'

/** What a person says of a place. A verdict of null takes the decision back. */
export type Change = {
  verdict?: Verdict | null
  reason?: string
  note?: string | null
  isDamage?: boolean
  isChargeable?: boolean
}
/** `key` makes sending it again harmless. */
export type Waiting = { key: string; placeId: string; change: Change }
type Step = { placeId: string; number: number; forward: Change; back: Change }

export type QueueState = {
  waiting: readonly Waiting[]
  undo: readonly Step[]
  redo: readonly Step[]
  /** The connection was away: what waits is kept. */
  isFailed: boolean
  refused: { message: string } | null
}

export type Send = (waiting: Waiting) => Promise<void>
export type DecisionQueue = ReturnType<typeof createDecisionQueue>

const UNDO_MAX = 100

/** Decisions are shown at once and saved one after the other, in the order they were made. */
export function createDecisionQueue(send: Send) {
  const store = createStore<QueueState>(() => ({
    waiting: [],
    undo: [],
    redo: [],
    isFailed: false,
    refused: null,
  }))
  let isSending = false
  /** How often the service has answered that it does not take the first one now. */
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const put = (placeId: string, change: Change) => {
    const waiting = { key: crypto.randomUUID(), placeId, change }
    store.setState((state) => ({ waiting: [...state.waiting, waiting] }))
    void sendAll()
  }

  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    clearTimeout(timer)
    for (let [next] = store.getState().waiting; next; [next] = store.getState().waiting) {
      const { key } = next
      const drop = () => {
        attempts = 0
        store.setState((state) => ({
          waiting: state.waiting.filter((one) => one.key !== key),
          isFailed: false,
        }))
      }
      try {
        await send(next)
        drop()
      } catch (error) {
        if (!isHopeless(error)) {
          if (!isAway(error)) attempts++
          store.setState({ isFailed: true })
          if (attempts < ATTEMPTS_MAX) timer = setTimeout(sendAll, RETRY_MS)
          break
        }
        drop()
        store.setState({
          refused: { message: error instanceof Error ? error.message : String(error) },
          undo: [],
          redo: [],
        })
      }
    }
    isSending = false
  }

  function retry(): void {
    store.setState({ isFailed: false })
    void sendAll()
  }

  addEventListener('online', retry)
  return {
    store,
    decide(place: Place, change: Change) {
      const step = {
        placeId: place.id,
        number: place.number,
        forward: change,
        back: inverseOf(place, change),
      }
      store.setState((state) => ({ undo: [...state.undo, step].slice(-UNDO_MAX), redo: [] }))
      put(place.id, change)
    },
    /** The number of the place it was about. */
    undo(): number | null {
      const { undo, redo } = store.getState()
      const step = undo.at(-1)
      if (!step) return null
      store.setState({ undo: undo.slice(0, -1), redo: [...redo, step] })
      put(step.placeId, step.back)
      return step.number
    },
    redo(): number | null {
      const { undo, redo } = store.getState()
      const step = redo.at(-1)
      if (!step) return null
      store.setState({ redo: redo.slice(0, -1), undo: [...undo, step] })
      put(step.placeId, step.forward)
      return step.number
    },
    retry,
  }
}

/** What brings the place back to how it is now. */
function inverseOf(place: Place, change: Change): Change {
  const { decision } = place
  const verdict =
    change.verdict === undefined
      ? {}
      : decision
        ? { verdict: decision.verdict, ...(decision.reason ? { reason: decision.reason } : {}) }
        : { verdict: null }
  // Another category ends a charge that a person had set.
  const isChargeSet = change.verdict !== undefined && place.chargeableRule === 'person'
  return {
    ...verdict,
    ...(change.note === undefined ? {} : { note: place.note }),
    ...(change.isDamage === undefined ? {} : { isDamage: place.isDamage }),
    ...(change.isChargeable === undefined && !isChargeSet ? {} : { isChargeable: place.isChargeable }),
  }
}

/** The places as they will be once everything is saved. */
export function withWaiting(places: readonly Place[], waiting: readonly Waiting[], person: string): Place[] {
  const changed = waiting.reduce(
    (all, { placeId, change }) =>
      all.map((place) => (place.id === placeId ? changedPlace(place, change, person) : place)),
    [...places],
  )
  return inOrder(changed)
}

function changedPlace(place: Place, { verdict, reason, note, ...flags }: Change, person: string): Place {
  const changed = { ...place, ...flags, ...(note === undefined ? {} : { note }) }
  if (verdict === undefined) return changed
  if (verdict === null) return { ...changed, verdict: place.proposedVerdict, decision: null }
  const decision = { verdict, reason: reason ?? null, decidedBy: person, decidedAt: new Date().toISOString() }
  return { ...changed, verdict, decision }
}
