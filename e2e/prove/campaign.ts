/** What the gate runs of every campaign, what it runs of those whose folders have changed, and the whole. */
export const SIZES = ['smoke', 'small', 'full'] as const
export type Size = (typeof SIZES)[number]

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

/** The kinds of violation that a campaign looks for. */
export type Kinds = {
  /** Judged at every size: rows, answers, events, and counts that must be zero. */
  facts: readonly string[]
  /** Judged at the full size alone: how long something took, or how much memory. Other sizes print the figure. */
  timed: readonly string[]
}

type Run = (options: CampaignOptions) => Promise<{ ok: boolean; counts: Counts }>
export type Campaign = Kinds & { run: Run }

export const campaign = (kinds: Kinds, run: Run): Campaign => ({ ...kinds, run })

/** What a campaign must not see. The first of each kind are kept as examples for the reader. */
export class Violations {
  readonly #found = new Map<string, string[]>()
  readonly #size: Size

  constructor(size: Size = 'full') {
    this.#size = size
  }

  /** A figure that a slow machine stretches. Whoever adds it has measured it again first. */
  addTimed(kind: string, example: string): void {
    if (this.#size === 'full') this.add(kind, example)
    else console.log(`not judged at this size: ${kind}: ${example}`)
  }

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
