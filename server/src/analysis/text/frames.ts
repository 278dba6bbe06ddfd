// The recogniser knows 6,623 characters, most of them Chinese. All we decide about letters and digits is decided on
// these; the rest counts as nothing written. Small letters count as capitals.
export const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'
export const BLANK = SYMBOLS.length
export const FRAME_SIZE = SYMBOLS.length + 1

/** By the index of the recogniser's output: the character, and the symbol it counts as. */
export type Alphabet = { characters: string[]; symbols: Int16Array }

/** What the recogniser sees from left to right: for each place a probability of each symbol, the last one of none. */
export type Frames = { count: number; values: Float32Array }

/** The first `count` frames of one line of the recogniser's output. */
export function foldFrames(
  output: Float32Array,
  offset: number,
  count: number,
  { symbols }: Pick<Alphabet, 'symbols'>,
): Frames {
  const values = new Float32Array(count * FRAME_SIZE)
  const size = symbols.length
  for (let frame = 0; frame < count; frame++)
    for (let index = 0; index < size; index++) {
      const to = frame * FRAME_SIZE + (symbols[index] ?? BLANK)
      values[to] = (values[to] ?? 0) + (output[offset + frame * size + index] ?? 0)
    }
  return { count, values }
}

/** One line after the other, as where a number is broken into two lines. */
export function joinFrames(first: Frames, second: Frames): Frames {
  const values = new Float32Array(first.values.length + FRAME_SIZE + second.values.length)
  values.set(first.values)
  values[first.values.length + BLANK] = 1
  values.set(second.values, first.values.length + FRAME_SIZE)
  return { count: first.count + 1 + second.count, values }
}

/** Frames of a text that was read without doubt. */
export function framesOfText(text: string): Frames {
  const values = new Float32Array(text.length * 2 * FRAME_SIZE)
  Array.from(text.toUpperCase()).forEach((character, index) => {
    const symbol = SYMBOLS.indexOf(character)
    values[index * 2 * FRAME_SIZE + (symbol < 0 ? BLANK : symbol)] = 1
    values[(index * 2 + 1) * FRAME_SIZE + BLANK] = 1
  })
  return { count: text.length * 2, values }
}
