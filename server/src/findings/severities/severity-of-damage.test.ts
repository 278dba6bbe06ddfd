import { describe, expect, it } from 'vitest'
import { severityOfDamage } from './severity-of-damage.ts'

const rated = (part_type: Parameters<typeof severityOfDamage>[0][number] | null, level: number | null) => ({
  part_type,
  level,
  deleted_at: null,
})

describe('severityOfDamage', () => {
  it.each([
    ['its part', ['hood'], [rated('hood', 2), rated('roof', 3)], 2],
    ['the worst of several parts', ['hood', 'roof'], [rated('hood', 1), rated('roof', 3)], 3],
    ['the part it is priced with', ['handle_front_left'], [rated('door_front_left', 2)], 2],
    [
      'its own part before that',
      ['handle_front_left'],
      [rated('door_front_left', 3), rated('handle_front_left', 1)],
      1,
    ],
    ['none: nothing to do', ['hood'], [rated('hood', 0)], 0],
    ['nobody, where the part is not rated', ['hood'], [rated('hood', null), rated(null, 3)], null],
    ['nobody, where the part is unknown', ['ignore'], [rated('ignore', 3)], null],
    [
      'nobody, once the price is deleted',
      ['hood'],
      [{ ...rated('hood', 3), deleted_at: '2026-11-14' }],
      null,
    ],
  ] as const)('is told by %s', (_, parts, prices, level) => {
    expect(severityOfDamage(parts, prices)).toBe(level)
  })
})
