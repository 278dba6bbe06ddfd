import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANY_DAMAGE, DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import { type DamageClass, segmenterSettings } from '../src/analysis/damage/segmenter-settings.ts'
import { detectVehicle } from '../src/analysis/detect-vehicle.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import type { Scope } from './damage.ts'
import { forwardPictures, modelClasses } from './examine.ts'
import type { LabelledPicture } from './labelled.ts'
import { draftsOf, maskIou, optionsOf } from './options.ts'
import { type Kind, MASK_THRESHOLDS, type Sample, sampleOf } from './samples.ts'
import { type Found, search } from './search.ts'
import { damagedPictures, undamagedPictures } from './sets.ts'
import { tilePictures } from './tiles.ts'

/**
 * What a person would not forgive to be missed: 86 of the 106 validation pictures, and 9 of the 11. Much more, and scratches pay for it.
 */
export const RECALL_MIN: Record<string, number> = { broken_or_missing: 0.81, glass_crack: 0.81 }
/** 0 asks nothing. Finer at the top, where damaged and undamaged pictures part. */
const ANY_THRESHOLDS = [
  ...Array.from({ length: 18 }, (_, index) => index / 20),
  ...Array.from({ length: 10 }, (_, index) => (index + 90) / 100),
]
const ROOT = join(import.meta.dirname, '../..')

type Settings = Pick<
  DamageClass,
  | 'mask_threshold'
  | 'present_threshold'
  | 'vehicle_present_threshold'
  | 'shown_confidence_min'
  | 'min_area_share'
  | 'calibration'
>
export type Calibrated = {
  classes: Record<string, Partial<Settings>>
  names: string[]
  found: Found
  alarmMax: number
  /** Shares of the undamaged pictures. */
  alarms: { together: number; rear_views: number; tiles: number }
  anyIou: number
}

/** Sets the thresholds and confidences of the damage model. Looks at validation pictures only, never at the test. */
export async function calibrate(models: Models, scope: Scope, alarmMax: number): Promise<Calibrated> {
  const known = segmenterSettings(models.get(DAMAGE_SEGMENTER).manifest).classes
  return choose(await takeSamples(models, scope), known, alarmMax)
}

export function choose(
  samples: readonly Sample[],
  known: readonly DamageClass[],
  alarmMax: number,
): Calibrated {
  const named = known.slice(0, -1)
  const drafts = draftsOf(samples, named.length, (index) => (RECALL_MIN[named[index]?.name ?? ''] ?? 0) > 0)
  const picturesOf = (...kinds: Kind[]) =>
    new Set(samples.flatMap((sample, index) => (kinds.includes(sample.kind) ? [index] : [])))
  const found = search(
    ANY_THRESHOLDS,
    (anyThreshold) =>
      named.map(({ name, damage_type }, index) => ({
        options: optionsOf(drafts[index] ?? [], anyThreshold),
        raisesAlarms: damage_type !== null,
        recallMin: RECALL_MIN[name] ?? 0,
      })),
    [
      { pictures: picturesOf('rear_view'), alarmMax },
      { pictures: picturesOf('tile'), alarmMax },
    ],
  )
  const chosen = found.choice.chosen
  const raised = new Set(
    chosen.flatMap((option, index) => (named[index]?.damage_type === null ? [] : option.alarms)),
  )
  const rateOn = (pictures: Set<number>) =>
    [...pictures].filter((at) => raised.has(at)).length / Math.max(1, pictures.size)
  const anyIous = MASK_THRESHOLDS.map((threshold) => maskIou(samples, named.length, threshold))
  const anyIou = Math.max(...anyIous)
  const settings = named.map(({ name }, index): [string, Partial<Settings>] => {
    const option = chosen[index]
    if (!option) throw new Error(`${name} was not set`)
    return [name, { ...option.thresholds, calibration: option.calibration }]
  })
  const any: Partial<Settings> = {
    mask_threshold: MASK_THRESHOLDS[anyIous.indexOf(anyIou)] ?? 0.5,
    present_threshold: found.anyThreshold,
  }
  return {
    classes: { ...Object.fromEntries(settings), [ANY_DAMAGE]: any },
    names: named.map(({ name }) => name),
    found,
    alarmMax,
    alarms: {
      together: rateOn(picturesOf('rear_view', 'tile')),
      rear_views: rateOn(picturesOf('rear_view')),
      tiles: rateOn(picturesOf('tile')),
    },
    anyIou,
  }
}

async function takeSamples(models: Models, { data, limit, say }: Scope): Promise<Sample[]> {
  const { manifest } = models.get(DAMAGE_SEGMENTER)
  const { classes, parameters } = segmenterSettings(manifest)
  const damaged = damagedPictures(data, 'valid', modelClasses(manifest))
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
      async (_, output, labels, jpeg) => {
        const detection = await detectVehicle(models, jpeg)
        return sampleOf({ kind, output, labels, detection }, classes, parameters.vehicle_gate)
      },
    )
    samples.push(...taken)
  }
  return samples
}

/** Writes the choice into the manifest; everything else in it stays as it is. */
export function writeThresholds(models: Models, settings: Record<string, Partial<Settings>>): string {
  const file = join(ROOT, 'models', DAMAGE_SEGMENTER, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const known = segmenterSettings(models.get(DAMAGE_SEGMENTER).manifest).classes
  manifest.classes = known.map((entry) => ({ ...entry, ...settings[entry.name] }))
  writeJson(file, manifest)
  return file
}

/** Writes numbers into the parameters of a manifest; everything else in it stays as it is. */
export function writeParameters(model: string, parameters: Record<string, unknown>): string {
  const file = join(ROOT, 'models', model, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.parameters = { ...manifest.parameters, ...parameters }
  writeJson(file, manifest)
  return file
}

/** As the formatter wants it, so that the check accepts what was written. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
  execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'ignore' })
}
