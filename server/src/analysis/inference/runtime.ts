import type { Manifest } from './manifest.ts'
import type { Tensors } from './tensor.ts'

/** Where models are run: threads of this process, or a server somewhere else. */
export type Runtime = {
  /** Calls that run at the same time. Whoever calls keeps to it. */
  readonly callsMax: number
  /** Rows worth joining into one call, for models that do not say it themselves. */
  readonly rowsMax: number
  /** Runs the rows of all calls as one, and leaves the inputs as they are. The outputs hold all rows, in order. */
  run(model: Manifest, calls: readonly Tensors[], traceparent?: string): Promise<Tensors>
  close(): Promise<void>
}

/** The model could not be asked. Trying again later may help. */
export class RuntimeUnreachable extends Error {
  override name = 'RuntimeUnreachable'
}
