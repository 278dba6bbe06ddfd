import { describe, expect, it } from 'vitest'
import type { Box } from '../core/contracts/findings.ts'
import { shareOfSmaller } from './boxes.ts'

const box = (xmin: number, ymin: number, width: number, height: number): Box => ({
  xmin,
  ymin,
  width,
  height,
})

describe('shareOfSmaller', () => {
  const wheel = box(0.2, 0.5, 0.2, 0.4)
  it.each([
    { name: 'the same', other: wheel, share: 1 },
    { name: 'one in the other', other: box(0.25, 0.6, 0.1, 0.1), share: 1 },
    { name: 'half beside', other: box(0.3, 0.5, 0.2, 0.4), share: 0.5 },
    { name: 'apart both ways', other: box(0.7, 0, 0.2, 0.4), share: 0 },
  ])('$name: $share', ({ other, share }) => {
    expect(shareOfSmaller(wheel, other)).toBeCloseTo(share)
    expect(shareOfSmaller(other, wheel)).toBeCloseTo(share)
  })
})
