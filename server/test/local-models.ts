import '../src/analysis/inference/disable-telemetry.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node'
import { Value } from 'typebox/value'
import { Manifest } from '../src/analysis/inference/manifest.ts'
import { type Model, type Models, ModelUnavailable } from '../src/analysis/inference/model.ts'
import type { Tensor, Tensors } from '../src/analysis/inference/tensor.ts'

const MODELS = join(import.meta.dirname, '../../models')

/** Models of the repository in this very thread, without the checks and the batching of the service. */
export async function openLocalModels(names: readonly string[]): Promise<Models> {
  const opened = new Map<string, Model>()
  for (const name of names) opened.set(name, await openModel(name))
  return {
    get(name) {
      const model = opened.get(name)
      if (!model) throw new ModelUnavailable(`${name} was not opened for this test`)
      return model
    },
    findFaults: () => [],
    close: async () => {},
  }
}

async function openModel(name: string): Promise<Model> {
  const folder = join(MODELS, name)
  const manifest = Value.Parse(Manifest, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  const session = await InferenceSession.create(join(folder, manifest.weights.file), options)
  return { manifest, infer: (inputs) => run(session, inputs) }
}

async function run(session: InferenceSession, inputs: Tensors): Promise<Tensors> {
  const feeds = Object.entries(inputs).map(([name, { type, data, shape }]) => [
    name,
    new OnnxTensor(type, data, shape),
  ])
  const outputs = await session.run(Object.fromEntries(feeds))
  return Object.fromEntries(Object.entries(outputs).map(([name, tensor]) => [name, tensorOf(tensor)]))
}

function tensorOf({ data, dims }: OnnxTensor): Tensor {
  if (data instanceof Float32Array) return { type: 'float32', shape: dims, data }
  if (data instanceof BigInt64Array) return { type: 'int64', shape: dims, data }
  throw new Error('a model answered neither floats nor integers')
}
