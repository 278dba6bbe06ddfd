import type { Tensor, Tensors, TensorType } from './tensor.ts'

export const ELEMENT_BYTES: Record<TensorType, number> = { uint8: 1, float32: 4, int64: 8 }

export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1)

export const rowsOf = (tensors: Tensors): number => Object.values(tensors)[0]?.shape[0] ?? 0

export function bytesOf({ data }: Tensor): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

/** A tensor on the buffer itself, from an offset that its type can start at. */
export function tensorAt(
  type: TensorType,
  shape: readonly number[],
  buffer: ArrayBufferLike,
  offset = 0,
): Tensor {
  const length = sizeOf(shape)
  switch (type) {
    case 'uint8':
      return { type, shape, data: new Uint8Array(buffer, offset, length) }
    case 'float32':
      return { type, shape, data: new Float32Array(buffer, offset, length) }
    case 'int64':
      return { type, shape, data: new BigInt64Array(buffer, offset, length) }
  }
}

/** The rows of all calls in new tensors that nobody else holds. */
export function joinRows(calls: readonly Tensors[]): Tensors {
  const joined: Tensors = {}
  for (const [name, first] of Object.entries(calls[0] ?? {})) {
    const parts = calls.flatMap((call) => call[name] ?? [])
    const rows = parts.reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0)
    const bytes = new Uint8Array(parts.reduce((sum, { data }) => sum + data.byteLength, 0))
    let offset = 0
    for (const part of parts) {
      bytes.set(bytesOf(part), offset)
      offset += part.data.byteLength
    }
    joined[name] = tensorAt(first.type, [rows, ...first.shape.slice(1)], bytes.buffer)
  }
  return joined
}

/** Some rows of the tensors, without copying them. */
export function rowsFrom(tensors: Tensors, start: number, count: number): Tensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, { type, shape, data }]) => {
      const own = [count, ...shape.slice(1)]
      const rowBytes = sizeOf(shape.slice(1)) * ELEMENT_BYTES[type]
      return [name, tensorAt(type, own, data.buffer, data.byteOffset + start * rowBytes)]
    }),
  )
}
