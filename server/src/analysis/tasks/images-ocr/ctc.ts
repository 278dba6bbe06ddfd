import { BLANK, FRAME_SIZE, type Frames, SYMBOLS } from '../../text/frames.ts'

export type Guess = { text: string; probability: number }

type Ends = { blank: number; symbol: number }

/** A symbol below this in a frame is not followed up. */
const SYMBOL_MIN = 1e-4

/**
 * The likeliest texts of a line, best first: CTC prefix beam search. `rename` says which symbol stands for another
 * one (a VIN has no I, so I counts as 1), or that it is ignored (null).
 */
export function guessTexts(
  frames: Frames,
  rename: (symbol: string) => string | null,
  width: number,
): Guess[] {
  const targets = Array.from(SYMBOLS, (symbol) => rename(symbol))
  let beam = new Map<string, Ends>([['', { blank: 1, symbol: 0 }]])
  for (let frame = 0; frame < frames.count; frame++) {
    const { symbols, blank } = frameOf(frames, frame, targets)
    const next = new Map<string, Ends>()
    const endsOf = (text: string) => {
      const found = next.get(text)
      if (found) return found
      const made = { blank: 0, symbol: 0 }
      next.set(text, made)
      return made
    }
    for (const [text, ends] of beam) {
      const total = ends.blank + ends.symbol
      endsOf(text).blank += total * blank
      for (const [symbol, probability] of symbols) {
        // The same symbol again is the same stroke, unless a blank stood between.
        const repeats = text.endsWith(symbol)
        if (repeats) endsOf(text).symbol += ends.symbol * probability
        endsOf(text + symbol).symbol += (repeats ? ends.blank : total) * probability
      }
    }
    beam = keepBest(next, width)
  }
  return [...beam]
    .map(([text, ends]) => ({ text, probability: ends.blank + ends.symbol }))
    .filter(({ probability }) => probability > 0)
}

function frameOf(frames: Frames, frame: number, targets: (string | null)[]) {
  const start = frame * FRAME_SIZE
  let blank = frames.values[start + BLANK] ?? 0
  const symbols = new Map<string, number>()
  targets.forEach((target, index) => {
    const probability = frames.values[start + index] ?? 0
    if (target === null) blank += probability
    else if (probability >= SYMBOL_MIN) symbols.set(target, (symbols.get(target) ?? 0) + probability)
  })
  return { symbols, blank }
}

function keepBest(beam: Map<string, Ends>, width: number): Map<string, Ends> {
  const sum = (ends: Ends) => ends.blank + ends.symbol
  // Equal probabilities are ordered by text, so that the result never depends on the order of insertion.
  const sorted = [...beam].sort(([a, x], [b, y]) => sum(y) - sum(x) || (a < b ? -1 : 1))
  return new Map(sorted.slice(0, width))
}
