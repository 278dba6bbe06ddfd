/** A seeded generator for property tests. It prints the seed; replay a failure with `TEST_SEED=<seed>`. */
export function seededRandom(name: string) {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`${name}: TEST_SEED=${seed}`)
  let state = seed >>> 0
  // Mulberry32: 32 bits of state are plenty for test inputs.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0]
  return { next, below, pick }
}

export type SeededRandom = ReturnType<typeof seededRandom>
