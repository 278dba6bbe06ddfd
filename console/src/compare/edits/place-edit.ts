import type { ComparisonPlace } from '@walkaround/sdk'
import { isNotCharged, type Verdict } from '../verdicts.ts'

/** What a person says of a place. A verdict of null takes the decision back. */
export type Change = {
  verdict?: Verdict | null
  reason?: string
  note?: string | null
  isDamage?: boolean
  /** Null leaves it to the wear rules. */
  isChargeable?: boolean | null
}
type Charge = Pick<ComparisonPlace, 'isChargeable' | 'chargeableRule' | 'amount'>

export type PlaceEdit = {
  placeId: string
  /** Sent one after the other: a request has one reason, and with a verdict it is that of the verdict. */
  changes: readonly Change[]
  /** Shown until it is saved, where a change leaves the charge to the wear rules. */
  charge?: Charge
  /** It charges the place again, but the reason was given before the page was opened: the person is asked for it. */
  isReasonAsked?: boolean
}

/** What brings the place back to how it is now. `reason` is that of its charge, where it is known. */
export function inverseOf(place: ComparisonPlace, edit: PlaceEdit, reason: string | undefined): PlaceEdit {
  const { placeId } = edit
  const { isChargeable: charge, ...others } = changeBack(place, edit)
  if (charge === null) {
    const { isChargeable = false, chargeableRule = null, amount = null } = place
    const changes = [{ ...others, isChargeable: null }]
    return { placeId, changes, charge: { isChargeable, chargeableRule, amount } }
  }
  if (charge === undefined) return { placeId, changes: [others] }
  if (!charge || !isNotCharged(verdictOf(place)))
    return { placeId, changes: [{ ...others, isChargeable: charge }] }
  const first = Object.keys(others).length > 0 ? [others] : []
  if (!reason) return { placeId, changes: first, isReasonAsked: true }
  return { placeId, changes: [...first, { isChargeable: true, reason }] }
}

function changeBack(place: ComparisonPlace, { changes, isReasonAsked = false }: PlaceEdit): Change {
  const names = (field: keyof Change) => changes.some((change) => change[field] !== undefined)
  const { decision, note = null, isDamage = true, isChargeable = false } = place
  const { verdict = null, reason } = decision ?? {}
  const isSetByPerson = place.chargeableRule === 'person'
  // Another category ends a charge that a person had set.
  const isChargeChanged = names('isChargeable') || isReasonAsked || (names('verdict') && isSetByPerson)
  return {
    ...(names('verdict') ? { verdict, ...(reason ? { reason } : {}) } : {}),
    ...(names('note') ? { note } : {}),
    ...(names('isDamage') ? { isDamage } : {}),
    ...(isChargeChanged ? { isChargeable: isSetByPerson ? isChargeable : null } : {}),
  }
}

export const verdictOf = ({ verdict, proposedVerdict }: ComparisonPlace): Verdict =>
  verdict ?? proposedVerdict ?? 'uncertain'

/** What a person said of the place. A note contradicts nothing but another note. */
export function factsOfPlace(place: ComparisonPlace, { changes }: PlaceEdit): Record<string, unknown> {
  const names = new Set(changes.flatMap((change) => Object.keys(change)))
  const { decision, note = null, isDamage, isChargeable, chargeableRule } = place
  const isDecided = [...names].some((name) => name !== 'note')
  return {
    ...(isDecided ? { verdict: decision?.verdict ?? null, reason: decision?.reason ?? null, isDamage } : {}),
    ...(isDecided ? { isChargeable: chargeableRule === 'person' ? isChargeable : null } : {}),
    ...(names.has('note') ? { note } : {}),
  }
}
