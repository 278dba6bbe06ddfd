/** Lets a few pass at a time; the others wait here, outside of what is measured. */
export class Turnstile {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: number) {
    this.#most = most
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inside += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }
}
