import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { isMainThread, threadId, workerData } from 'node:worker_threads'
import type { InferenceSession, OnnxValue } from 'onnxruntime-node'

// Loaded before a worker of the service, with a folder in its URL. Its models compute only what these weights have not been asked before,
// and take the rest from the folder: tests show the same few pictures to the same models hundreds of times. Not for a test that
// judges whether models answer the same twice, or that ends a process while they compute.

/** A few gigabytes, of pictures that are not made by chance. */
const ANSWERS_MAX = 3_000

type Values = InferenceSession.OnnxValueMapType
type Value = { type: string; dims: readonly number[]; data: unknown }
type Kept = Record<string, Value>

if (isModelThread()) await rememberIn(new URL(import.meta.url).searchParams.get('folder') ?? '')

/** The service gives models to the threads that run them, and to no other. */
function isModelThread(): boolean {
  return !isMainThread && typeof workerData === 'object' && workerData !== null && 'models' in workerData
}

async function rememberIn(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { InferenceSession, env } = await import('onnxruntime-node')
  const create = InferenceSession.create.bind(InferenceSession)
  const open = async (weights: Uint8Array, options?: InferenceSession.SessionOptions) => {
    const model = createHash('sha256').update(JSON.stringify(env.versions)).update(weights).digest('hex')
    // The caller frees its own copy before the first call.
    const kept = weights.slice()
    let session: Promise<InferenceSession> | undefined
    const run = async (feeds: Values): Promise<Values> => {
      const file = join(folder, digestOf(model, feeds))
      if (existsSync(file)) return read(file)
      session ??= create(kept, options)
      const answer = await (await session).run(feeds)
      write(file, answer)
      return answer
    }
    return { run }
  }
  // Of a session the service calls nothing but `run`.
  Object.assign(InferenceSession, { create: open })
}

function digestOf(model: string, feeds: Values): string {
  const digest = createHash('sha256').update(model)
  for (const name of Object.keys(feeds).sort()) {
    const value = toValue(feeds[name])
    digest.update(JSON.stringify([name, value.type, value.dims])).update(numbersOf(value))
  }
  return digest.digest('hex')
}

function read(file: string): Values {
  const kept: Kept = deserialize(readFileSync(file))
  // Buffers of their own: the thread hands them over, one by one.
  const values = Object.entries(kept).map(([name, value]) => [
    name,
    { ...value, data: numbersOf(value).slice() },
  ])
  return Object.fromEntries(values)
}

/** Whole or not at all: other threads and processes read it. */
function write(file: string, answer: Values): void {
  if (readdirSync(dirname(file)).length >= ANSWERS_MAX) return
  const kept = Object.entries(answer).map(([name, value]) => [name, toValue(value)])
  const unfinished = `${file}.${process.pid}.${threadId}`
  writeFileSync(unfinished, serialize(Object.fromEntries(kept)))
  renameSync(unfinished, file)
}

function toValue(value: OnnxValue | undefined): Value {
  if (value === undefined || !('dims' in value)) throw new Error('a model takes or gives what is no tensor')
  return { type: value.type, dims: value.dims, data: value.data }
}

function numbersOf({ data }: Value): Uint8Array | Float32Array | BigInt64Array {
  if (data instanceof Uint8Array || data instanceof Float32Array || data instanceof BigInt64Array) return data
  throw new Error('the service knows no tensors of this type')
}
