import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readSample } from '../evaluate/text.ts'
import type { Models } from '../src/inference/model.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')
const SETS = { plate: 'plates', vin: 'vin' }

type Label = { file: string; plate?: string; vin?: string }

/** Plates and VINs of real vehicles are read from their set and not written down here. */
export async function requireRead(models: Models, kind: 'plate' | 'vin', file: string): Promise<void> {
  const folder = join(DATA, SETS[kind])
  const labels: Label[] = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))
  const label = labels.find((each) => each.file === file)
  if (!label) throw new Error(`${file} has no label`)
  const text = label[kind] ?? ''
  expect(await readSample(models, join(folder, file), kind, text, file)).toMatchObject({ read: text })
}
