import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../testing/ports.ts'
import { copyModels, digestOf, inProcess, inputsFor, quiet, startModelServer } from '../../../test/models.ts'
import { createCalls } from './batch-calls.ts'
import { makeGolden } from './check-golden.ts'
import { type Models, ModelUnavailable } from './model.ts'
import { openModels, openRuntime } from './open-models.ts'
import { RuntimeUnreachable } from './runtime.ts'

let copies: ReturnType<typeof copyModels>
const ending: (() => Promise<void>)[] = []

beforeEach(() => {
  copies = copyModels(['vehicle-detector', 'text-detector'])
})
afterEach(async () => {
  for (const step of ending.splice(0).reverse()) await step()
  copies.remove()
})

async function open(changes: Partial<Parameters<typeof openModels>[0]> = {}): Promise<Models> {
  const models = await openModels({ ...inProcess, MODELS_DIR: copies.folder, ...changes }, quiet)
  ending.push(() => models.close())
  return models
}

const file = (...path: string[]) => join(copies.folder, ...path)

function changeGolden(
  name: string,
  change: (golden: { outputs: Record<string, { samples: number[][] }> }) => void,
) {
  const golden = JSON.parse(readFileSync(file(name, 'golden.json'), 'utf8'))
  change(golden)
  writeFileSync(file(name, 'golden.json'), JSON.stringify(golden))
}

describe('a model is unavailable, and the others work,', () => {
  it.each<[string, () => void, string]>([
    ['when its weights have another digest', () => spoilWeights(), 'pnpm models accept vehicle-detector'],
    [
      'when its weights are missing',
      () => rmSync(file('vehicle-detector', '1', 'model.onnx')),
      'cannot be read: install them',
    ],
    [
      'when the package with its weights is missing',
      () =>
        copies.changeManifest('vehicle-detector', ({ weights }) =>
          Object.assign(weights, { package: 'no-such' }),
        ),
      'the package no-such with its weights is not installed',
    ],
    [
      'when its weights lie outside of its folder',
      () =>
        copies.changeManifest('vehicle-detector', ({ weights }) => Object.assign(weights, { file: '../x' })),
      'lie outside of its folder',
    ],
    [
      'when its manifest is wrong',
      () => copies.changeManifest('vehicle-detector', (manifest) => Object.assign(manifest, { inputs: 3 })),
      'its manifest.json is wrong: /inputs must be array',
    ],
    [
      'when it has another name than its folder',
      () =>
        copies.changeManifest('vehicle-detector', (manifest) => Object.assign(manifest, { name: 'other' })),
      'says it is other',
    ],
    [
      'when it has no golden.json',
      () => rmSync(file('vehicle-detector', 'golden.json')),
      'pnpm models golden vehicle-detector',
    ],
    [
      'when it does not answer as recorded',
      () =>
        changeGolden('vehicle-detector', ({ outputs }) => {
          const sample = outputs.scores?.samples[40]
          if (sample) sample[1] = (sample[1] ?? 0) + 0.003
        }),
      'it does not answer as recorded (scores[',
    ],
  ])('%s', async (_, spoil, text) => {
    spoil()
    const models = await open()
    expect(models.findFaults()).toHaveLength(1)
    expect(models.findFaults()[0]).toMatch(/^model vehicle-detector: /)
    expect(models.findFaults()[0]).toContain(text)
    expect(() => models.get('vehicle-detector')).toThrow(ModelUnavailable)
    expect(() => models.get('vehicle-detector')).toThrow(text)
    const other = models.get('text-detector')
    expect(Object.keys(await other.infer(inputsFor(other.manifest, 1)))).toEqual(['sigmoid_0.tmp_0'])
  })
})

function spoilWeights(): void {
  const weights = file('vehicle-detector', '1', 'model.onnx')
  const bytes = readFileSync(weights)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(weights, bytes)
}

describe('a check that is remembered', () => {
  it('is not repeated while weights, manifest and golden.json stay, and others are', async () => {
    const MODEL_CHECKS_DIR = file('checks')
    const calls: string[] = []
    const openCounting = async (changes: { MODEL_CHECKS_DIR?: string }) => {
      const config = { ...inProcess, MODELS_DIR: copies.folder, ...changes }
      const models = await openModels(config, quiet, { observe: (model) => calls.push(model) })
      ending.push(() => models.close())
      return { faults: models.findFaults(), called: calls.splice(0).sort() }
    }
    const both = ['text-detector', 'vehicle-detector']
    expect(await openCounting({ MODEL_CHECKS_DIR })).toEqual({ faults: [], called: both })
    expect(await openCounting({ MODEL_CHECKS_DIR })).toEqual({ faults: [], called: [] })
    expect(await openCounting({})).toEqual({ faults: [], called: both })
    changeGolden('vehicle-detector', ({ outputs }) => {
      const sample = outputs.scores?.samples[40]
      if (sample) sample[1] = (sample[1] ?? 0) + 0.003
    })
    // Twice: what has failed is not remembered.
    for (let times = 0; times < 2; times++) {
      const { faults, called } = await openCounting({ MODEL_CHECKS_DIR })
      expect(faults).toEqual([expect.stringContaining('it does not answer as recorded (scores[')])
      expect(called).toEqual(['vehicle-detector'])
    }
  })
})

it('answers within the tolerance of golden.json pass', async () => {
  changeGolden('vehicle-detector', ({ outputs }) => {
    const sample = outputs.scores?.samples[40]
    if (sample) sample[1] = (sample[1] ?? 0) + 0.0015
  })
  expect((await open()).findFaults()).toEqual([])
})

describe('a model server', () => {
  it('with other weights is found out', async () => {
    const theirs = copyModels(['vehicle-detector', 'text-detector'])
    ending.push(async () => theirs.remove())
    await changeWeights(theirs)
    const server = await startModelServer(await open({ MODELS_DIR: theirs.folder }))
    ending.push(server.stop)
    const models = await open({ INFERENCE_URL: server.url })
    expect(models.findFaults()).toEqual([
      expect.stringMatching(/^model vehicle-detector: it does not answer as recorded/),
    ])
    expect(models.get('text-detector').manifest.name).toBe('text-detector')
    // Three sets of models are opened one after the other.
  })

  it('that is away is named, and its models work once it is there', async () => {
    const [port = 0] = await freePorts(1)
    const models = await open({ INFERENCE_URL: `http://127.0.0.1:${port}` })
    expect(models.findFaults()).toEqual([
      'model text-detector: the model server cannot be reached',
      'model vehicle-detector: the model server cannot be reached',
    ])
    const model = models.get('text-detector')
    const inputs = inputsFor(model.manifest, 1)
    await expect(model.infer(inputs)).rejects.toThrow(RuntimeUnreachable)

    const server = await startModelServer(await open(), port)
    ending.push(server.stop)
    expect(Object.keys(await model.infer(inputs))).toEqual(['sigmoid_0.tmp_0'])
    expect(models.findFaults()).toEqual(['model vehicle-detector: the model server cannot be reached'])
  })

  it('that stops is noticed, and asked again when it is back', async () => {
    const theirs = await open()
    const first = await startModelServer(theirs)
    const models = await open({ INFERENCE_URL: first.url })
    const model = models.get('text-detector')
    const inputs = inputsFor(model.manifest, 1)
    const before = digestOf(await model.infer(inputs))
    await first.stop()
    await expect(model.infer(inputs)).rejects.toThrow(RuntimeUnreachable)
    expect(models.findFaults()).toEqual(['model text-detector: the model server cannot be reached'])
    const second = await startModelServer(theirs, first.port)
    ending.push(second.stop)
    expect(digestOf(await model.infer(inputs))).toBe(before)
    expect(models.findFaults()).toEqual([])
  })
})

it('a thread that dies fails its call and is replaced', async () => {
  const threads: Worker[] = []
  const collect = (worker: Worker) => threads.push(worker)
  process.on('worker', collect)
  ending.push(async () => void process.off('worker', collect))
  // The other model would have a thread of its own.
  rmSync(file('vehicle-detector'), { recursive: true })
  const models = await open({ INFERENCE_THREADS: 1 })
  expect(threads).toHaveLength(1)
  const model = models.get('text-detector')
  const inputs = inputsFor(model.manifest, 1)
  const before = digestOf(await model.infer(inputs))
  // The thread is told to end and is given the call in the same moment, so that it ends with the call in hand.
  const ended = threads[0]?.terminate()
  const cut = model.infer(inputs)
  const next = model.infer(inputs)
  await expect(cut).rejects.toThrow('the thread that ran the model ended')
  await ended
  expect(digestOf(await next)).toBe(before)
  expect(threads).toHaveLength(2)
  expect(models.findFaults()).toEqual([])
})

it('lets the call in hand end before it closes', async () => {
  const models = await open({ INFERENCE_THREADS: 1 })
  const model = models.get('text-detector')
  const inputs = inputsFor(model.manifest, 1)
  const inHand = model.infer(inputs)
  const waiting = expect(model.infer(inputs)).rejects.toThrow('the model threads are closed')
  await models.close()
  expect(Object.keys(await inHand)).toEqual(['sigmoid_0.tmp_0'])
  await waiting
})

/** Another model of the same name and form, with a manifest and golden.json of its own: some weights become zero. */
async function changeWeights(models: ReturnType<typeof copyModels>): Promise<void> {
  const folder = join(models.folder, 'vehicle-detector')
  const weights = join(folder, '1', 'model.onnx')
  const bytes = readFileSync(weights)
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(0, middle, middle + 20_000)
  writeFileSync(weights, bytes)
  models.changeManifest('vehicle-detector', (manifest) => {
    manifest.sha256 = createHash('sha256').update(bytes).digest('hex')
  })
  const { runtime, found } = await openRuntime({ ...inProcess, MODELS_DIR: models.folder }, quiet)
  const changed = found.find(({ name }) => name === 'vehicle-detector')
  if (!changed || 'fault' in changed) throw new Error('the changed model cannot be opened')
  const golden = await makeGolden(createCalls(runtime), changed.manifest, 20)
  writeFileSync(join(folder, 'golden.json'), JSON.stringify(golden))
  await runtime.close()
}
