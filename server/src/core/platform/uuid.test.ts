import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isUuid, uuidv7 } from './uuid.ts'

const msOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

describe('uuidv7', () => {
  // The generator remembers the last time it saw; each test gets one that remembers nothing.
  let make: typeof uuidv7
  beforeEach(async () => {
    vi.resetModules()
    make = (await import('./uuid.ts')).uuidv7
  })

  it('has version 7, variant 10 and the time in its first 48 bits', () => {
    const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
    for (let n = 0; n < 1_000; n++) {
      const id = make(nowMs + n)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(msOf(id)).toBe(nowMs + n)
    }
  })

  it('takes the time of the process unless told another', () => {
    const processMs = Date.UTC(2033, 4, 6, 7, 8, 9, 123)
    vi.spyOn(Date, 'now').mockReturnValue(processMs)
    expect(msOf(make())).toBe(processMs)
    vi.restoreAllMocks()
  })

  it.each<[string, (n: number) => number]>([
    ['within one millisecond', () => 1_000_000],
    ['across milliseconds', (n) => 1_000_000 + n],
    ['with 10 in each millisecond', (n) => 1_000_000 + Math.floor(n / 10)],
    ['while the clock goes back', (n) => 1_000_000 - n],
    ['while the clock jumps to and fro', (n) => 1_000_000 + (n % 7) * 100 - (n % 3) * 50],
    ['after the clock went back an hour', (n) => (n < 10 ? 5_000_000 : 1_400_000 + n)],
  ])('sorts in the order of making %s', (_, msOfNth) => {
    const ids = Array.from({ length: 10_000 }, (_, n) => make(msOfNth(n)))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('runs ahead of a standing clock by no more than the ids need', () => {
    const ids = Array.from({ length: 10_000 }, () => make(1_000_000))
    expect(msOf(ids.at(-1) ?? '')).toBeLessThanOrEqual(1_000_000 + Math.ceil(10_000 / 2_048))
  })

  it('is unique over 100,000 ids, and in the random bits alone', () => {
    const ids = Array.from({ length: 100_000 }, () => make())
    expect(new Set(ids).size).toBe(100_000)
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(100_000)
  })

  it('of two processes differs at the same millisecond', async () => {
    const mine = Array.from({ length: 1_000 }, () => make(1_000_000))
    vi.resetModules()
    const other = (await import('./uuid.ts')).uuidv7
    const theirs = Array.from({ length: 1_000 }, () => other(1_000_000))
    expect(new Set([...mine, ...theirs]).size).toBe(2_000)
  })
})

describe('isUuid', () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  it.each([id, '00000000-0000-0000-0000-000000000000', uuidv7()])('accepts %s', (text) => {
    expect(isUuid(text)).toBe(true)
  })

  it.each([
    '',
    id.toUpperCase(),
    id.replaceAll('-', ''),
    `{${id}}`,
    `urn:uuid:${id}`,
    `${id}\n`,
    ` ${id}`,
    `${id}0`,
    id.slice(1),
    id.replace('c0de', 'c0dg'),
    `${id}' or 1=1 --`,
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false)
  })
})
