import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bystander, findBystanders, type Known } from '../src/analysis/bystanders/find-bystanders.ts'
import {
  areaOf,
  boxOf,
  detectionOf,
  type FractionBox,
  runDetector,
  sharedArea,
  VEHICLE_DETECTOR,
} from '../src/analysis/detect-vehicle.ts'
import { fillsPicture } from '../src/analysis/fills-picture.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { PART_SEGMENTER, segmentParts } from '../src/analysis/part-map/segment-parts.ts'
import type { HiddenKind } from '../src/core/contracts/findings.ts'
import { bootstrap, type Figure } from './bootstrap.ts'
import { coveredShare } from './covered-share.ts'
import type { Scope } from './damage.ts'
import { shareOf } from './metrics.ts'
import { partsSplit, requireFolder } from './sets.ts'
import { formatTable, rowsOf } from './tables.ts'

const CARD = join(import.meta.dirname, '../../docs/evaluation/bystanders.md')
/** Drawn for this project. Every face that one reader could make out, from the front or the side, also behind glass. */
const FACES_FILE = join(import.meta.dirname, 'bystander-faces.json')
/** A plate or face counts as hidden when this share of its box is. */
const HIDDEN_MIN = 0.9
/** Narrower ones, in shares of the picture, are 12 pixels wide on these pictures, and nobody can read them there. */
const WIDE_MIN = 0.03

const NOT_OWN: readonly HiddenKind[] = ['head', 'other_vehicle', 'other_plate']

type Row = { file: string; boxes: { label: 'license-plate' | 'vehicle'; box: number[] }[] }
type Plate = { isOwn: boolean; isWide: boolean; hidden: number; hiddenWithOwn: number }
type Seen = { name: string; faces: { hidden: number }[]; plates: Plate[]; lost: number; ms: number }

export async function evaluateBystanders(models: Models, { data, limit, say }: Scope) {
  const folder = requireFolder(data, 'whole-cars')
  const rows: Row[] = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))
  const labelled: { file: string; faces: number[][] }[] = JSON.parse(readFileSync(FACES_FILE, 'utf8'))
  const faces = new Map(labelled.map((each) => [each.file, each.faces.map(toBox)]))
  const held = new Set(partsSplit()['whole-cars'].test)
  const wanted = rows.filter(({ file }) => held.has(`whole-cars/${file}`) || faces.has(file)).slice(0, limit)
  const seen: Seen[] = []
  for (const row of wanted) {
    const jpeg = await readFile(join(folder, row.file))
    const known = await readCheck(models, jpeg)
    const start = process.cpuUsage()
    const found = await findBystanders(models, jpeg, known)
    const { user, system } = process.cpuUsage(start)
    seen.push({
      name: `whole-cars/${row.file}`,
      ms: (user + system) / 1000,
      ...judge(row, faces.get(row.file) ?? [], found),
    })
    if (seen.length % 20 === 0) say(`${seen.length} of ${wanted.length} pictures`)
  }
  return reportOf(models, seen, held)
}

/** What the check of a picture of a vehicle has at hand. */
async function readCheck(models: Models, jpeg: Buffer): Promise<Known> {
  const output = await runDetector(models, jpeg)
  const { main } = detectionOf(output.boxes, output.scores)
  return { output, map: fillsPicture(main) ? await segmentParts(models, jpeg, main) : null }
}

function judge(
  row: Row,
  faces: readonly FractionBox[],
  found: readonly Bystander[],
): Omit<Seen, 'name' | 'ms'> {
  const all = found.map(({ box }) => box)
  const withoutOwn = found.filter(({ kind }) => NOT_OWN.includes(kind)).map(({ box }) => box)
  const boxesOf = (label: string) =>
    row.boxes.filter((each) => each.label === label).map(({ box }) => toBox(box))
  const main = boxesOf('vehicle').toSorted((a, b) => areaOf(b) - areaOf(a))[0]
  return {
    faces: faces.map((face) => ({ hidden: coveredShare(face, withoutOwn) })),
    plates: boxesOf('license-plate').map((plate) => ({
      // A close-up without a labelled vehicle shows the vehicle that it is about.
      isOwn: !main || sharedArea(plate, main) > areaOf(plate) / 2,
      isWide: plate.right - plate.left >= WIDE_MIN,
      hidden: coveredShare(plate, withoutOwn),
      hiddenWithOwn: coveredShare(plate, all),
    })),
    lost: main ? coveredShare(main, withoutOwn) : 0,
  }
}

const toBox = (corners: readonly number[]) => boxOf(Float32Array.from(corners))

type Numbers = { held_out_pictures: number; processor_ms_a_picture: number }
export type BystandersReport = {
  faces: { pictures: number; hidden: Figure; hidden_by_seven_tenths: Figure }
  other_plates: { readable: Figure; tiny: Figure }
  own_plates: { hidden_when_not_kept: Figure; hidden_though_kept: Figure }
  vehicle_of_the_picture: { mean_share_hidden: number; a_tenth_hidden: Figure }
  run: Numbers
  vehicle_detector: string
  part_segmenter: string
}

function reportOf(models: Models, seen: readonly Seen[], held: ReadonlySet<string>): BystandersReport {
  const ofPictures = <T extends { unit: number }>(rows: readonly T[], holds: (row: T) => boolean): Figure => {
    const held = rows.map((row) => ({ unit: row.unit, holds: holds(row) }))
    return bootstrap(seen.length, { share: rows.length }, (weights) => ({ share: shareOf(held, weights) }))
      .share
  }
  const numbered = seen.map((each, unit) => ({ ...each, unit }))
  const test = numbered.filter(({ name }) => held.has(name))
  const faces = numbered.flatMap(({ faces, unit }) => faces.map((face) => ({ ...face, unit })))
  const plates = test.flatMap(({ plates, unit }) => plates.map((plate) => ({ ...plate, unit })))
  const others = plates.filter(({ isOwn }) => !isOwn)
  const own = plates.filter(({ isOwn, isWide }) => isOwn && isWide)
  const isHidden = ({ hidden }: { hidden: number }) => hidden >= HIDDEN_MIN
  return {
    faces: {
      pictures: seen.filter((each) => each.faces.length > 0).length,
      hidden: ofPictures(faces, isHidden),
      hidden_by_seven_tenths: ofPictures(faces, ({ hidden }) => hidden >= 0.7),
    },
    other_plates: {
      readable: ofPictures(
        others.filter(({ isWide }) => isWide),
        isHidden,
      ),
      tiny: ofPictures(
        others.filter(({ isWide }) => !isWide),
        isHidden,
      ),
    },
    own_plates: {
      hidden_when_not_kept: ofPictures(own, ({ hiddenWithOwn }) => hiddenWithOwn >= HIDDEN_MIN),
      hidden_though_kept: ofPictures(own, ({ hidden }) => hidden >= 0.1),
    },
    vehicle_of_the_picture: {
      mean_share_hidden:
        Math.round((1000 * test.reduce((sum, { lost }) => sum + lost, 0)) / test.length) / 1000,
      a_tenth_hidden: ofPictures(test, ({ lost }) => lost >= 0.1),
    },
    run: {
      held_out_pictures: test.length,
      processor_ms_a_picture: Math.round(seen.reduce((sum, { ms }) => sum + ms, 0) / seen.length),
    },
    vehicle_detector: models.get(VEHICLE_DETECTOR).manifest.sha256,
    part_segmenter: models.get(PART_SEGMENTER).manifest.sha256,
  }
}

/** The card of the method. Its words are here, its figures are those of the run. */
export function writeBystandersCard(report: BystandersReport): void {
  const { vehicle_detector, part_segmenter, ...figures } = report
  writeFileSync(
    CARD,
    `# How well faces and plates of bystanders are found

Made by \`pnpm evaluate --only bystanders --write-cards\`. Do not edit it.

\`server/src/analysis/bystanders\` finds what could tell who somebody is: the heads of people, other vehicles as a whole, and plates. It
uses two networks that the service has anyway, the [vehicle detector](../../models/vehicle-detector/card.md), which also knows
people, and the [part segmenter](../../models/part-segmenter/card.md), which also knows plates; both may be shipped (Apache-2.0).
The service [hides these places](../guides/bystanders.md) in everything people see; [ADR 0062](../adr/0062-bystanders.md) says how.

The pictures are whole cars of Open Images (CC BY 2.0), 416 pixels wide. A face or plate counts as hidden when nine tenths of its
box are.

- **Plates**: the boxes are those of the set (CC BY 4.0), on the pictures that the part segmenter was tested on and never
  trained on. The thresholds were chosen on other pictures of the set; the
  largest size of a plate was set after a look at nine pictures, 2 of them of the test. A plate is another's when it is not on the largest labelled
  vehicle. A plate narrower than 3 % of the picture is tiny: 12 pixels here, which nobody can read, but more on a large picture.
- **Faces**: the boxes were drawn for this project by one reader who looked at all 350 pictures: every face from the front or the side that
  can be made out, also of drivers behind glass. Heads seen from behind and crowds of a few pixels aren't labelled. The score that
  a person needs is that of vehicles, and the shape of a head was written down before anything was measured. Both were kept after
  other scores had been tried on these faces, so no half is set aside. The faces are 17 to 52 pixels high. There are few: read the interval.
- **The vehicle of the picture**: how much of it is hidden by mistake, which could cover a damage.

| figure | value | n |
|---|---|---|
${rowsOf(figures)
  .map((row) => `| ${row.join(' | ')} |`)
  .join('\n')}

In brackets the 95 % interval: the pictures drawn again 1,000 times, or Wilson's where all agree. Milliseconds are processor time beyond the quality check, the mean: the check of a picture of a vehicle has run
both networks already, and of a close-up none.

What is missed: people of whom only a part shows, at the edge of the picture or behind dark glass, and plates of vehicles that
stand in front of the vehicle of the picture, where their boxes overlap. A vehicle that the detector doesn't see keeps its plate unless the part
segmenter sees the plate. On a picture without any vehicle, a close-up, the largest plate counts as the own one.

Weights: vehicle-detector ${vehicle_detector}, part-segmenter ${part_segmenter}.
`,
  )
}

export const bystandersText = ({ vehicle_detector, part_segmenter, ...figures }: BystandersReport): string =>
  formatTable(['figure', 'value', 'n'], rowsOf(figures))
