/** A seeded source of chance: the same seed gives the same campaign, as far as timing lets it. */
export type Random = {
  /** From 0 up to but not including 1. */
  next: () => number
  below: (limit: number) => number
  between: (from: number, to: number) => number
  pick: <T>(items: readonly T[]) => T
  bytes: (count: number) => Buffer
}

// mulberry32: 32 bits of state are plenty for choosing test cases, and it is the same everywhere.
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}

/** For property tests. It prints the seed; replay a failure with `TEST_SEED=<seed>`. */
export function seededRandom(name: string): Random {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`${name}: TEST_SEED=${seed}`)
  return createRandom(seed)
}
