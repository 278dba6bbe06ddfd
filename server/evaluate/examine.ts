import {
  candidatesOf,
  DAMAGE_SEGMENTER,
  type DamageCandidate,
  type SegmenterOutput,
  segmentDamage,
} from '../src/analysis/damage/segment-damage.ts'
import { segmenterSettings } from '../src/analysis/damage/segmenter-settings.ts'
import { type Detection, detectVehicle } from '../src/analysis/detect-vehicle.ts'
import { fillsPicture } from '../src/analysis/fills-picture.ts'
import type { Manifest } from '../src/analysis/inference/manifest.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { type PartMap, segmentParts } from '../src/analysis/part-map/segment-parts.ts'
import { damagesOf } from '../src/analysis/tasks/damage-detection/run-damage-detection.ts'
import { type Finding, factsOf, type PictureFacts } from './facts.ts'
import type { Label, LabelledPicture, ModelClass } from './labelled.ts'

// Enough to keep every inference thread busy while pictures are read; more only costs memory.
const IN_FLIGHT = 4
const PROGRESS_EVERY = 100

export type Say = (line: string) => void

/** The classes of the damage model. The last one is any damage: it has no findings of its own. */
export function modelClasses(manifest: Manifest): ModelClass[] {
  return segmenterSettings(manifest).classes.map((known) => ({
    name: known.name,
    damageType: known.damage_type,
  }))
}

/** Runs the shipped code over labelled pictures and keeps what the figures need. */
export function examinePictures(
  models: Models,
  title: string,
  pictures: readonly LabelledPicture[],
  say: Say,
) {
  const { manifest } = models.get(DAMAGE_SEGMENTER)
  return forwardPictures(models, title, pictures, say, async (picture, output, labels, jpeg) => {
    const detection = await detectVehicle(models, jpeg)
    const found = damagesAndFacts(
      output,
      manifest,
      detection,
      await segmentParts(models, jpeg, detection.main),
    )
    return examineOutput(picture, output, labels, manifest, found, detection)
  })
}

/** Runs the network over pictures and gives each answer to `use`, in no order; the results are in the order of the pictures. */
export async function forwardPictures<Picture extends LabelledPicture, Result>(
  models: Models,
  title: string,
  pictures: readonly Picture[],
  say: Say,
  use: (picture: Picture, output: SegmenterOutput, labels: Label[], jpeg: Buffer) => Result | Promise<Result>,
): Promise<Result[]> {
  const results = new Map<Picture, Result>()
  const startedMs = performance.now()
  const waiting = pictures.values()
  const work = async () => {
    for (const picture of waiting) {
      const jpeg = await picture.readJpeg()
      const [output] = await segmentDamage(models, [jpeg])
      if (!output) throw new Error(`${picture.name} has no answer`)
      const labels = await picture.readLabels({ width: output.side, height: output.side })
      results.set(picture, await use(picture, output, labels, jpeg))
      if (results.size % PROGRESS_EVERY === 0 || results.size === pictures.length) {
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
        say(`${title}: ${results.size} of ${pictures.length} pictures, ${seconds} s`)
      }
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  return pictures.flatMap((picture) => {
    const result = results.get(picture)
    return result === undefined ? [] : [result]
  })
}

/** What the service makes of the network's answer: damages on the vehicle, and facts such as a deployed airbag. */
export async function findDamages(
  models: Models,
  output: SegmenterOutput,
  jpeg: Buffer,
): Promise<DamageCandidate[]> {
  const detection = await detectVehicle(models, jpeg)
  const map = await segmentParts(models, jpeg, detection.main)
  return damagesAndFacts(output, models.get(DAMAGE_SEGMENTER).manifest, detection, map)
}

function damagesAndFacts(output: SegmenterOutput, manifest: Manifest, detection: Detection, map: PartMap) {
  const { classes, parameters } = segmenterSettings(manifest)
  const candidates = candidatesOf(output, manifest)
  const facts = candidates.filter(
    ({ damage_type, class_name }) => damage_type === null && class_name !== classes.at(-1)?.name,
  )
  return [...damagesOf(candidates, detection, parameters, map), ...facts]
}

function examineOutput(
  picture: LabelledPicture,
  output: SegmenterOutput,
  labels: Label[],
  manifest: Manifest,
  candidates: readonly DamageCandidate[],
  { main }: Detection,
): PictureFacts {
  const { classes } = segmenterSettings(manifest)
  const cellCount = output.side * output.side
  const findings = candidates.map(
    (candidate): Finding => ({
      classIndex: classes.findIndex((known) => known.name === candidate.class_name),
      isDamage: candidate.damage_type !== null,
      confidence: candidate.confidence,
      isShown: candidate.is_shown,
      cells: candidate.cells,
    }),
  )
  const maskAt = (index: number, threshold: number) =>
    Uint8Array.from(output.masks.subarray(index * cellCount, (index + 1) * cellCount), (value) =>
      value >= threshold ? 1 : 0,
    )
  return factsOf({
    name: picture.name,
    unit: picture.unit,
    isOfVehicle: fillsPicture(main),
    cellCount,
    findings,
    labels,
    masks: classes.map((known, index) => maskAt(index, known.mask_threshold)),
    halves: classes.map((_, index) => maskAt(index, 0.5)),
  })
}
