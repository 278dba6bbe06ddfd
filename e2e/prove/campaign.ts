export type Size = 'small' | 'full'

export type CampaignOptions = {
  size: Size
  seed: number
  /** How much to do, where a campaign takes it; null: as its size says. */
  count: number | null
  say: (line: string) => void
  /** Steps run in reverse order at the end, also after a failure or Ctrl-C. */
  atEnd: (step: () => Promise<void>) => void
}

export type Count = number | string | string[] | { [name: string]: Count }
export type Counts = Record<string, Count>

export type Campaign = (options: CampaignOptions) => Promise<{ ok: boolean; counts: Counts }>

/** What a campaign must not see. The first of each kind are kept as examples for the reader. */
export class Violations {
  readonly #found = new Map<string, string[]>()

  add(kind: string, example: string): void {
    const examples = this.#found.get(kind) ?? []
    examples.push(example)
    this.#found.set(kind, examples)
  }

  count(kind: string): number {
    return this.#found.get(kind)?.length ?? 0
  }

  get total(): number {
    return [...this.#found.values()].reduce((sum, examples) => sum + examples.length, 0)
  }

  /** The count of each kind, also of those that were never seen. */
  counts(kinds: readonly string[]): Record<string, number> {
    const names = new Set([...kinds, ...this.#found.keys()])
    return Object.fromEntries([...names].map((kind) => [kind, this.count(kind)]))
  }

  report(say: (line: string) => void): void {
    for (const [kind, examples] of this.#found) {
      say(`VIOLATION ${kind}: ${examples.length} time(s)`)
      for (const example of examples.slice(0, 3)) say(`  ${example}`)
    }
  }
}
