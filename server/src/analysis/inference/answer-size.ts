import type { Manifest } from './manifest.ts'
import type { Tensors } from './tensor.ts'
import { ELEMENT_BYTES, sizeOf } from './tensor-bytes.ts'

const HEADER_BYTES_MAX = 64 * 1024

/**
 * The most bytes a server may answer to these calls run as one: its outputs in the manifest's shapes, in binary, with
 * a header. A length that no input has, as that of a text, is taken for no longer than the longest side of the inputs.
 */
export function answerBytesMax(
  { inputs, outputs }: Pick<Manifest, 'inputs' | 'outputs'>,
  calls: readonly Tensors[],
): number {
  const lengths = new Map<string, number>()
  let longest = 1
  for (const { name, shape } of inputs)
    for (const [at, word] of shape.entries()) {
      const own = calls.map((call) => call[name]?.shape[at] ?? 0)
      // Rows of all calls come together; every other length is the same in each.
      const length = at === 0 ? own.reduce((sum, rows) => sum + rows, 0) : Math.max(0, ...own)
      longest = Math.max(longest, length)
      if (typeof word === 'string') lengths.set(word, length)
    }
  const lengthOf = (word: number | string) =>
    typeof word === 'number' ? word : (lengths.get(word) ?? longest)
  const sizes = outputs.map(({ type, shape }) => sizeOf(shape.map(lengthOf)) * ELEMENT_BYTES[type])
  return sizes.reduce((sum, size) => sum + size, HEADER_BYTES_MAX)
}
