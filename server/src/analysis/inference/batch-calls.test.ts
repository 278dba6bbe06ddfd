import { describe, expect, it } from 'vitest'
import { digestOf, inProcess, inputsFor, quiet } from '../../../test/models.ts'
import { createCalls } from './batch-calls.ts'
import type { Manifest } from './manifest.ts'
import { openRuntime } from './open-models.ts'
import type { Runtime } from './runtime.ts'
import type { Tensors } from './tensor.ts'
import { joinRows, rowsFrom, rowsOf } from './tensor-bytes.ts'

function manifestOf(name: string, parameters: Record<string, unknown> = {}, batch: 'n' | 1 = 'n'): Manifest {
  return {
    name,
    version: '1',
    tasks: [],
    title: name,
    weights: { file: '1/model.onnx' },
    sha256: '0'.repeat(64),
    licence: { weights: 'none', attribution: [] },
    inputs: [{ name: 'in', type: 'uint8', shape: [batch, 'width'] }],
    outputs: [{ name: 'out', type: 'float32', shape: [batch, 1] }],
    classes: [],
    parameters,
  }
}

const row = (...values: number[]): Tensors => ({
  in: { type: 'uint8', shape: [1, values.length], data: Uint8Array.from(values) },
})

/** Answers the sum of each row, when it is told to. */
function heldRuntime(options: { callsMax: number; rowsMax: number }) {
  const held: { rows: number; answer: (error?: Error) => void }[] = []
  const runtime: Runtime = {
    ...options,
    run: (_, calls) =>
      new Promise((resolve, reject) => {
        const { in: input } = joinRows(calls)
        const [rows = 0, width = 0] = input?.shape ?? []
        const sums = Array.from({ length: rows }, (_, at) =>
          Array.from({ length: width }, (_, x) => Number(input?.data[at * width + x])).reduce(
            (a, b) => a + b,
          ),
        )
        const outputs: Tensors = {
          out: { type: 'float32', shape: [rows, 1], data: Float32Array.from(sums) },
        }
        held.push({ rows, answer: (error) => (error ? reject(error) : resolve(outputs)) })
      }),
    close: async () => {},
  }
  return { runtime, held }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createCalls', () => {
  it('runs a lone call at once, and joins what has to wait', async () => {
    const { runtime, held } = heldRuntime({ callsMax: 1, rowsMax: 4 })
    const calls = createCalls(runtime)
    const model = manifestOf('sum')
    const answers = Array.from({ length: 7 }, (_, at) => calls.infer(model, row(at, 10)))
    await settle()
    expect(held.map(({ rows }) => rows)).toEqual([1])
    held[0]?.answer()
    await settle()
    expect(held.map(({ rows }) => rows)).toEqual([1, 4])
    held[1]?.answer()
    await settle()
    expect(held.map(({ rows }) => rows)).toEqual([1, 4, 2])
    held[2]?.answer()
    const sums = (await Promise.all(answers)).map(({ out }) => [...(out?.data ?? [])])
    expect(sums).toEqual([[10], [11], [12], [13], [14], [15], [16]])
  })

  it('joins only calls to one model with inputs of one size', async () => {
    const { runtime, held } = heldRuntime({ callsMax: 1, rowsMax: 4 })
    const calls = createCalls(runtime)
    const [one, other] = [manifestOf('one'), manifestOf('other')]
    const answers = [
      calls.infer(one, row(1)),
      calls.infer(one, row(2)),
      calls.infer(one, row(3, 3)),
      calls.infer(other, row(4)),
      calls.infer(one, row(5)),
    ]
    for (let at = 0; at < 4; at++) {
      await settle()
      held[at]?.answer()
    }
    expect((await Promise.all(answers)).map(({ out }) => out?.data[0])).toEqual([1, 2, 6, 4, 5])
    expect(held.map(({ rows }) => rows)).toEqual([1, 2, 1, 1])
  })

  it('shares out what waits over the calls that can run', async () => {
    const { runtime, held } = heldRuntime({ callsMax: 2, rowsMax: 4 })
    const calls = createCalls(runtime)
    const answers = Array.from({ length: 6 }, (_, at) => calls.infer(manifestOf('sum'), row(at)))
    await settle()
    held[0]?.answer()
    held[1]?.answer()
    await settle()
    expect(held.map(({ rows }) => rows)).toEqual([1, 1, 2, 1])
    for (let at = 2; at < 5; at++) {
      held[at]?.answer()
      await settle()
    }
    await Promise.all(answers)
  })

  it.each([
    ['parameters.batch_max of the manifest goes before the runtime', manifestOf('sum', { batch_max: 2 }), 2],
    ['a model without n as its first dimension is never joined', manifestOf('sum', {}, 1), 1],
  ])('%s', async (_, manifest, rows) => {
    const { runtime, held } = heldRuntime({ callsMax: 1, rowsMax: 4 })
    const calls = createCalls(runtime)
    for (let at = 0; at < 5; at++) void calls.infer(manifest, row(at))
    await settle()
    held[0]?.answer()
    await settle()
    expect(held[1]?.rows).toBe(rows)
  })

  it('fails the calls of a failed run and goes on with the others', async () => {
    const { runtime, held } = heldRuntime({ callsMax: 1, rowsMax: 1 })
    const calls = createCalls(runtime)
    const [first, second] = [calls.infer(manifestOf('sum'), row(1)), calls.infer(manifestOf('sum'), row(2))]
    held[0]?.answer(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await settle()
    held[1]?.answer()
    expect((await second).out?.data[0]).toBe(2)
  })
})

it.each(['vehicle-detector', 'text-recognizer'])(
  '%s: rows run together equal rows run alone',
  async (name) => {
    const { runtime, found } = await openRuntime(inProcess, quiet)
    const model = found.find((one) => one.name === name)
    if (!model || 'fault' in model) throw new Error(`${name} cannot be opened`)
    const inputs = [1, 2, 3, 4].map((seed) => inputsFor(model.manifest, seed))
    const together = await runtime.run(model.manifest, inputs)
    expect(rowsOf(together)).toBe(4)
    // Not only close: ONNX Runtime gives the very same bits here.
    for (const [at, input] of inputs.entries())
      expect(digestOf(rowsFrom(together, at, 1))).toBe(digestOf(await runtime.run(model.manifest, [input])))
    await runtime.close()
  },
)
