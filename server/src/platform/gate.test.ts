import { describe, expect, it } from 'vitest'
import { createGate, GateFull } from './gate.ts'

describe('createGate', () => {
  it('runs as many at once as allowed, in the order they came, and frees its places after a failure', async () => {
    const gate = createGate({ atOnce: 2, waitingMax: 10, waitMsMax: 10_000 })
    const order: number[] = []
    let running = 0
    let most = 0
    const work = (n: number) => async () => {
      order.push(n)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (n % 3 === 0) throw new Error('no')
      return n
    }
    const ends = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => gate(work(n))))
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(ends.map((end) => end.status === 'fulfilled')).toEqual(order.map((n) => n % 3 !== 0))
    // With a place lost or one too many, these would hang or run at once.
    most = 0
    await Promise.all([11, 13, 14, 16].map((n) => gate(work(n))))
    expect(most).toBe(2)
  })

  it('refuses who would be one too many in the queue, and who has waited too long', async () => {
    const gate = createGate({ atOnce: 1, waitingMax: 1, waitMsMax: 20 })
    let end = () => {}
    const first = gate(() => new Promise<void>((resolve) => (end = resolve)))
    const second = gate(async () => 'second')
    await expect(gate(async () => 'third')).rejects.toThrow(GateFull)
    await expect(second).rejects.toThrow(GateFull)
    end()
    await first
    expect(await gate(async () => 'later')).toBe('later')
  })
})
