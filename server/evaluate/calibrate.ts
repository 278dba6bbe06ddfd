import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import { segmenterSettings } from '../src/analysis/damage/segmenter-settings.ts'
import type { Models } from '../src/inference/model.ts'
import { type Choice, chooseOptions } from './choose.ts'
import type { Scope } from './damage.ts'
import { forwardPictures, modelClasses } from './examine.ts'
import type { LabelledPicture } from './labelled.ts'
import { type Kind, type Option, optionsOf, placesOf, type Sample, sampleOf } from './options.ts'
import { type Calibration, fitCalibration, type Scored } from './platt.ts'
import { damagedPictures, undamagedPictures } from './sets.ts'
import { tilePictures } from './tiles.ts'

/** What a person would not forgive to be missed. */
const RECALL_MIN: Record<string, number> = { broken_or_missing: 0.8, glass_crack: 0.8 }
/** With fewer of either kind a class takes the curve of all classes together. */
const FINDINGS_MIN = 10
const ROOT = join(import.meta.dirname, '../..')

export type Calibrated = {
  classes: Record<string, Option['thresholds'] & { calibration: Calibration }>
  choice: Choice
  names: string[]
}

/** Sets the thresholds and confidences of the damage model. Looks at validation pictures only, never at the test. */
export async function calibrate(models: Models, scope: Scope, alarmMax: number): Promise<Calibrated> {
  const { manifest } = models.get(DAMAGE_SEGMENTER)
  const classes = modelClasses(manifest).slice(0, -1)
  const samples = await takeSamples(models, scope)
  const picturesOf = (kind: Kind) =>
    new Set(samples.flatMap((sample, index) => (sample.kind === kind ? [index] : [])))
  const choice = chooseOptions(
    classes.map((known, index) => ({
      options: optionsOf(samples, index),
      raisesAlarms: known.damageType !== null,
      recallMin: RECALL_MIN[known.name] ?? 0,
    })),
    // Each kind by itself: the many tiles must not hide the whole vehicles.
    (['rear_view', 'tile'] as const).map((kind) => ({ pictures: picturesOf(kind), alarmMax })),
  )
  const scored = choice.chosen.map((option, index) => scoresOf(samples, index, option))
  const pooled = fitCalibration(scored.flat())
  const curves = scored.map((rows) => (isEnough(rows) ? fitCalibration(rows) : pooled))
  return {
    classes: Object.fromEntries(
      classes.map((known, index) => {
        const option = choice.chosen[index]
        if (!option) throw new Error(`${known.name} was not set`)
        return [known.name, { ...option.thresholds, calibration: curves[index] ?? pooled }]
      }),
    ),
    choice,
    names: classes.map((known) => known.name),
  }
}

async function takeSamples(models: Models, { data, limit, say }: Scope): Promise<Sample[]> {
  const damaged = damagedPictures(data, 'valid', modelClasses(models.get(DAMAGE_SEGMENTER).manifest))
  const sets: [Kind, LabelledPicture[]][] = [
    ['damaged', damaged],
    ['rear_view', undamagedPictures(data, 'valid')],
    ['tile', tilePictures(damaged)],
  ]
  const samples: Sample[] = []
  for (const [kind, pictures] of sets) {
    const taken = await forwardPictures(
      models,
      `${kind}, validation`,
      pictures.slice(0, limit),
      say,
      (_, output, labels) => sampleOf(kind, output, labels),
    )
    samples.push(...taken)
  }
  return samples
}

/** All candidates, shown or not: a caller may choose by confidence alone. */
function scoresOf(samples: readonly Sample[], classIndex: number, { thresholds }: Option): Scored[] {
  return samples.flatMap((sample) => {
    const present = sample.classes[classIndex]?.present ?? 0
    return placesOf(sample, classIndex, thresholds).map((place) => ({
      rawScore: present * place.mean,
      isRight: place.isRight,
    }))
  })
}

function isEnough(rows: readonly Scored[]): boolean {
  const right = rows.filter((row) => row.isRight).length
  return right >= FINDINGS_MIN && rows.length - right >= FINDINGS_MIN
}

/** Writes the choice into the manifest; everything else in it stays as it is. */
export function writeThresholds(models: Models, calibrated: Calibrated): string {
  const file = join(ROOT, 'models', DAMAGE_SEGMENTER, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const known = segmenterSettings(models.get(DAMAGE_SEGMENTER).manifest).classes
  manifest.classes = known.map((entry) => ({ ...entry, ...calibrated.classes[entry.name] }))
  writeJson(file, manifest)
  return file
}

/** As the formatter wants it, so that the check accepts what was written. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
  execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'ignore' })
}
