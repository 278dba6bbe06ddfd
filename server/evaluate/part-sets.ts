import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_TYPES, type PartType } from '../src/core/contracts/part-types.ts'
import { type CocoPicture, readCoco } from './coco.ts'
import type { ModelClass } from './labelled.ts'
import { countSet, fillRings, type Ring } from './masks.ts'
import { type HeldOut, type PartsSplit, partsSplit, requireFolder } from './sets.ts'

type Origin = keyof PartsSplit
type PartLabel = { part: string; polygon: [number, number][] }
type LabelledParts = { file: string; view: string | null; parts: PartLabel[] }

/** A picture whose parts a reader has drawn. Sides of parts are missing where they cannot be told. */
export type PartPicture = {
  name: string
  origin: Origin
  readJpeg(): Promise<Buffer>
  view: string | null
  /** The label at each cell of a square grid: 0 is none, others count from 1 in `labels`. */
  paint(side: number): Uint8Array
  labels: { name: string; ring: Ring }[]
  damages: { classIndex: number; rings: Ring[] }[]
}

/** Readers do not agree on where it is: no answer is right or wrong there. */
export const OTHER_BODY = 'other_body'
const UNIT = { width: 1, height: 1 }

/** Pictures with labelled parts that no model was trained on. */
export function partPictures(data: string, split: HeldOut, classes: readonly ModelClass[]): PartPicture[] {
  const held = partsSplit()
  return [
    ...picturesOf('whole-cars', requireFolder(data, 'whole-cars'), held['whole-cars'][split], []),
    ...picturesOf(
      'bilgi',
      requireFolder(data, 'training/bilgi'),
      held.bilgi[split],
      readCoco(requireFolder(data, 'training/bilgi/train'), classes).pictures,
    ),
  ]
}

function picturesOf(
  origin: Origin,
  folder: string,
  held: readonly string[],
  damaged: readonly CocoPicture[],
): PartPicture[] {
  const rows: LabelledParts[] = JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8'))
  return rows
    .filter(({ file }) => held.includes(`${origin}/${file}`))
    .map(({ file, view, parts }) => {
      const labels = parts
        .map(({ part, polygon }) => ({
          name: part === 'plate' ? 'license_plate' : part,
          ring: polygon.flat(),
        }))
        .toSorted((a, b) => areaOf(b.ring) - areaOf(a.ring))
      const picture = damaged.find(({ fileName }) => file.endsWith(`/${fileName}`))
      return {
        name: `${origin}/${file}`,
        origin,
        view,
        labels,
        readJpeg: () => readFile(join(folder, file)),
        paint: (side) => paint(labels, side),
        damages: (picture?.rings ?? []).flatMap(({ classIndex, rings }) =>
          classIndex === null || !picture
            ? []
            : [{ classIndex, rings: rings.map((ring) => shareRing(ring, picture)) }],
        ),
      }
    })
}

function shareRing(ring: Ring, { size }: CocoPicture): Ring {
  return ring.map((value, at) => value / (at % 2 ? size.height : size.width))
}

function areaOf(ring: Ring): number {
  return countSet(fillRings([ring], UNIT, { width: 64, height: 64 }))
}

/** Largest first, so that a plate stays visible on its bumper. */
function paint(labels: readonly { ring: Ring }[], side: number): Uint8Array {
  const painted = new Uint8Array(side * side)
  labels.forEach(({ ring }, at) => {
    fillRings([ring], UNIT, { width: side, height: side }).forEach((set, cell) => {
      if (set) painted[cell] = at + 1
    })
  })
  return painted
}

/** Whether an answer names what the reader drew. Where the reader could not tell the side, either is right. */
export function namesLabel(part: PartType, label: string): boolean {
  if (PART_TYPES.some((known) => known === label)) return part === label
  return part.replace(/_(left|right)$/, '') === label || part.replace(/_(front|back)$/, '') === label
}

/** Whether it is the same part on the other side. */
export function isOtherSide(part: PartType, label: string): boolean {
  const other = part.endsWith('_left') ? part.replace(/_left$/, '_right') : part.replace(/_right$/, '_left')
  return other !== part && other === label
}
