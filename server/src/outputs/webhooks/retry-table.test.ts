import { describe, expect, it } from 'vitest'
import { nextAttemptMs, RETRY_DELAYS_S } from './retry-table.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const waitS = (attempts: number, retryAfter: string | null = null, random = 0) => {
  const next = nextAttemptMs(attempts, NOW, retryAfter, () => random)
  return next === null ? null : (next - NOW) / 1_000
}

describe('the retry table', () => {
  it('is that of Standard Webhooks: ten attempts within three days and a bit', () => {
    const waits = RETRY_DELAYS_S.map((_, attempts) => waitS(attempts))
    expect(waits).toEqual([0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])
    expect(waitS(10)).toBeNull()
  })

  it('never comes earlier than the table says, and at most a fifth later', () => {
    expect(waitS(2, null, 0.5)).toBe(330)
    expect(waitS(9, null, 1)).toBe(86400 * 1.2)
    const waits = new Set(Array.from({ length: 50 }, () => nextAttemptMs(3, NOW, null)))
    expect(waits.size).toBeGreaterThan(40)
  })

  it.each<[string, number]>([
    ['120', 120],
    ['2', 5],
    ['0', 5],
    ['Sun, 15 Nov 2026 13:00:00 GMT', 3600],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 5],
    ['999999999', 86400],
    ['Fri, 31 Dec 2100 23:59:59 GMT', 86400],
    ['9999999999999999999', 5],
    ['-1', 5],
    ['soon', 5],
    ['', 5],
  ])('heeds Retry-After %j, at most a day and never for less than the table', (text, expected) => {
    expect(waitS(1, text)).toBe(expected)
  })

  it('has no eleventh attempt, whatever the receiver asks for', () => {
    expect(waitS(10, '5')).toBeNull()
  })
})
