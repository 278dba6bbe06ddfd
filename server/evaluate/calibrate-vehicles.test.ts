import { expect, it } from 'vitest'
import { chooseGate, chooseThresholds, type Shown } from './calibrate-vehicles.ts'

const [SCRATCH, BUMPER] = [0, 1]
const shown = (
  picture: number,
  class_index: number,
  present: number,
  is_right = false,
  fitting = 1,
): Shown => ({
  picture,
  class_index,
  present,
  fitting,
  is_right,
})

it('raises the class whose alarms cost the fewest right answers, and no further than needed', () => {
  const undamaged = 20
  const chosen = chooseThresholds(
    {
      undamaged,
      shown: [
        ...[0, 1, 2, 3].map((picture) => shown(picture, BUMPER, 0.4)),
        shown(4, SCRATCH, 0.6),
        shown(20, BUMPER, 0.9, true),
        shown(21, SCRATCH, 0.6, true),
        shown(22, SCRATCH, 0.7, true),
      ],
    },
    [0.5, 0.2],
  )
  // One alarm of twenty is left: the scratch, which a right answer would be lost with.
  expect(chosen).toEqual([0.5, 0.45])
})

it('ends where nothing can be raised any more', () => {
  expect(chooseThresholds({ undamaged: 1, shown: [shown(0, SCRATCH, 1)] }, [0.5])).toEqual([0.5])
})

it('lets no damage be where it cannot be, where that ends alarms which a threshold would pay for', () => {
  const pictures = {
    undamaged: 1,
    shown: [
      shown(0, SCRATCH, 0.9, false, 0.15),
      shown(1, SCRATCH, 0.6, true, 0.4),
      shown(2, SCRATCH, 0.7, true, 0.8),
    ],
  }
  expect(chooseGate(pictures, [0.5])).toMatchObject({ part_gate: 0.2, thresholds: [0.5] })
  expect(chooseGate({ ...pictures, undamaged: 0 }, [0.5])).toMatchObject({ part_gate: 0 })
})
