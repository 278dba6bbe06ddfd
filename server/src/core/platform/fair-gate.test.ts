import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { createFairGate, GateFull, GateLeft, type Leave } from './fair-gate.ts'

const OPTIONS = {
  name: 'the test',
  capacity: 2,
  share: 2,
  waitingShare: 100,
  waitingMax: 1_000,
  waitMsMax: 10_000,
}

/** Work that ends when told to, and says in which order it began. */
function createWork() {
  const begun: string[] = []
  const leaves: Leave[] = []
  return {
    begun,
    leaves,
    note: (name: string) => (leave: Leave) => {
      begun.push(name)
      leaves.push(leave)
    },
    /** Ends what has run longest, and lets whoever follows begin. */
    endOne: async () => {
      leaves.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('createFairGate', () => {
  it('tells how much of their share the busiest organizations have in use, the largest first', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 10, share: 4 })
    for (const organization of ['birch', 'alder', 'alder', 'cedar', 'alder', 'cedar'])
      await gate.enter(organization)
    expect(gate.largestShares(2)).toEqual([0.75, 0.5])
    expect(gate.largestShares(5)).toEqual([0.75, 0.5, 0.25])
  })

  it('runs as many at once as there is room for, in the order they came, and frees its places after a failure', async () => {
    const gate = createFairGate(OPTIONS)
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
    const ends = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => gate.run('alder', work(n))))
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(ends.map((end) => end.status === 'fulfilled')).toEqual(order.map((n) => n % 3 !== 0))
    // With a place lost or one too many, these would hang or run at once.
    most = 0
    await Promise.all([11, 13, 14, 16].map((n) => gate.run('alder', work(n))))
    expect(most).toBe(2)
    expect(gate.state()).toMatchObject({ used: 0, waiting: 0 })
  })

  it('lets organizations that wait take turns, however many requests one of them has', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 1, share: 1 })
    const { begun, note, endOne } = createWork()
    const names = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']
    const all = Promise.all(names.map((name) => gate.enter(name).then(note(name))))
    for (const _ of names) await endOne()
    await all
    expect(begun.join('')).toBe('aabcabaa')
  })

  it('keeps room for others when one holds its share', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 3, share: 2 })
    const { begun, note, endOne } = createWork()
    for (let n = 0; n < 10; n++) gate.enter('flood').then(note('flood'))
    await endOne()
    gate.enter('other').then(note('other'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun.filter((name) => name === 'other')).toHaveLength(1)
    expect(gate.state().used).toBe(3)
    // Who still waits would be refused later, during another test.
    while (gate.state().used > 0) await endOne()
  })

  it('counts bytes: what is too large for the rest of the room waits, and is not passed by smaller ones', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 100, share: 100 })
    const { begun, note, endOne } = createWork()
    gate.enter('a', { cost: 60 }).then(note('a60'))
    gate.enter('b', { cost: 80 }).then(note('b80'))
    gate.enter('c', { cost: 10 }).then(note('c10'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual(['a60'])
    await endOne()
    expect(begun).toEqual(['a60', 'b80', 'c10'])
  })

  it('lets pass alone what is larger than the share', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 100, share: 50 })
    const leave = await gate.enter('a', { cost: 500 })
    leave()
    leave()
    expect(gate.state()).toMatchObject({ used: 0, waiting: 0 })
  })

  it('refuses one too many of an organization, one too many of all, and who has waited too long', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 1, waitingShare: 1, waitingMax: 2, waitMsMax: 20 })
    const leave = await gate.enter('a')
    const second = gate.enter('a')
    await expect(gate.enter('a')).rejects.toThrow(GateFull)
    const other = gate.enter('b')
    await expect(gate.enter('c')).rejects.toThrow(GateFull)
    await expect(second).rejects.toThrow(GateFull)
    await expect(other).rejects.toThrow(GateFull)
    expect(gate.state()).toEqual({ used: 1, waiting: 0, refused: 4 })
    leave()
    expect(gate.state()).toMatchObject({ used: 0, waiting: 0 })
  })

  it('gives no place to whoever has gone away', async () => {
    const gate = createFairGate({ ...OPTIONS, capacity: 1 })
    const leave = await gate.enter('a')
    const client = new AbortController()
    const gone = gate.enter('b', { signal: client.signal })
    client.abort()
    await expect(gone).rejects.toThrow(GateLeft)
    await expect(gate.enter('b', { signal: client.signal })).rejects.toThrow(GateLeft)
    leave()
    expect(gate.state()).toMatchObject({ used: 0, waiting: 0 })
  })

  it('never exceeds its room nor a share, and forgets nobody, in a random run', async () => {
    const { below, pick } = seededRandom('fair gate')
    const gate = createFairGate({ ...OPTIONS, capacity: 50, share: 30, waitingShare: 400 })
    const held = new Map<string, number>()
    let sum = 0
    let served = 0
    const keys = ['a', 'b', 'c', 'd'] as const
    await Promise.all(
      Array.from({ length: 400 }, async () => {
        const key = pick(keys)
        const cost = 1 + below(25)
        await gate.run(
          key,
          async () => {
            held.set(key, (held.get(key) ?? 0) + cost)
            sum += cost
            expect(held.get(key)).toBeLessThanOrEqual(30)
            expect(sum).toBeLessThanOrEqual(50)
            for (let n = below(4); n >= 0; n--) await new Promise((resolve) => setImmediate(resolve))
            held.set(key, (held.get(key) ?? 0) - cost)
            sum -= cost
          },
          { cost },
        )
        served++
      }),
    )
    expect(served).toBe(400)
    expect(gate.state()).toMatchObject({ used: 0, waiting: 0 })
  })
})
