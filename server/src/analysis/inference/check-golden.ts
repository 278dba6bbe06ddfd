import type { Calls } from './batch-calls.ts'
import { type Golden, goldenInputs, numberAt } from './golden.ts'
import type { Manifest } from './manifest.ts'
import type { Tensor, Tensors } from './tensor.ts'

// Many: a model that was taught to be silent on what is no damage is silent on most drawn pictures.
const SEEDS = 200
const TOLERANCE = 0.002
const SAMPLES = 64
/** Far more than the tolerance. */
const RANGE_MIN = 0.05
/** Length of dimensions that may change from call to call. Networks for pictures want a multiple of 32. */
const CHANGING_LENGTH = 160

/** Throws when the model, run where it will be run, does not do what it did when golden.json was made. */
export async function checkGolden(calls: Calls, manifest: Manifest, golden: Golden): Promise<void> {
  const outputs = await calls.infer(manifest, goldenInputs(golden, manifest.inputs))
  for (const { name } of manifest.outputs) {
    const wanted = golden.outputs[name]
    const tensor = outputs[name]
    if (!wanted || !tensor) throw new Error(`its golden.json does not know the output ${name}`)
    if (tensor.shape.join() !== wanted.shape.join())
      throw mismatch(
        manifest,
        `${name} has the shape ${tensor.shape.join('x')}, not ${wanted.shape.join('x')}`,
      )
    for (const [index, value] of wanted.samples) {
      const found = numberAt(tensor, index)
      // Written so that what is no number fails, too.
      if (!(Math.abs(found - value) <= golden.tolerance))
        throw mismatch(manifest, `${name}[${index}] is ${found}, not ${value}`)
    }
  }
}

function mismatch({ name }: Manifest, what: string): Error {
  return new Error(
    `it does not answer as recorded (${what}): run the weights its manifest names, or record new ones with \`pnpm models golden ${name}\``,
  )
}

/**
 * Runs the model on inputs from some seeds and keeps the one on which its outputs say most. A model that says nothing
 * could not be told from another.
 */
export async function makeGolden(calls: Calls, manifest: Manifest, seeds = SEEDS): Promise<Golden> {
  const lengthOf = (length: number | string) => {
    if (typeof length === 'number') return length
    return length === 'n' ? 1 : CHANGING_LENGTH
  }
  const inputs = Object.fromEntries(manifest.inputs.map(({ name, shape }) => [name, shape.map(lengthOf)]))
  let best: { seed: number; outputs: Tensors; range: number } | null = null
  for (let seed = 1; seed <= seeds; seed++) {
    const outputs = await calls.infer(manifest, goldenInputs({ seed, inputs }, manifest.inputs))
    const range = Math.min(...Object.values(outputs).map(rangeOf))
    if (!best || range > best.range) best = { seed, outputs, range }
  }
  if (!best || best.range < RANGE_MIN)
    throw new Error(`${manifest.name} answers nearly the same everywhere, whatever it is shown`)
  const kept = Object.entries(best.outputs).map(([name, tensor]) => [
    name,
    { shape: [...tensor.shape], samples: samplesOf(tensor) },
  ])
  return { seed: best.seed, tolerance: TOLERANCE, inputs, outputs: Object.fromEntries(kept) }
}

function rangeOf(tensor: Tensor): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = 0; index < tensor.data.length; index++) {
    low = Math.min(low, numberAt(tensor, index))
    high = Math.max(high, numberAt(tensor, index))
  }
  return high - low
}

/** Half of them evenly from the smallest value to the largest, and half the largest: most of a mask is empty. */
function samplesOf(tensor: Tensor): [number, number][] {
  const sorted = [...tensor.data.keys()].sort((a, b) => numberAt(tensor, b) - numberAt(tensor, a) || a - b)
  const half = SAMPLES / 2
  const even = Array.from(
    { length: half },
    (_, at) => sorted[Math.round((at * (sorted.length - 1)) / half)] ?? 0,
  )
  const indexes = [...new Set([...sorted.slice(0, half), ...even, ...sorted.slice(half)])].slice(0, SAMPLES)
  return indexes
    .sort((a, b) => a - b)
    .map((index) => [index, Math.round(numberAt(tensor, index) * 1e6) / 1e6])
}
