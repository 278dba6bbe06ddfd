import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readSample } from '../evaluate/text.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { openModels } from '../src/analysis/inference/open-models.ts'
import { copyModels, inProcess, quiet } from './models.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')
const SETS = { plate: 'plates', vin: 'vin' }

type Label = { file: string; plate?: string; vin?: string }

/** The models that read text alone: of the others, the start would check the answers. */
export async function openReaders(): Promise<Models> {
  const copies = copyModels(['text-detector', 'text-recognizer'])
  const models = await openModels({ ...inProcess, MODELS_DIR: copies.folder }, quiet)
  // Nothing of the folder is read after the start.
  copies.remove()
  return models
}

/** Plates and VINs of real vehicles are read from their set and not written down here. */
export async function requireRead(models: Models, kind: 'plate' | 'vin', file: string): Promise<void> {
  const folder = join(DATA, SETS[kind])
  const labels: Label[] = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))
  const label = labels.find((each) => each.file === file)
  if (!label) throw new Error(`${file} has no label`)
  const text = label[kind] ?? ''
  expect(await readSample(models, join(folder, file), kind, text, file)).toMatchObject({ read: text })
}
