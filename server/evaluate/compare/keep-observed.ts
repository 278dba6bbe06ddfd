import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { ComparedPicture, Raster } from '../../src/outputs/comparisons/method/types.ts'
import type { Observed } from './judge.ts'
import type { LabelledPair } from './pairs.ts'
import type { ShotReader } from './shots.ts'

const METHOD = join(import.meta.dirname, '../../src/outputs/comparisons/method')
/** Files of the method that only judge what was observed. */
const JUDGING = ['compare.ts', 'decide.ts', 'thresholds.ts']
const NO_RASTER: Raster = { pixels: new Uint8Array(), width: 0, height: 0 }

/** Observations of the same pairs by the same method are made once: laying pictures over each other takes minutes. */
export async function keepObserved(
  { folder }: ShotReader,
  pairs: readonly LabelledPair[],
  observe: () => Promise<Observed[]>,
): Promise<Observed[]> {
  const file = join(folder, `observed-${digestOf(pairs)}.bin`)
  if (!existsSync(file)) writeFileSync(file, serialize((await observe()).map(withoutPixels)))
  // Written above, or by an earlier run.
  return deserialize(readFileSync(file)) as Observed[]
}

function digestOf(pairs: readonly LabelledPair[]): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(METHOD).toSorted())
    if (!name.endsWith('.test.ts') && !JUDGING.includes(name)) hash.update(readFileSync(join(METHOD, name)))
  for (const { earlier, later, ...pair } of pairs)
    hash.update(JSON.stringify([pair.name, pair.truth, ...[...earlier, ...later].map(({ key }) => key)]))
  return hash.digest('hex').slice(0, 16)
}

/** Verdicts go by what was observed, not by pixels. */
function withoutPixels(observed: Observed): Observed {
  const bare = (picture: ComparedPicture) => ({ ...picture, raster: NO_RASTER })
  return {
    ...observed,
    observations: observed.observations.map((one) => ({
      ...one,
      at: one.at && { ...one.at, picture: bare(one.at.picture) },
      views: one.views.map((view) => ({ ...view, picture: bare(view.picture), other: bare(view.other) })),
    })),
  }
}
