import { describe, expect, it } from 'vitest'
import type { PictureFacts } from '../../damage/picture-facts.ts'
import { sightOf } from '../../sights.ts'
import { nameWheels } from './name-wheels.ts'

// Of the whole vehicle: from the front left, the front right, the back right, the left and the front.
const [FRONT_LEFT, FRONT_RIGHT, BACK_RIGHT, LEFT, FRONT] = [
  'haccord-huAZfQJA',
  'haccord-KvP-pm8L',
  'haccord-zNA0vVT0',
  'haccord-_YnTubBA',
  'haccord-8YjMcu0D',
]
const WHOLE = { left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 }

const facts = (sight: string | null, more: Partial<PictureFacts> = {}): PictureFacts => ({
  sight: sight === null ? null : sightOf(sight),
  azimuth: null,
  vehicle: { kind: 'car', score: 0.9, box: WHOLE },
  whole: WHOLE,
  centers_on: [],
  ...more,
})

/** A wheel whose middle is at this share of the picture's width. */
const wheelAt = (x: number) => ({ xmin: x - 0.05, ymin: 0.6, width: 0.1, height: 0.2 })

describe('nameWheels', () => {
  it.each([
    ['from the front left', FRONT_LEFT, [0.54, 0.86], ['wheel_front_left', 'wheel_back_left']],
    ['from the front right', FRONT_RIGHT, [0.46, 0.14], ['wheel_front_right', 'wheel_back_right']],
    ['from the back right', BACK_RIGHT, [0.57, 0.88], ['wheel_back_right', 'wheel_front_right']],
    ['from the side', LEFT, [0.25, 0.75], ['wheel_front_left', 'wheel_back_left']],
    ['only one of them', FRONT_LEFT, [0.86], ['wheel_back_left']],
    // The far front wheel shows its tread under the bumper.
    ['one that is turned away', FRONT_LEFT, [0.2, 0.54], [null, 'wheel_front_left']],
    ['two in one place', FRONT_LEFT, [0.52, 0.56, 0.86], [null, null, 'wheel_back_left']],
    ['none from the front', FRONT, [0.2, 0.8], [null, null]],
  ])('%s', (_what, sight, middles, names) => {
    expect(nameWheels(middles.map(wheelAt), facts(sight), 'sedan')).toEqual(names)
  })

  it('names none without a sight, without the whole vehicle, and of a body that is not known', () => {
    const wheels = [wheelAt(0.54), wheelAt(0.86)]
    expect(nameWheels(wheels, facts(null), 'sedan')).toEqual([null, null])
    expect(nameWheels(wheels, facts(FRONT_LEFT, { whole: null }), 'sedan')).toEqual([null, null])
    expect(nameWheels(wheels, facts(FRONT_LEFT), 'hgv')).toEqual([null, null])
    expect(nameWheels(wheels, facts(FRONT_LEFT), null)).toEqual(['wheel_front_left', 'wheel_back_left'])
  })
})
