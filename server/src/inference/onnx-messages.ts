import type { Tensors } from './tensor.ts'

/** What a thread is started with. All threads look at the same weights. */
export type ThreadSetup = { models: Record<string, ThreadModel> }
export type ThreadModel = {
  weights: SharedArrayBuffer
  /** Whether every call has the same size but for the number of rows. */
  fixed_size: boolean
}

export type ThreadCall = { name: string; inputs: Tensors }
export type ThreadReply = { outputs: Tensors } | { error: string }
