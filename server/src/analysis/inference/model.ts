import type { Manifest } from './manifest.ts'
import type { Tensors } from './tensor.ts'

/** A model that can be run, wherever it runs. */
export type Model = {
  readonly manifest: Manifest
  /**
   * Inputs of several callers may be run together; every caller gets the outputs of its own rows. A model server is told
   * the `traceparent` of one of them.
   */
  infer(inputs: Tensors, traceparent?: string): Promise<Tensors>
}

/** The models of a process. A model that is missing or failed its check at start is named by `findFaults`. */
export type Models = {
  /** Throws ModelUnavailable when the model is not installed or failed its check. */
  get(name: string): Model
  findFaults(): string[]
  close(): Promise<void>
}

/** Trying again does not help: the model must be installed or mended first. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable'
}

/** No folder of this name holds a model. */
export class ModelNotInstalled extends ModelUnavailable {}
