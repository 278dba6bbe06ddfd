import { createHash } from 'node:crypto'
import type { Manifest } from '../src/analysis/inference/manifest.ts'

/** Figures hold for the weights and for this: with other thresholds the same weights measure otherwise. */
export function settingsDigest({ classes, parameters }: Pick<Manifest, 'classes' | 'parameters'>): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ classes, parameters })))
    .digest('hex')
}

/** The order of keys in a file says nothing; the order of classes does. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, held]): [string, unknown] => [key, sortKeys(held)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
