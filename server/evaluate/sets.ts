import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CocoPicture, readCoco } from './coco.ts'
import type { LabelledPicture, ModelClass } from './labelled.ts'
import { Mistake } from './mistake.ts'
import { readPaletteMask } from './palette.ts'

export type Split = {
  damage: Record<'train' | 'valid' | 'test', string[]>
  clean: Record<'train' | 'valid' | 'test', string[]>
}
export type HeldOut = 'valid' | 'test'

const SPLIT_FILE = join(import.meta.dirname, '../../models/training/split.json')

const PARTS_SPLIT_FILE = join(import.meta.dirname, '../../models/training/parts-split.json')

export type PartsSplit = Record<'whole-cars' | 'bilgi', Record<'train' | HeldOut, string[]>>

export const partsSplit = (): PartsSplit => JSON.parse(readFileSync(PARTS_SPLIT_FILE, 'utf8'))
export const readSplit = (): Split => JSON.parse(readFileSync(SPLIT_FILE, 'utf8'))

/** The folder of a set, or an error that says what is missing and where it is looked for. */
export function requireFolder(data: string, path: string): string {
  const folder = join(data, path)
  if (existsSync(folder)) return folder
  throw new Mistake(
    `The labelled pictures are missing: ${folder}. Name their folder with --data; models/training/README.md says where they come from.`,
  )
}

/** Damaged vehicles the model was not trained on; near-copies of training pictures are left out. */
export function damagedPictures(data: string, name: HeldOut, classes: readonly ModelClass[]): CocoPicture[] {
  const names = new Set(readSplit().damage[name])
  const set = readCoco(requireFolder(data, `training/bilgi/${name}`), classes)
  const kept = set.pictures.filter((picture) => names.has(`${name}/${picture.fileName}`))
  if (kept.length !== names.size)
    throw new Mistake(`${names.size - kept.length} pictures of the split are not in training/bilgi/${name}`)
  return kept
}

/** Rear views of undamaged vehicles, of rides the model was not trained on. */
export function undamagedPictures(data: string, name: HeldOut): LabelledPicture[] {
  const folder = requireFolder(data, 'training/clean-rear')
  const all: Frame[] = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  const names = new Set(readSplit().clean[name])
  // The others are whole cars, which `wholeCarPictures` reads.
  const frames = all.filter(({ file }) => names.has(file))
  const moments = momentsOf(frames)
  return frames.map(({ file }) => ({
    name: `clean-rear/${file}`,
    unit: moments.get(file) ?? file,
    readJpeg: () => readFile(join(folder, file)),
    readLabels: async () => [],
  }))
}

/** A frame of a ride: its source ends in the name of the film and the second, `…mp4#t=121.jpg`. */
type Frame = { file: string; source: string }
const MOMENT_GAP_S = 3

/** Frames that follow one another within seconds show the same car; each such moment gets a name. */
export function momentsOf(frames: readonly Frame[]): Map<string, string> {
  const timed = frames.map(({ file, source }) => {
    const [ride = source, seconds = '0'] = source.replace(/\.jpg$/, '').split('#t=')
    return { file, ride, seconds: Number(seconds) }
  })
  const moments = new Map<string, string>()
  for (const [ride, shown] of Map.groupBy(timed, (frame) => frame.ride)) {
    let [moment, last] = [0, Number.NEGATIVE_INFINITY]
    for (const { file, seconds } of shown.toSorted((a, b) => a.seconds - b.seconds)) {
      if (seconds - last > MOMENT_GAP_S) moment++
      last = seconds
      moments.set(file, `${ride} ${moment}`)
    }
  }
  return moments
}

/** Whole undamaged cars of many countries and cameras: what people take at a rental desk. */
export function wholeCarPictures(data: string): LabelledPicture[] {
  return wholeCars(data, new Set(partsSplit()['whole-cars'].test))
}

/** Those to choose by: not of the test, and not trained on by the damage model either. */
export function untrainedWholeCars(data: string): LabelledPicture[] {
  const { train, valid } = partsSplit()['whole-cars']
  const trained = new Set(readSplit().clean.train)
  return wholeCars(data, new Set([...train, ...valid].filter((name) => !trained.has(name))))
}

/** Of the names in a split; the others are rear views. */
export const isWholeCar = (name: string) => name.startsWith('whole-cars/')

function wholeCars(data: string, wanted: ReadonlySet<string>): LabelledPicture[] {
  const folder = requireFolder(data, 'whole-cars')
  const rows: { file: string; undamaged: boolean }[] = JSON.parse(
    readFileSync(join(folder, 'labels.json'), 'utf8'),
  )
  return rows
    .map((row) => ({ ...row, name: `whole-cars/${row.file}` }))
    .filter(({ name, undamaged }) => undamaged && wanted.has(name))
    .map(({ name, file }) => ({
      name,
      unit: name,
      readJpeg: () => readFile(join(folder, file)),
      readLabels: async () => [],
    }))
}

/** The classes of the other set, coarsely: a broken part is counted with missing pieces, chips with bare primer. */
const HITL_CLASSES: Record<string, string> = {
  Missing_part: 'broken_or_missing',
  Broken_part: 'broken_or_missing',
  Scratch: 'scratch',
  Dent: 'dent',
  Flaking: 'primer_exposed',
  Paint_chip: 'primer_exposed',
}

/**
 * Whole vehicles of other countries, labelled by other people. The damage model was not trained on them and none of its
 * thresholds was chosen on them. The thresholds of the vehicle detector, whose box gates findings, were: `chosen_on` in
 * vehicles.ts lists 29 of these pictures, and 31 of the test pictures of the damage set.
 */
export async function foreignPictures(
  data: string,
  classes: readonly ModelClass[],
): Promise<LabelledPicture[]> {
  const folder = requireFolder(data, 'damage/hitl-cc0')
  const names: string[] = JSON.parse(readFileSync(join(folder, 'classes.json'), 'utf8')).classes
  const files = (await readdir(join(folder, 'images'))).filter((file) => file.endsWith('.jpg')).sort()
  return files.map((file) => ({
    name: `hitl-cc0/${file}`,
    unit: `hitl-cc0/${file}`,
    readJpeg: () => readFile(join(folder, 'images', file)),
    readLabels: async (grid) => {
      const numbers = await readPaletteMask(join(folder, 'masks', file.replace('.jpg', '.png')), grid)
      return names.flatMap((name, number) => {
        const mask = numbers.map((found) => (found === number ? 1 : 0))
        if (number === 0 || !mask.includes(1)) return []
        const classIndex = classes.findIndex((known) => known.name === HITL_CLASSES[name])
        return [{ classIndex: classIndex === -1 ? null : classIndex, mask }]
      })
    },
  }))
}
