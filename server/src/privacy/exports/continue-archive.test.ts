import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { continueArchive } from './continue-archive.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000
const first = Buffer.from('first')

async function* pieces(beforeEachMs: number): AsyncGenerator<Buffer> {
  for (const text of ['second', 'third']) {
    await new Promise((resolve) => setTimeout(resolve, beforeEachMs))
    yield Buffer.from(text)
  }
}

describe('continueArchive', () => {
  it('gives up a client that takes nothing for a minute', async () => {
    const giveUp = vi.fn()
    const archive = continueArchive(first, pieces(0), giveUp)
    await archive.next()
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
    expect(giveUp).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(giveUp).toHaveBeenCalledOnce()
  })

  it('waits for a store as long as that takes', async () => {
    const giveUp = vi.fn()
    const archive = continueArchive(first, pieces(2 * MINUTE_MS), giveUp)
    await archive.next()
    for (const text of ['second', 'third']) {
      const next = archive.next()
      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
      expect(String((await next).value)).toBe(text)
    }
    expect(giveUp).not.toHaveBeenCalled()
  })

  it('waits for nothing when nobody reads on', async () => {
    const archive = continueArchive(first, pieces(0), vi.fn())
    await archive.next()
    await archive.return(undefined)
    expect(vi.getTimerCount()).toBe(0)
  })
})
