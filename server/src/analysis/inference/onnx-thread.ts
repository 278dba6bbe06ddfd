import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor as OnnxTensor, type OnnxValue } from 'onnxruntime-node'
import type { ThreadCall, ThreadReply, ThreadSetup } from './onnx-messages.ts'
import type { Tensor, Tensors } from './tensor.ts'
import { joinRows, rowsFrom, rowsOf } from './tensor-bytes.ts'

// Runs one call after the other. The runtime computes on the thread that asks it, so it may not be the main one.

if (!parentPort) throw new Error('this file is started as a worker thread')
const port = parentPort
// Given by OnnxThreads, in this form.
const { models } = workerData as ThreadSetup
const sessions = new Map<string, InferenceSession>()

port.on('message', (call: ThreadCall) => {
  run(call).then(
    (outputs) => {
      const buffers = Object.values(outputs).map(({ data }) => data.buffer)
      port.postMessage({ outputs } satisfies ThreadReply, buffers as ArrayBuffer[])
    },
    (error: unknown) => port.postMessage({ error: String(error) } satisfies ThreadReply),
  )
})

/** Row by row: several rows in one call take as long or twice as long, and the memory of all of them at once. */
async function run({ name, inputs }: ThreadCall): Promise<Tensors> {
  const session = sessions.get(name) ?? (await open(name))
  const rows = rowsOf(inputs)
  if (rows === 1 || !models[name]?.has_rows) return runOnce(session, inputs)
  const outputs: Tensors[] = []
  for (let row = 0; row < rows; row++) outputs.push(await runOnce(session, rowsFrom(inputs, row, 1)))
  return joinRows(outputs)
}

async function runOnce(session: InferenceSession, inputs: Tensors): Promise<Tensors> {
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([input, { type, shape, data }]) => [
      input,
      new OnnxTensor(type, data, shape),
    ]),
  )
  const outputs = await session.run(feeds)
  return Object.fromEntries(Object.entries(outputs).map(([output, value]) => [output, tensorOf(value)]))
}

async function open(name: string): Promise<InferenceSession> {
  const model = models[name]
  if (!model) throw new Error(`no model ${name} was given to this thread`)
  // The runtime does not take shared memory.
  const weights = new Uint8Array(model.weights).slice()
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // The arena keeps what the largest call took, for each model in each thread: worth it only where every picture calls.
    enableCpuMemArena: model.keeps_memory,
    enableMemPattern: false,
    extra: { session: { use_device_allocator_for_initializers: '1' } },
  })
  // The session has its own copy. A thread makes so little garbage that this one would stay for long.
  weights.buffer.transfer(0)
  sessions.set(name, session)
  return session
}

function tensorOf(value: OnnxValue): Tensor {
  const { type, dims: shape, data } = value
  if (type === 'uint8' && data instanceof Uint8Array) return { type, shape, data }
  if (type === 'float32' && data instanceof Float32Array) return { type, shape, data }
  if (type === 'int64' && data instanceof BigInt64Array) return { type, shape, data }
  throw new Error(`outputs of type ${type} are not supported`)
}
