import { describe, expect, it } from 'vitest'
import { momentsOf } from './sets.ts'

const frame = (file: string, ride: string, seconds: number) => ({
  file,
  source: `${ride}.mp4#t=${seconds}.jpg`,
})

describe('momentsOf', () => {
  it('joins frames of a ride with at most 3 seconds between them', () => {
    const moments = momentsOf([
      frame('d', 'one', 20),
      frame('a', 'one', 10),
      frame('b', 'one', 13),
      frame('c', 'one', 16),
      frame('e', 'two', 11),
    ])
    expect(Object.fromEntries(moments)).toEqual({
      a: 'one.mp4 1',
      b: 'one.mp4 1',
      c: 'one.mp4 1',
      d: 'one.mp4 2',
      e: 'two.mp4 1',
    })
  })
})
