import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { drawGoldenPicture } from './golden-picture.ts'
import type { Manifest } from './manifest.ts'
import type { Tensor, Tensors } from './tensor.ts'
import { ELEMENT_BYTES, sizeOf, tensorAt } from './tensor-bytes.ts'

const Shape = Type.Array(Type.Integer({ minimum: 1 }))

/** models/<name>/golden.json: what the model made of an input anybody can make again. */
export const Golden = Type.Object(
  {
    seed: Type.Integer(),
    /** The difference other processors and servers may make. */
    tolerance: Type.Number({ exclusiveMinimum: 0 }),
    inputs: Type.Record(Type.String(), Shape),
    outputs: Type.Record(
      Type.String(),
      Type.Object({
        shape: Shape,
        /** Index and value. */
        samples: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 }), Type.Number()]), { minItems: 1 }),
      }),
    ),
  },
  { additionalProperties: false },
)
export type Golden = Static<typeof Golden>

export async function readGolden(folder: string, name: string): Promise<Golden> {
  const text = await readFile(join(folder, 'golden.json'), 'utf8').catch((cause: unknown) => {
    throw new Error(`it has no golden.json: make one with \`pnpm models golden ${name}\``, { cause })
  })
  const golden: unknown = JSON.parse(text)
  if (Value.Check(Golden, golden)) return golden
  throw new Error(`its golden.json is wrong: make it anew with \`pnpm models golden ${name}\``)
}

/** Numbers from a seed, the same everywhere: whole-number steps only, of an xorshift generator with 32 bits. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed >>> 0 || 1
  for (;;) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield state >>> 0
  }
}

/** Inputs from a seed, with a length for every word in the manifest's shapes. */
export function inputsOfSize(manifest: Manifest, lengths: Record<string, number>, seed: number): Tensors {
  const lengthOf = (length: number | string) => (typeof length === 'number' ? length : (lengths[length] ?? 1))
  const inputs = Object.fromEntries(manifest.inputs.map(({ name, shape }) => [name, shape.map(lengthOf)]))
  return goldenInputs({ seed, inputs }, manifest.inputs)
}

/** A picture for each row: bytes where pixels come as bytes, and steps of 1/128 from -1 to 1 where they are floats. */
export function goldenInputs(golden: Pick<Golden, 'seed' | 'inputs'>, specs: Manifest['inputs']): Tensors {
  const random = randomNumbers(golden.seed)
  const next = () => random.next().value >>> 24
  return Object.fromEntries(
    specs.map(({ name, type }) => {
      const shape = golden.inputs[name] ?? []
      const tensor = tensorAt(type, shape, new ArrayBuffer(sizeOf(shape) * ELEMENT_BYTES[type]))
      for (const [index, value] of goldenBytes(shape, next).entries()) {
        if (tensor.type === 'float32') tensor.data[index] = (value - 128) / 128
        else if (tensor.type === 'int64') tensor.data[index] = BigInt(value)
        else tensor.data[index] = value
      }
      return [name, tensor]
    }),
  )
}

/** One picture with its colours last, or first as planes, or plain numbers for what is no picture. */
function goldenBytes(shape: readonly number[], next: () => number): Uint8Array {
  const [rows, second = 0, third = 0, last = 0] = shape
  if (rows === 1 && last === 3) return drawGoldenPicture(third, second, next)
  if (rows !== 1 || second !== 3) return Uint8Array.from({ length: sizeOf(shape) }, next)
  const pixels = drawGoldenPicture(last, third, next)
  return pixels.map((_, index) => {
    const plane = third * last
    return pixels[(index % plane) * 3 + Math.floor(index / plane)] ?? 0
  })
}

export const numberAt = ({ data }: Tensor, index: number): number => Number(data[index] ?? Number.NaN)
