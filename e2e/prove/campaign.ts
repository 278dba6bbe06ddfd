/** What the gate runs of every campaign, what it runs of those whose folders have changed, and the whole. */
export const SIZES = ['smoke', 'small', 'full'] as const
export type Size = (typeof SIZES)[number]

type Options = {
  size: Size
  seed: number
  /** How much to do, where a campaign takes it; null: as its size says. */
  count: number | null
  say: (line: string) => void
  /** Steps run in reverse order at the end, also after a failure or Ctrl-C. */
  atEnd: (step: () => Promise<void>) => void
}
/** What a campaign is given to run with. */
export type CampaignOptions = Options & { violations: Violations }

export type Count = number | string | string[] | { [name: string]: Count }
export type Counts = Record<string, Count>

/** The kinds of violation that a campaign looks for. */
export type Kinds = {
  /** Judged at every size: rows, answers, events, and counts that must be zero. */
  facts: readonly string[]
  /** Judged at the full size alone: how long something took, or how much memory. Other sizes print the figure. */
  timed: readonly string[]
}

export type Outcome = { ok: boolean; counts: Counts }
export type Campaign = Kinds & { run: (options: Options) => Promise<Outcome> }

/** A campaign is red when it is not `ok` itself, or has seen a violation. It throws when it could not run. */
export function campaign(
  kinds: Kinds,
  run: (options: CampaignOptions) => Promise<{ ok?: boolean; counts: Counts }>,
): Campaign {
  return {
    ...kinds,
    run: async (options) => {
      const violations = new Violations(options.size, kinds)
      try {
        const { ok = true, counts } = await run({ ...options, violations })
        return { ok: ok && violations.total === 0, counts: { ...violations.counts(), ...counts } }
      } finally {
        violations.report(options.say)
      }
    },
  }
}

/** How often a suspicious figure is measured before it counts. */
const LOOKS = 3

/** What a campaign must not see. The first of each kind are kept as examples for the reader. */
export class Violations {
  readonly #found = new Map<string, string[]>()
  readonly #size: Size
  readonly #kinds: Kinds | null

  /** Without kinds anything may be added: what a control looks at. */
  constructor(size: Size = 'full', kinds: Kinds | null = null) {
    this.#size = size
    this.#kinds = kinds
  }

  add(kind: string, example: string): void {
    this.#require('facts', kind)
    this.#keep(kind, example)
  }

  /**
   * Measures a figure that a slow machine stretches. At the full size a suspicious one is measured again, up to three times,
   * before it counts. Resolves to the last figure.
   */
  async measure<Figure>(
    kind: string,
    look: (n: number) => Promise<Figure>,
    suspect: (figure: Figure) => string | null,
  ): Promise<Figure> {
    for (let n = 1; ; n++) {
      const figure = await look(n)
      const suspicion = suspect(figure)
      if (!suspicion) return figure
      if (n === LOOKS || this.#size !== 'full') {
        this.addTimed(kind, suspicion)
        return figure
      }
      // What a control looks at is nobody's news.
      if (this.#kinds) console.log(`${kind}, look ${n}: ${suspicion}; measuring it again`)
    }
  }

  /** As the last step of `measure`: another way to measure again has been gone first. */
  addTimed(kind: string, example: string): void {
    this.#require('timed', kind)
    if (this.#size === 'full') this.#keep(kind, example)
    else console.log(`not judged at this size: ${kind}: ${example}`)
  }

  count(kind: string): number {
    return this.#found.get(kind)?.length ?? 0
  }

  get total(): number {
    return [...this.#found.values()].reduce((sum, examples) => sum + examples.length, 0)
  }

  /** The count of each kind, also of those that were never seen. */
  counts(kinds: readonly string[] = [...(this.#kinds?.facts ?? []), ...(this.#kinds?.timed ?? [])]) {
    const names = new Set([...kinds, ...this.#found.keys()])
    return Object.fromEntries([...names].map((kind) => [kind, this.count(kind)]))
  }

  report(say: (line: string) => void): void {
    for (const [kind, examples] of this.#found) {
      say(`VIOLATION ${kind}: ${examples.length} time(s)`)
      for (const example of examples.slice(0, 3)) say(`  ${example}`)
    }
  }

  #keep(kind: string, example: string): void {
    const examples = this.#found.get(kind) ?? []
    examples.push(example)
    this.#found.set(kind, examples)
  }

  /** `prove asserts` prints what a campaign judges at which size: it must be all, and true. */
  #require(list: keyof Kinds, kind: string): void {
    if (this.#kinds?.[list].includes(kind) === false)
      throw new Error(`The campaign does not name ${kind} among its ${list}.`)
  }
}
