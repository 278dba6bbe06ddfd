import type { Manifest } from './manifest.ts'
import type { Tensors } from './tensor.ts'
import { sizeOf } from './tensor-bytes.ts'

/** Not the form the manifest describes: a mistake of the caller, or of a server with another model. */
export class TensorsRefused extends Error {
  override name = 'TensorsRefused'
}

/** Calls may be joined, so each is checked before it can spoil those of others. */
export function checkTensors(tensors: Tensors, specs: Manifest['inputs'], kind: 'input' | 'output'): void {
  for (const name of Object.keys(tensors))
    if (!specs.some((spec) => spec.name === name))
      throw new TensorsRefused(
        `there is no ${kind} ${name}; there is ${specs.map((spec) => spec.name).join(', ')}`,
      )
  const sizes = new Map<string, number>()
  for (const spec of specs) {
    const tensor = tensors[spec.name]
    if (!tensor) throw new TensorsRefused(`the ${kind} ${spec.name} is missing`)
    const { type, shape, data } = tensor
    const found = `${kind} ${spec.name} is ${type} [${shape.join(', ')}]`
    const wanted = `${spec.type} [${spec.shape.join(', ')}]`
    const fits =
      type === spec.type &&
      shape.length === spec.shape.length &&
      spec.shape.every((length, index) => fitsLength(length, shape[index] ?? 0, sizes))
    if (!fits) throw new TensorsRefused(`${found}, not ${wanted}`)
    if (data.length !== sizeOf(shape))
      throw new TensorsRefused(`${found} but holds ${data.length} values, not ${sizeOf(shape)}`)
  }
}

/** A word stands for any length, but for the same one wherever it stands. */
function fitsLength(wanted: number | string, length: number, sizes: Map<string, number>): boolean {
  if (!Number.isSafeInteger(length) || length < 1) return false
  if (typeof wanted === 'number') return length === wanted
  const known = sizes.get(wanted)
  sizes.set(wanted, length)
  return known === undefined || known === length
}
