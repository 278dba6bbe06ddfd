import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Models } from '../src/analysis/inference/model.ts'
import { bootstrap } from './bootstrap.ts'
import { shareOf } from './metrics.ts'
import { readSample } from './text.ts'

/** A digest of the file's name and the plate, for a plate is personal data; null where the sign is none. */
type Label = { file: string; digest: string | null }
export type Half = 'chosen_on' | 'held_out'

/** Cars of many countries on small pictures. Patterns were looked at with one half in view; the other is measured only. */
export async function evaluateForeignPlates(models: Models, dataDir: string, half: Half) {
  const path = join(import.meta.dirname, 'foreign-plates.json')
  const labels: Label[] = JSON.parse(await readFile(path, 'utf8'))
  const each: { isPlate: boolean; isRead: boolean; isExact: boolean }[] = []
  for (const { file, digest } of labels.filter(({ file }) => halfOf(file) === half)) {
    const { read } = await readSample(models, join(dataDir, 'whole-cars', file), 'plate', '', file)
    const isExact = read !== null && digestOf(`${file}:${read}`) === digest
    each.push({ isPlate: digest !== null, isRead: read !== null, isExact })
  }
  const plates = each.filter(({ isPlate }) => isPlate)
  const read = each.filter(({ isRead }) => isRead)
  const units = (rows: typeof each, holds: (row: (typeof each)[number]) => boolean) =>
    rows.map((row) => ({ unit: each.indexOf(row), holds: holds(row) }))
  const exact = units(plates, ({ isExact }) => isExact)
  const wrong = units(read, ({ isExact }) => !isExact)
  return bootstrap(each.length, { exact: plates.length, wrong_of_read: read.length }, (weights) => ({
    exact: shareOf(exact, weights),
    wrong_of_read: shareOf(wrong, weights),
  }))
}

function halfOf(file: string): Half {
  return parseInt(digestOf(file).slice(0, 8), 16) % 2 === 0 ? 'chosen_on' : 'held_out'
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
