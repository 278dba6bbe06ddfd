import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAMAGE_SEGMENTER, SHOWN_CONFIDENCE_MIN } from '../src/analysis/damage/segment-damage.ts'
import { segmenterSettings } from '../src/analysis/damage/segmenter-settings.ts'
import type { Manifest } from '../src/analysis/inference/manifest.ts'
import { DAMAGE_TYPES } from '../src/core/contracts/damage-types.ts'
import { CARD_TEXTS } from './card-texts.ts'
import type { DamageReport } from './damage.ts'
import { damageTables } from './damage-tables.ts'
import { isWholeCar, readSplit } from './sets.ts'
import { settingsDigest } from './settings-digest.ts'
import { formatTable, rowsOf } from './tables.ts'
import { readLearningCurve } from './training-record.ts'

export const MODELS_DIR = join(import.meta.dirname, '../../models')
/** Made of several scratches by a rule, not by a class of the model. */
const MADE_BY_RULE = 'scattered_scratches'

type Measured = Record<string, unknown> & { sha256: string; settings_sha256?: string }

/** The card of a model, from the files in its folder. The same files give the same card. */
export function cardOf(name: string): string {
  const folder = join(MODELS_DIR, name)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const figures = readOptional(join(folder, 'figures.json'))
  const notes = readOptional(join(folder, 'notes.md'))
  const isDamage = name === DAMAGE_SEGMENTER
  const sections = [
    `# ${manifest.title}`,
    'Made by `pnpm evaluate --write-cards` from the manifest, the figures and the notes in this folder. Do not edit it: write into `notes.md`.',
    factTable(manifest),
    useSection(name),
    dataSection(manifest, isDamage),
    ...(isDamage ? [classSection(manifest), ...learningSection()] : []),
    figuresSection(manifest, figures, isDamage),
    ...(notes === null ? [] : [`## Seen by eye\n\n${notes.trim()}`]),
  ]
  return `${sections.join('\n\n')}\n`
}

const readOptional = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

function factTable(manifest: Manifest): string {
  const weights = manifest.weights.package
    ? `${manifest.weights.file} of npm ${manifest.weights.package}`
    : manifest.weights.file
  return formatTable(
    ['', ''],
    [
      ['name', `${manifest.name}, version ${manifest.version}`],
      ['used by', manifest.tasks.join(', ')],
      ['weights', weights],
      ['sha256', manifest.sha256],
      ['licence of the weights', manifest.licence.weights],
    ],
  )
}

function useSection(name: string): string {
  const texts = CARD_TEXTS[name]
  if (!texts) return '## Intended use\n\nNot described yet.'
  const limits = texts.limits.map((limit) => `- ${limit}`).join('\n')
  return `## Intended use\n\n${texts.use}\n\n## Limits\n\n${limits}`
}

function dataSection(manifest: Manifest, isDamage: boolean): string {
  const rows = manifest.licence.attribution.map(({ name, licence, source }) => [name, licence, source])
  const training = rowsOf(manifest.training ?? {}).map(([key = '', value = '']) => `- ${key}: ${value}`)
  const parts = ['## Origin and training data', formatTable(['from', 'licence', 'source'], rows)]
  if (training.length > 0) parts.push(training.join('\n'))
  if (isDamage) {
    const { damage, clean } = readSplit()
    const counts = (['train', 'valid', 'test'] as const).map((part) => [
      part,
      String(damage[part].length),
      String(clean[part].filter((name) => !isWholeCar(name)).length),
      String(clean[part].filter(isWholeCar).length),
    ])
    const titles = ['split', 'pictures of damaged vehicles', 'undamaged rear views', 'undamaged whole cars']
    parts.push(formatTable(titles, counts))
    parts.push(
      'Thresholds and confidences of this model are chosen on `valid`, none on `test`. Findings beside a vehicle are dropped; the thresholds of the vehicle detector that says where it is were chosen with 31 of the test pictures and 29 of the other origin in sight. The names of all pictures are in models/training/split.json.',
    )
  }
  return parts.join('\n\n')
}

function classSection(manifest: Manifest): string {
  const { classes } = segmenterSettings(manifest)
  const rows = classes.map((known) => [
    known.name,
    known.damage_type ?? '–',
    String(known.mask_threshold),
    String(known.present_threshold),
    String(known.shown_confidence_min ?? SHOWN_CONFIDENCE_MIN),
    String(known.min_area_share),
    `a ${known.calibration.a}, b ${known.calibration.b}`,
  ])
  const emitted = new Set<string | null>([...classes.map((known) => known.damage_type), MADE_BY_RULE])
  const never = DAMAGE_TYPES.filter((known) => !emitted.has(known))
  return [
    '## Classes',
    formatTable(
      ['class', 'damage type', 'mask from', 'shown from', 'if as sure as', 'least share', 'confidence curve'],
      rows,
    ),
    `Never emitted, because there are no pictures of it in our training set: ${never.join(', ')}. People may record them.`,
    `\`${MADE_BY_RULE}\` is made by a rule from scratches that lie close together.`,
  ].join('\n\n')
}

function learningSection(): string[] {
  const rows = readLearningCurve()
  if (rows === null) return []
  const cells = rows.map((row) =>
    [row.run, row.step, row.cpu_hours, row.loss, row.mean_iou, row.mean_best_f1].map((value) =>
      String(value ?? '–'),
    ),
  )
  const header = ['run', 'step', 'CPU hours', 'loss', 'mean IoU', 'mean of the best F1']
  return [
    '## Learning curve',
    'Each run starts with the weights of the one before it. On the validation pictures, at thresholds of 0.5 for IoU and at the best threshold of each class for F1.',
    formatTable(header, cells),
  ]
}

function figuresSection(manifest: Manifest, text: string | null, isDamage: boolean): string {
  if (text === null) return '## Figures\n\nNot measured by itself.'
  const figures: Measured = JSON.parse(text)
  if (figures.sha256 !== manifest.sha256)
    return `## Figures\n\nOf other weights (${figures.sha256}): not shown. Run \`pnpm evaluate --write-cards\`.`
  if (figures.settings_sha256 !== settingsDigest(manifest))
    return '## Figures\n\nMeasured with other thresholds: not shown. Run `pnpm evaluate --write-cards`.'
  const tables = isDamage ? damageText(text) : formatTable(['figure', 'value', 'n'], rowsOf(figures))
  return `## Figures\n\nIn brackets the 95 % interval: the pictures drawn again 1,000 times, or Wilson's where all agree.\n\n${tables}`
}

function damageText(text: string): string {
  const report: DamageReport = JSON.parse(text)
  return damageTables(report)
}
