/** Numbers with a shape. The first dimension is the batch: one row for each picture. */
export type Tensor =
  | { type: 'uint8'; shape: readonly number[]; data: Uint8Array }
  | { type: 'float32'; shape: readonly number[]; data: Float32Array }
  | { type: 'int64'; shape: readonly number[]; data: BigInt64Array }

export type TensorType = Tensor['type']

/** By the name of the input or output. */
export type Tensors = Record<string, Tensor>
