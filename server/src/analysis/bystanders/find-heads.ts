import { boxOf, DETECTION, type DetectorOutput, type FractionBox } from '../detect-vehicle.ts'
import { growBox } from './grow-box.ts'

// Of the 90 categories the vehicle detector knows, counted from 0.
const PERSON = 0

const FIND_HEADS = {
  /** A doubtful person is hidden, too: nobody misses a blurred lamp post. */
  score_min: DETECTION.SCORE_MIN,
  /** The head is the upper part of a person: this share of the height, or of the width where only the upper body shows. */
  of_height: 0.35,
  of_width: 0.81,
  /** Added to the left, to the right and above. */
  margin: 0.1,
}

/**
 * Where the heads of people are, by the boxes of the people themselves: also heads behind a windshield, turned away or a few
 * pixels wide, which detectors of faces miss.
 */
export function findHeads({ boxes, scores }: DetectorOutput): FractionBox[] {
  const count = boxes.length / 4
  const categories = scores.length / count
  const heads: FractionBox[] = []
  for (let at = 0; at < count; at++) {
    if ((scores[at * categories + PERSON] ?? 0) < FIND_HEADS.score_min) continue
    const { left, top, right, bottom } = boxOf(boxes.subarray(at * 4, at * 4 + 4))
    const [width, height] = [right - left, bottom - top]
    const reach = Math.max(FIND_HEADS.of_height * height, FIND_HEADS.of_width * width)
    const head = { left, top, right, bottom: Math.min(1, top + reach) }
    heads.push(growBox(head, { across: FIND_HEADS.margin * width, up: FIND_HEADS.margin * height, down: 0 }))
  }
  return heads
}
