import type { DamageType } from '../../../core/contracts/damage-types.ts'
import type { Box, FoundWheel, Prediction } from '../../../core/contracts/findings.ts'
import type { DamageCandidate } from '../../damage/segment-damage.ts'
import { round } from '../../round.ts'

/**
 * The damage model was not trained on wheels and nobody has labelled wheels by their condition, so these are careful
 * choices, not measured ones. Change them with labelled wheels at hand.
 */
export const WHEEL_RULES = {
  /** Of the wheel's radius: the rim with its edge. What lies outside is tire. */
  RIM_SHARE: 0.75,
  /** Of a finding that must lie on the rim; the others belong to the fender around the wheel. */
  ON_RIM_MIN: 0.7,
  /** High: of five rims called damaged from 0.5 on, looked at one by one, four were not. */
  DAMAGED_MIN: 0.7,
  /** Pixels of the working picture along the shorter side of the wheel. Below it nothing can be said at all. */
  SHORT_SIDE_MIN_PX: 64,
  /** To be called undamaged a wheel must be seen well: nothing found on a small or blurred one means nothing. */
  NOT_DAMAGED_SHORT_SIDE_MIN_PX: 160,
  NOT_DAMAGED_LOCATED_MIN: 0.7,
  /** Nine in ten sharp wheels of our samples score above 0.84, nine in ten blurred by 2 pixels below 0.69. */
  NOT_DAMAGED_SHARPNESS_MIN: 0.75,
  /** How sure "nothing was found" may sound as long as it is not known how much is overlooked on wheels. */
  NOT_DAMAGED_CONFIDENCE_MAX: 0.5,
} as const

const RIM_DAMAGES: readonly DamageType[] = ['scratch', 'dent', 'missing_piece', 'paint_peeling']

/** How well a wheel is seen. */
export type WheelSight = {
  located: number
  short_side_px: number
  /** Nothing of it is cut off by the edge of the picture. */
  is_whole: boolean
  /** From 0.001 to 1, as the quality check scores it. */
  sharpness: number
}

const NOT_KNOWN: Prediction = { prediction: 'UNKNOWN', confidence: -1 }

/** The six judgements of the wire for a wheel of which nothing is known. */
export const UNKNOWN_WHEEL: FoundWheel['predictions'] = {
  rim_condition: NOT_KNOWN,
  rim_material: NOT_KNOWN,
  rim_visual_aspect: NOT_KNOWN,
  hubcap_over_rim: NOT_KNOWN,
  hubcap_condition: NOT_KNOWN,
  hubcap_visual_aspect: NOT_KNOWN,
}

/**
 * Only the condition of the rim is judged. Whether a hubcap covers it cannot be seen by our models, so nothing is said
 * of hubcaps, and a damage on one is reported as one of the rim.
 */
export function judgeWheel(
  candidates: readonly DamageCandidate[],
  wheelInCrop: Box,
  sight: WheelSight,
): FoundWheel['predictions'] {
  if (sight.short_side_px < WHEEL_RULES.SHORT_SIDE_MIN_PX) return UNKNOWN_WHEEL
  const onRim = candidates.filter(
    (candidate) =>
      candidate.is_shown &&
      candidate.damage_type !== null &&
      RIM_DAMAGES.includes(candidate.damage_type) &&
      shareOnRim(candidate, wheelInCrop) >= WHEEL_RULES.ON_RIM_MIN,
  )
  const evidence = Math.max(0, ...onRim.map(({ confidence }) => confidence))
  return { ...UNKNOWN_WHEEL, rim_condition: conditionOf(evidence, sight) }
}

function conditionOf(evidence: number, sight: WheelSight): Prediction {
  const rules = WHEEL_RULES
  // A damage on a wheel supposes that there is a wheel.
  if (evidence >= rules.DAMAGED_MIN)
    return { prediction: 'DAMAGED', confidence: round(evidence * sight.located) }
  const isSeenWell =
    sight.is_whole &&
    sight.short_side_px >= rules.NOT_DAMAGED_SHORT_SIDE_MIN_PX &&
    sight.located >= rules.NOT_DAMAGED_LOCATED_MIN &&
    sight.sharpness >= rules.NOT_DAMAGED_SHARPNESS_MIN
  if (!isSeenWell) return NOT_KNOWN
  const confidence = Math.min(rules.NOT_DAMAGED_CONFIDENCE_MAX, (1 - evidence) * sight.located)
  return { prediction: 'NOT_DAMAGED', confidence: round(confidence) }
}

/** Both on the same crop: the finding in cells of its grid, the wheel's box in shares. */
function shareOnRim({ cells, side }: Pick<DamageCandidate, 'cells' | 'side'>, wheel: Box): number {
  const radiusX = (wheel.width / 2) * WHEEL_RULES.RIM_SHARE
  const radiusY = (wheel.height / 2) * WHEEL_RULES.RIM_SHARE
  let inside = 0
  for (const cell of cells) {
    const x = ((cell % side) + 0.5) / side - (wheel.xmin + wheel.width / 2)
    const y = (Math.floor(cell / side) + 0.5) / side - (wheel.ymin + wheel.height / 2)
    if ((x / radiusX) ** 2 + (y / radiusY) ** 2 <= 1) inside += 1
  }
  return inside / cells.length
}
