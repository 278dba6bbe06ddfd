import type { Tensors } from './tensor.ts'

/** What a thread is started with. All threads look at the same weights. */
export type ThreadSetup = { models: Record<string, ThreadModel> }
export type ThreadModel = {
  weights: SharedArrayBuffer
  /** Whether every input and output has a row for each picture. */
  has_rows: boolean
  /** Faster by a tenth, at the cost of the memory of its largest call. */
  keeps_memory: boolean
}

export type ThreadCall = { name: string; inputs: Tensors }
export type ThreadReply = { outputs: Tensors } | { error: string }
