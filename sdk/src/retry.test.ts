import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './errors.ts'
import { pause, retryDelayMs } from './retry.ts'

describe('retryDelayMs', () => {
  const failed = { retryable: true, retryAfterS: undefined }
  const least = (tries: number) => retryDelayMs(failed, tries, () => 0)
  const most = (tries: number) => retryDelayMs(failed, tries, () => 1)

  it('doubles, with chance, up to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 30].map(most)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
    expect([1, 2, 7].map(least)).toEqual([125, 250, 5000])
  })

  it('is never shorter than the service asks, nor the same for all', () => {
    expect(retryDelayMs({ retryable: true, retryAfterS: 3 }, 1, () => 0)).toBe(3000)
    expect(retryDelayMs({ retryable: true, retryAfterS: 3 }, 1, () => 1)).toBeCloseTo(3300)
    expect(retryDelayMs({ retryable: true, retryAfterS: 0 }, 3, () => 1)).toBe(1000)
  })

  it('is none where it makes no sense', () => {
    expect(retryDelayMs({ retryable: false, retryAfterS: 1 }, 1)).toBeUndefined()
    expect(retryDelayMs({ retryable: true, retryAfterS: 121 }, 1)).toBeUndefined()
  })
})

describe('readRetryAfter', () => {
  const nowMs = Date.parse('2026-03-01T09:00:00Z')
  it.each([
    ['7', 7],
    ['Sun, 01 Mar 2026 09:00:30 GMT', 30],
    ['Sun, 01 Mar 2026 08:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('"%s" is %s', (text, seconds) => {
    expect(readRetryAfter(text, nowMs)).toBe(seconds)
  })
  it('nothing is nothing', () => {
    expect(readRetryAfter(null, nowMs)).toBeUndefined()
  })
})

describe('pause', () => {
  it('leaves no listener behind', async () => {
    const controller = new AbortController()
    await pause(1, controller.signal)
    controller.abort()
    await expect(pause(10_000, controller.signal)).rejects.toThrow('aborted')
  })
})
