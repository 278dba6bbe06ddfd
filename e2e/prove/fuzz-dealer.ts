import type { Random } from '../../testing/random.ts'

/** Which of the names comes next. */
export type Draw = (names: readonly string[]) => string

/** Deals each of the names before any comes again: each comes up as often as the others, however few are drawn. */
export class Dealer {
  readonly #left = new Map<readonly string[], string[]>()

  draw(names: readonly string[], random: Random): string {
    const left = this.#left.get(names) ?? []
    if (left.length === 0) left.push(...names)
    this.#left.set(names, left)
    const [name = ''] = left.splice(random.below(left.length), 1)
    return name
  }
}

/** Draws, and what was drawn once more: for a request that is made a second time. */
export function openHand(dealer: Dealer, random: Random): { draw: Draw; again: () => Draw } {
  const drawn: string[] = []
  const draw = (names: readonly string[]) => {
    const name = dealer.draw(names, random)
    drawn.push(name)
    return name
  }
  return {
    draw,
    again: () => {
      const left = [...drawn]
      return (names) => left.shift() ?? dealer.draw(names, random)
    },
  }
}
