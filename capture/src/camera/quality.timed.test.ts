import { expect, it } from 'vitest'
import { greyOf, hintOf, measure, motionBetween, WIDTH } from './quality.ts'

it('a look of the phone at a photo takes at most 20 ms', () => {
  const rgba = new Uint8ClampedArray(WIDTH * 320 * 4).fill(90)
  measure(greyOf(rgba, WIDTH, 320))
  const times = Array.from({ length: 9 }, () => {
    const fromMs = performance.now()
    const grey = greyOf(rgba, WIDTH, 320)
    hintOf(measure(grey), motionBetween(grey, grey), 0)
    return performance.now() - fromMs
  })
  expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(20)
})
