import type { ComparisonPlace, Entities } from '@walkaround/sdk'
import { ME } from '../../edits/edit-target.ts'
import { type Change, type PlaceEdit, verdictOf } from './place-edit.ts'

/** The places as they will be once everything that waits is saved. */
export function overlayPlaces(
  entities: Entities,
  waiting: readonly { edit: PlaceEdit; isUndone?: boolean }[],
): Entities {
  const comparisonPlaces = { ...entities.comparisonPlaces }
  for (const { edit, isUndone } of waiting) {
    const place = comparisonPlaces[edit.placeId]
    if (place && !isUndone)
      comparisonPlaces[edit.placeId] = edit.changes.reduce(
        (known, change) => changedPlace(known, change, edit.charge),
        place,
      )
  }
  return { ...entities, comparisonPlaces }
}

function changedPlace(place: ComparisonPlace, change: Change, charge: PlaceEdit['charge']): ComparisonPlace {
  const { verdict, reason = null, note, isDamage } = change
  const changed = {
    ...place,
    ...(note === undefined ? {} : { note }),
    ...(isDamage === undefined ? {} : { isDamage }),
    ...chargeOf(place, change, charge),
  }
  if (verdict === undefined) return changed
  if (verdict === null) return { ...changed, verdict: place.proposedVerdict ?? 'uncertain', decision: null }
  const decidedAt = new Date().toISOString()
  const decision = { verdict, reason, note: changed.note ?? null, decidedBy: ME, decidedAt }
  return { ...changed, verdict, decision }
}

function chargeOf(
  place: ComparisonPlace,
  { verdict, isChargeable }: Change,
  charge: PlaceEdit['charge'],
): Partial<ComparisonPlace> {
  if (isChargeable === null) return charge ?? {}
  if (isChargeable !== undefined) return { isChargeable, chargeableRule: 'person' }
  const isMoved = verdict === null || (verdict !== undefined && verdict !== verdictOf(place))
  // What the rules say of the other category is known once it is saved.
  return isMoved && place.chargeableRule === 'person' ? { isChargeable: false, chargeableRule: null } : {}
}
