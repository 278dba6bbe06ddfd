import { median } from '../../testing/processes.ts'
import { KINDS_OF_WORK, type Kind, type Sample } from './neighbour-work.ts'

export type KindFigures = { count: number; p50_ms: number; p95_ms: number }

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function figuresOf(samples: readonly Sample[]): Partial<Record<Kind, KindFigures>> {
  const byKind = Map.groupBy(samples, ({ kind }) => kind)
  return Object.fromEntries(
    KINDS_OF_WORK.flatMap((kind) => {
      const times = byKind.get(kind)?.map(({ ms }) => ms) ?? []
      if (times.length === 0) return []
      const rounded = (ms: number) => Number(ms.toFixed(1))
      return [
        [
          kind,
          { count: times.length, p50_ms: rounded(median(times)), p95_ms: rounded(percentile(times, 0.95)) },
        ],
      ]
    }),
  )
}

/**
 * How many times its usual time a piece of work takes. A read takes milliseconds and an upload a second, so a p95 of their
 * bare times would be the upload's alone; each is divided by the median of its own kind without an abuse.
 */
export class Scale {
  readonly #usualMs = new Map<Kind, number>()
  readonly #share: number
  readonly usual: number

  /** The share that is judged: of thirty pieces of work, one or two are always unlucky. */
  constructor(baseline: readonly Sample[], share: number) {
    this.#share = share
    for (const [kind, samples] of Map.groupBy(baseline, ({ kind }) => kind))
      this.#usualMs.set(kind, median(samples.map(({ ms }) => ms)))
    this.usual = percentile(this.#normalise(baseline), share)
  }

  /** The percentile of these, as a multiple of the one without an abuse. */
  ratioOf(samples: readonly Sample[]): number {
    return percentile(this.#normalise(samples), this.#share) / this.usual
  }

  #normalise(samples: readonly Sample[]): number[] {
    return samples.map(({ kind, ms }) => ms / (this.#usualMs.get(kind) ?? ms))
  }
}
