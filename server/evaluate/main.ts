import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import type { Manifest } from '../src/analysis/inference/manifest.ts'
import { type Models, ModelUnavailable } from '../src/analysis/inference/model.ts'
import { openModels } from '../src/analysis/inference/open-models.ts'
import { PART_SEGMENTER } from '../src/analysis/part-map/segment-parts.ts'
import { createLog } from '../src/core/platform/log.ts'
import { calibrate, writeJson, writeParameters, writeThresholds } from './calibrate.ts'
import { calibrateParts } from './calibrate-parts.ts'
import { calibrateVehicles } from './calibrate-vehicles.ts'
import { calibrationText } from './calibration-text.ts'
import { cardOf, MODELS_DIR } from './cards.ts'
import { calibrateCompare } from './compare/calibrate.ts'
import { evaluateOwnSet, type Scope } from './damage.ts'
import { ownTables } from './damage-tables.ts'
import { drawGallery } from './gallery.ts'
import { Mistake } from './mistake.ts'
import { readArguments } from './read-arguments.ts'
import { type Measured, type Report, SECTIONS, type SectionName } from './sections.ts'
import { settingsDigest } from './settings-digest.ts'
import { summaryOf } from './tables.ts'
import { trainingRecord } from './training-record.ts'

const say = (line: string) => console.error(line)

type Arguments = ReturnType<typeof readArguments>

async function main(options: Arguments): Promise<void> {
  if (options.command === 'cards') return writeCards()
  const models = await openModels(
    {
      MODELS_DIR: undefined,
      INFERENCE_THREADS: undefined,
      INFERENCE_URL: undefined,
      INFERENCE_TIMEOUT_MS: 60_000,
    },
    createLog('silent', 'evaluate'),
  )
  for (const fault of models.findFaults()) say(fault)
  try {
    const report = await run(models, options)
    if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
    console.log(JSON.stringify(summaryOf(report)))
  } finally {
    await models.close()
  }
}

async function run(models: Models, options: Arguments): Promise<Report> {
  const scope: Scope = { data: options.data, limit: options.limit, say }
  if (options.command === 'calibrate') {
    const calibrated = await calibrate(models, scope, options.alarmMax)
    console.log(calibrationText(calibrated))
    // A choice made on some of the pictures is only looked at.
    if (options.limit === Number.POSITIVE_INFINITY)
      say(`wrote ${writeThresholds(models, calibrated.classes)}`)
    return { ...calibrated.classes }
  }
  if (options.command === 'calibrate-vehicles') {
    const { part_gate, thresholds } = await calibrateVehicles(models, scope)
    const classes = Object.entries(thresholds).map(([name, vehicle_present_threshold]) => [
      name,
      { vehicle_present_threshold },
    ])
    if (options.limit === Number.POSITIVE_INFINITY) {
      writeParameters(DAMAGE_SEGMENTER, { part_gate })
      say(`wrote ${writeThresholds(models, Object.fromEntries(classes))}`)
    }
    return { part_gate, ...thresholds }
  }
  if (options.command === 'calibrate-parts') {
    const calibrated = await calibrateParts(models, scope)
    if (options.limit === Number.POSITIVE_INFINITY)
      say(`wrote ${writeParameters(PART_SEGMENTER, calibrated)}`)
    return { ...calibrated }
  }
  if (options.command === 'calibrate-compare') return { ...(await calibrateCompare(models, scope)) }
  if (options.gallery > 0) return { gallery: await drawGallery(models, scope, options.gallery) }
  if (options.coco) {
    const report = await evaluateOwnSet(models, options.coco, scope)
    console.log(ownTables(report))
    return { ...report }
  }
  const reports: Report = {}
  for (const name of options.only) {
    say(`${name} …`)
    const { model } = SECTIONS[name]
    const measured = await measure(models, name, scope)
    reports[name] = measured?.report ?? null
    if (measured === null) continue
    console.log(`\n## ${name}\n\n${measured.text}\n`)
    if (options.writeCards) measured.writeCard?.()
    if (options.writeCards && model !== null)
      writeJson(join(MODELS_DIR, model, 'figures.json'), {
        ...measured.report,
        sha256: models.get(model).manifest.sha256,
        settings_sha256: settingsDigest(models.get(model).manifest),
      })
  }
  if (options.writeCards) writeCards()
  return reports
}

/** Null when a model it needs cannot be used: the others are measured all the same. */
async function measure(models: Models, name: SectionName, scope: Scope): Promise<Measured | null> {
  const { model, run } = SECTIONS[name]
  try {
    if (model !== null) models.get(model)
    return await run(models, scope)
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    console.log(`\n## ${name}\n\nNot measured: ${error.message}\n`)
    process.exitCode = 1
    return null
  }
}

function writeCards(): void {
  recordTraining()
  const names = readdirSync(MODELS_DIR).filter((name) => existsSync(join(MODELS_DIR, name, 'manifest.json')))
  for (const name of names) {
    writeFileSync(join(MODELS_DIR, name, 'card.md'), cardOf(name))
    say(`wrote models/${name}/card.md`)
  }
}

function recordTraining(): void {
  const file = join(MODELS_DIR, DAMAGE_SEGMENTER, 'manifest.json')
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  writeJson(file, { ...manifest, training: { ...manifest.training, ...trainingRecord() } })
}

try {
  await main(readArguments())
} catch (error) {
  if (!(error instanceof Mistake)) throw error
  console.error(error.message)
  process.exitCode = 2
}
