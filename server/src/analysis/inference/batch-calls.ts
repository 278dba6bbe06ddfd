import { checkTensors } from './check-tensors.ts'
import { hasRows, type Manifest } from './manifest.ts'
import type { Runtime } from './runtime.ts'
import type { Tensors } from './tensor.ts'
import { rowsFrom, rowsOf } from './tensor-bytes.ts'

const WAITING_MAX = 2_000

/** So many calls wait that this one would come too late. */
export class CallsFull extends Error {
  override name = 'CallsFull'
}

export type Calls = { infer(manifest: Manifest, inputs: Tensors, traceparent?: string): Promise<Tensors> }

export type ObserveCall = (model: string, seconds: number) => void

type Waiting = {
  manifest: Manifest
  inputs: Tensors
  rows: number
  /** Calls of one key can be joined. */
  key: string
  traceparent: string | undefined
  resolve: (outputs: Tensors) => void
  reject: (error: unknown) => void
}

/**
 * Hands calls to the runtime, as many at a time as it takes. A call that finds room runs at once and alone; calls
 * that have to wait are joined with their like. So joining never makes anybody wait.
 */
export function createCalls(runtime: Runtime, observe: ObserveCall = () => {}): Calls {
  const waiting: Waiting[] = []
  let running = 0

  function start(): void {
    while (running < runtime.callsMax) {
      const batch = takeBatch(waiting, runtime)
      if (batch.length === 0) return
      running++
      // It rejects never: whoever waits for a call of the batch gets its error.
      void run(batch).finally(() => {
        running--
        start()
      })
    }
  }

  async function run(batch: Waiting[]): Promise<void> {
    const [first] = batch
    if (!first) return
    const startedMs = performance.now()
    try {
      const outputs = await runtime.run(
        first.manifest,
        batch.map(({ inputs }) => inputs),
        first.traceparent,
      )
      observe(first.manifest.name, (performance.now() - startedMs) / 1000)
      let row = 0
      const own = batch.map(({ rows }) => {
        const part = batch.length === 1 ? outputs : rowsFrom(outputs, row, rows)
        row += rows
        checkTensors(part, first.manifest.outputs, 'output')
        return part
      })
      for (const [index, call] of batch.entries()) call.resolve(own[index] ?? {})
    } catch (error) {
      for (const call of batch) call.reject(error)
    }
  }

  return {
    infer: async (manifest, inputs, traceparent) => {
      checkTensors(inputs, manifest.inputs, 'input')
      if (waiting.length >= WAITING_MAX) throw new CallsFull(`${WAITING_MAX} calls to models wait already`)
      return new Promise((resolve, reject) => {
        waiting.push({
          manifest,
          inputs,
          rows: rowsOf(inputs),
          key: keyOf(manifest, inputs),
          traceparent,
          resolve,
          reject,
        })
        start()
      })
    },
  }
}

function keyOf({ name, inputs: specs }: Manifest, inputs: Tensors): string {
  return [name, ...specs.map((spec) => (inputs[spec.name]?.shape ?? []).slice(1).join('x'))].join(' ')
}

/** The call that waits longest, with others of its kind. What waits is shared out over all calls that can run. */
function takeBatch(waiting: Waiting[], runtime: Runtime): Waiting[] {
  const [first] = waiting
  if (!first) return []
  const alike = waiting.filter(({ key }) => key === first.key)
  const share = Math.ceil(alike.reduce((sum, { rows }) => sum + rows, 0) / runtime.callsMax)
  const rowsMax = Math.min(batchRowsMax(first.manifest, runtime), share)
  let rows = 0
  const batch = alike.filter((call) => {
    if (call !== first && rows + call.rows > rowsMax) return false
    rows += call.rows
    return true
  })
  const taken = new Set(batch)
  waiting.splice(0, waiting.length, ...waiting.filter((call) => !taken.has(call)))
  return batch
}

function batchRowsMax(manifest: Manifest, runtime: Runtime): number {
  if (!hasRows(manifest)) return 1
  const { parameters } = manifest
  return typeof parameters.batch_max === 'number' ? parameters.batch_max : runtime.rowsMax
}
