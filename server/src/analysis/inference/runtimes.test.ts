import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyModels, digestOf, inProcess, inputsFor, quiet, startModelServer } from '../../../test/models.ts'
import { TensorsRefused } from './check-tensors.ts'
import { inputsOfSize } from './golden.ts'
import { type Models, ModelUnavailable } from './model.ts'
import { openModels } from './open-models.ts'
import type { Tensors } from './tensor.ts'
import { rowsFrom } from './tensor-bytes.ts'

// The same suite runs on both runtimes: nobody who calls a model can tell where it runs.
const NAMES = ['vehicle-detector', 'text-detector', 'text-recognizer']
// Of the others, every start would check the answers.
const copies = copyModels(NAMES)
const config = { ...inProcess, MODELS_DIR: copies.folder }
let local: Models
let remote: Models
let server: Awaited<ReturnType<typeof startModelServer>>

beforeAll(async () => {
  local = await openModels(config, quiet)
  server = await startModelServer(local)
  remote = await openModels({ ...config, INFERENCE_URL: server.url }, quiet)
})
afterAll(async () => {
  await remote.close()
  await server.stop()
  await local.close()
  copies.remove()
})

describe.each([
  ['in threads', () => local],
  ['through a server', () => remote],
])('models %s', (_, models) => {
  it.each(NAMES)('%s passes its check', (name) => {
    expect(models().get(name).manifest.name).toBe(name)
    expect(models().findFaults().join()).not.toContain(name)
  })

  it('answers the outputs of the manifest and leaves the inputs as they were', async () => {
    const model = models().get('vehicle-detector')
    const inputs = inputsFor(model.manifest, 3)
    const before = digestOf(inputs)
    const outputs = await model.infer(inputs)
    expect(digestOf(inputs)).toBe(before)
    expect(outputs.boxes?.shape).toEqual([1, 1917, 4])
    expect(outputs.scores?.shape).toEqual([1, 1917, 90])
    expect(digestOf(await model.infer(inputs))).toBe(digestOf(outputs))
  })

  it('gives every one of many callers the outputs of its own rows', async () => {
    const model = models().get('vehicle-detector')
    const answerTo = async (seed: number) => digestOf(await model.infer(inputsFor(model.manifest, seed)))
    const alone: string[] = []
    for (let seed = 1; seed <= 4; seed++) alone.push(await answerTo(seed))
    expect(new Set(alone).size).toBe(4)
    const together = await Promise.all(Array.from({ length: 12 }, (_, call) => answerTo(1 + (call % 4))))
    expect(together).toEqual([...alone, ...alone, ...alone])
  })

  it('refuses inputs of another form and says which is right', async () => {
    const model = models().get('vehicle-detector')
    const data = new Uint8Array(100 * 100 * 3)
    const infer = (inputs: Tensors) => model.infer(inputs)
    await expect(infer({})).rejects.toThrow('the input images is missing')
    await expect(infer({ images: { type: 'uint8', shape: [1, 100, 100, 3], data } })).rejects.toThrow(
      'input images is uint8 [1, 100, 100, 3], not uint8 [n, 300, 300, 3]',
    )
    await expect(infer({ images: { type: 'uint8', shape: [1, 300, 300, 3], data } })).rejects.toThrow(
      TensorsRefused,
    )
  })

  it('names a model that is not installed', () => {
    expect(() => models().get('no-such-model')).toThrow(ModelUnavailable)
    expect(() => models().get('no-such-model')).toThrow('no-such-model is not installed')
  })
})

it.each(NAMES)('%s answers the same bits through a server as in a thread', async (name) => {
  for (const seed of [5, 6]) {
    const inputs = inputsFor(local.get(name).manifest, seed)
    const there = digestOf(await remote.get(name).infer(inputs))
    expect(there).toBe(digestOf(await local.get(name).infer(inputs)))
  }
})

it('a call of several rows answers the bits of each row alone', async () => {
  const model = local.get('text-recognizer')
  const inputs = inputsOfSize(model.manifest, { n: 3, width: 96 }, 7)
  const together = await model.infer(inputs)
  for (let row = 0; row < 3; row++) {
    const alone = await model.infer(rowsFrom(inputs, row, 1))
    expect(digestOf(rowsFrom(together, row, 1))).toBe(digestOf(alone))
  }
})

it('does not block the process while a model runs', async () => {
  const model = local.get('vehicle-detector')
  const inputs = inputsFor(model.manifest, 1)
  await model.infer(inputs)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 6 }, () => model.infer(inputs)))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})
