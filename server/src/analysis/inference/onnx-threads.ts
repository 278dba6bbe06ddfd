import './disable-telemetry.ts'
import { Worker } from 'node:worker_threads'
import type { ThreadCall, ThreadModel, ThreadReply, ThreadSetup } from './onnx-messages.ts'
import { type Runtime, RuntimeUnreachable } from './runtime.ts'
import type { Tensors } from './tensor.ts'
import { joinRows } from './tensor-bytes.ts'

type Thread = { worker: Worker; call: Call | null }
type Call = { answer: Promise<Tensors>; resolve: (outputs: Tensors) => void; reject: (error: Error) => void }

/**
 * Models run by ONNX Runtime in threads of this process, one call a thread. They take no thread of the pool that
 * decodes pictures. A thread starts when it is first needed, and opens a model when it is first called.
 */
export class OnnxThreads implements Runtime {
  readonly callsMax: number
  // Measured: four rows in one call take 1.0 to 1.6 times as long as four calls on the same core.
  readonly rowsMax = 1
  #setup: ThreadSetup
  #log: { warn(fields: object, message: string): void }
  #threads = new Set<Thread>()
  #closed = false

  constructor(options: {
    threads: number
    models: Record<string, ThreadModel>
    log: { warn(fields: object, message: string): void }
  }) {
    this.callsMax = options.threads
    this.#setup = { models: options.models }
    this.#log = options.log
  }

  async run(model: { name: string }, calls: readonly Tensors[]): Promise<Tensors> {
    if (this.#closed) throw new Error('the model threads are closed')
    const thread = [...this.#threads].find(({ call }) => !call) ?? this.#start()
    const inputs = joinRows(calls)
    const { promise: answer, resolve, reject } = Promise.withResolvers<Tensors>()
    thread.call = { answer, resolve, reject }
    // joinRows made these buffers for this call alone, so they are handed over and not copied.
    const buffers = Object.values(inputs).map(({ data }) => data.buffer as ArrayBuffer)
    thread.worker.postMessage({ name: model.name, inputs } satisfies ThreadCall, buffers)
    return answer
  }

  /** Waits for the calls in hand: ending a thread inside the runtime would end the whole process. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(
      [...this.#threads].map(async ({ worker, call }) => {
        await call?.answer.catch(() => null)
        await worker.terminate()
      }),
    )
  }

  #start(): Thread {
    if (this.#threads.size >= this.callsMax) throw new Error(`all ${this.callsMax} model threads are in use`)
    const worker = new Worker(new URL('./onnx-thread.ts', import.meta.url), {
      workerData: this.#setup,
      // Tensors lie outside this heap; without a limit it grows by tens of megabytes before it is swept.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    })
    const thread: Thread = { worker, call: null }
    this.#threads.add(thread)
    worker.on('message', (reply: ThreadReply | object) => {
      // `node --watch` tells the names of loaded files through the same channel.
      if (!('outputs' in reply) && !('error' in reply)) return
      const { call } = thread
      thread.call = null
      if ('outputs' in reply) call?.resolve(reply.outputs)
      else call?.reject(new Error(`the model failed: ${reply.error}`))
    })
    worker.on('error', (error) => this.#lose(thread, error))
    worker.on('exit', () => this.#lose(thread, new Error('the thread ended')))
    return thread
  }

  #lose(thread: Thread, cause: Error) {
    if (!this.#threads.delete(thread)) return
    if (!this.#closed) this.#log.warn({ err: cause }, 'model thread lost; the next call starts another')
    thread.call?.reject(new RuntimeUnreachable('the thread that ran the model ended', { cause }))
  }
}
