import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Models } from '../src/analysis/inference/model.ts'
import { runImagesOcr } from '../src/analysis/tasks/images-ocr/run-images-ocr.ts'
import type { WorkingPicture } from '../src/analysis/working-picture.ts'

type Label = { file: string; plate?: string; vin?: string }

export type ReadSample = {
  file: string
  expected: string
  read: string | null
  confidence: number
  is_exact: boolean
  /** Place of the right value among the candidates, from 1; null when it is not among them. */
  rank: number | null
  character_errors: number
  cpu_ms: number
}

export type ReadFigures = {
  exact: number
  of: number
  character_error_rate: number
  cpu_ms_median: number
  each: ReadSample[]
}

export type TextFigures = { plates: ReadFigures; vin: ReadFigures }

// The pictures of VINs were squashed from 4:3 to a square of 256. Undoing that is all that is done here; the service
// enlarges small pictures by itself, and is given the whole picture, not the labelled box.
const VIN_SIZE = { width: 341, height: 256 }

/** Plates and VINs read by the shipped pipeline from whole pictures. CPU time is that of the whole process. */
export async function evaluateText(models: Models, dataDir: string): Promise<TextFigures> {
  return {
    plates: await evaluateSet(models, join(dataDir, 'plates'), 'plate'),
    vin: await evaluateSet(models, join(dataDir, 'vin'), 'vin'),
  }
}

async function evaluateSet(models: Models, folder: string, kind: 'plate' | 'vin'): Promise<ReadFigures> {
  const labels: Label[] = JSON.parse(await readFile(join(folder, 'labels.json'), 'utf8'))
  const each: ReadSample[] = []
  for (const label of labels)
    each.push(await readSample(models, join(folder, label.file), kind, label[kind] ?? '', label.file))
  const characters = each.reduce((sum, { expected }) => sum + expected.length, 0)
  const errors = each.reduce((sum, sample) => sum + sample.character_errors, 0)
  const times = each.map(({ cpu_ms }) => cpu_ms).toSorted((a, b) => a - b)
  return {
    exact: each.filter(({ is_exact }) => is_exact).length,
    of: each.length,
    character_error_rate: errors / Math.max(1, characters),
    cpu_ms_median: times[Math.floor(times.length / 2)] ?? 0,
    each,
  }
}

export async function readSample(
  models: Models,
  path: string,
  kind: 'plate' | 'vin',
  expected: string,
  file: string,
): Promise<ReadSample> {
  const { picture, size } = await openSample(path, kind)
  const details = kind === 'vin' ? { image_type: 'VIN' } : {}
  const before = process.cpuUsage()
  const { result } = await runImagesOcr({ models }, picture, { ...size, details })
  const { user, system } = process.cpuUsage(before)
  const reading = result[kind]
  const read = reading?.value ?? null
  const rank = reading?.candidates.findIndex(({ value }) => value === expected) ?? -1
  return {
    file,
    expected,
    read,
    confidence: reading?.confidence ?? 0,
    is_exact: read === expected,
    rank: rank < 0 ? null : rank + 1,
    character_errors: Math.min(expected.length, editDistance(read ?? '', expected)),
    cpu_ms: Math.round((user + system) / 1000),
  }
}

async function openSample(path: string, kind: 'plate' | 'vin') {
  const source = sharp(path)
  const resized = kind === 'vin' ? source.resize(VIN_SIZE.width, VIN_SIZE.height, { fit: 'fill' }) : source
  const { data: jpeg, info } = await resized.jpeg({ quality: 95 }).toBuffer({ resolveWithObject: true })
  const picture: WorkingPicture = { jpeg, sha256: createHash('sha256').update(jpeg).digest('hex') }
  return { picture, size: { image_width: info.width, image_height: info.height } }
}

/** Levenshtein: insertions, deletions and exchanges. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  Array.from(a).forEach((left, i) => {
    const next = [i + 1]
    Array.from(b).forEach((right, j) => {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (left === right ? 0 : 1)))
    })
    row = next
  })
  return row[b.length] ?? 0
}
