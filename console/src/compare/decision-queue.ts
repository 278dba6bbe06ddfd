import { createStore } from 'zustand'
import { ATTEMPTS_MAX, isAway, isHopeless, RETRY_MS } from '../edits/send-failure.ts'
import { inOrder, type Place } from './compare-model.ts'
import { isNotCharged, type Verdict } from './verdicts.ts'

/** What a person says of a place. A verdict of null takes the decision back. */
export type Change = {
  verdict?: Verdict | null
  reason?: string
  note?: string | null
  isDamage?: boolean
  /** Null leaves it to the wear rules. */
  isChargeable?: boolean | null
}
type Charge = Pick<Place, 'isChargeable' | 'chargeableRule' | 'amount'>
/** `key` makes sending it again harmless. `charge` is shown where it is left to the wear rules. */
export type Waiting = { key: string; placeId: string; change: Change; charge: Charge }
type Step = {
  placeId: string
  number: number
  forward: Change
  /** What brings the place back to how it was. */
  back: readonly Change[]
  charge: Charge
  /** Its charge cannot be brought back without a reason, which was given before the page was opened. */
  isReasonAsked: boolean
}

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

  const put = ({ placeId, charge }: Step, changes: readonly Change[]) => {
    const added = changes.map((change) => ({ key: crypto.randomUUID(), placeId, change, charge }))
    store.setState((state) => ({ waiting: [...state.waiting, ...added] }))
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
      const step = stepOf(place, change, store.getState().undo)
      store.setState((state) => ({ undo: [...state.undo, step].slice(-UNDO_MAX), redo: [] }))
      put(step, [change])
    },
    /** The place it was about, and whether the person has to give the reason of its charge again. */
    undo(): Pick<Step, 'number' | 'isReasonAsked'> | null {
      const { undo, redo } = store.getState()
      const step = undo.at(-1)
      if (!step) return null
      store.setState({ undo: undo.slice(0, -1), redo: [...redo, step] })
      put(step, step.back)
      return { number: step.number, isReasonAsked: step.isReasonAsked }
    },
    redo(): number | null {
      const { undo, redo } = store.getState()
      const step = redo.at(-1)
      if (!step) return null
      store.setState({ redo: redo.slice(0, -1), undo: [...undo, step] })
      put(step, [step.forward])
      return step.number
    },
    retry,
  }
}

function stepOf(place: Place, forward: Change, before: readonly Step[]): Step {
  const { id: placeId, number, isChargeable, chargeableRule, amount } = place
  const { isChargeable: charge, ...back } = inverseOf(place, forward)
  const step = { placeId, number, forward, charge: { isChargeable, chargeableRule, amount } }
  if (charge === undefined) return { ...step, back: [back], isReasonAsked: false }
  if (!charge || !isNotCharged(place.verdict))
    return { ...step, back: [{ ...back, isChargeable: charge }], isReasonAsked: false }
  // A change has one reason, and with a category it is that of the category.
  const others = Object.keys(back).length > 0 ? [back] : []
  const charged = before.findLast((one) => one.placeId === placeId && one.forward.isChargeable)
  const reason = charged?.forward.reason
  if (!reason) return { ...step, back: others, isReasonAsked: true }
  return { ...step, back: [...others, { isChargeable: true, reason }], isReasonAsked: false }
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
  const isSetByPerson = place.chargeableRule === 'person'
  // Another category ends a charge that a person had set.
  const isChargeChanged = change.isChargeable !== undefined || (change.verdict !== undefined && isSetByPerson)
  return {
    ...verdict,
    ...(change.note === undefined ? {} : { note: place.note }),
    ...(change.isDamage === undefined ? {} : { isDamage: place.isDamage }),
    ...(isChargeChanged ? { isChargeable: isSetByPerson ? place.isChargeable : null } : {}),
  }
}

/** The places as they will be once everything is saved. */
export function withWaiting(places: readonly Place[], waiting: readonly Waiting[], person: string): Place[] {
  const changed = waiting.reduce(
    (all, one) => all.map((place) => (place.id === one.placeId ? changedPlace(place, one, person) : place)),
    [...places],
  )
  return inOrder(changed)
}

function changedPlace(place: Place, waiting: Waiting, person: string): Place {
  const { verdict, reason, note, isDamage } = waiting.change
  const changed = {
    ...place,
    ...(note === undefined ? {} : { note }),
    ...(isDamage === undefined ? {} : { isDamage }),
    ...chargeOf(place, waiting),
  }
  if (verdict === undefined) return changed
  if (verdict === null) return { ...changed, verdict: place.proposedVerdict, decision: null }
  const decision = { verdict, reason: reason ?? null, decidedBy: person, decidedAt: new Date().toISOString() }
  return { ...changed, verdict, decision }
}

function chargeOf(place: Place, { change, charge }: Waiting): Partial<Charge> {
  const { verdict, isChargeable } = change
  if (isChargeable === null) return charge
  if (isChargeable !== undefined) return { isChargeable, chargeableRule: 'person' }
  const isMoved = verdict === null || (verdict !== undefined && verdict !== place.verdict)
  // What the rules say of the other category is known once it is saved.
  return isMoved && place.chargeableRule === 'person' ? { isChargeable: false, chargeableRule: null } : {}
}
