import '../src/analysis/inference/disable-telemetry.ts'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { candidatesOf, DAMAGE_SEGMENTER, segmentDamage } from '../src/analysis/damage/segment-damage.ts'
import { detectVehicle, VEHICLE_DETECTOR } from '../src/analysis/detect-vehicle.ts'
import { inputsOfSize } from '../src/analysis/inference/golden.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { openModels } from '../src/analysis/inference/open-models.ts'
import { OWN_MODELS_DIR, weightsFile } from '../src/analysis/inference/read-manifests.ts'
import { READ_PICTURE } from '../src/analysis/text/read-picture.ts'
import { READ_TEXT } from '../src/analysis/text/read-text.ts'
import { createLog } from '../src/core/platform/log.ts'
import type { BareSetup } from './bare-thread.ts'

const PICTURES = join(import.meta.dirname, '../../../shared/data/damage/bilgi/images')
const PICTURES_COUNT = 24
const PAIRS_MIN = 8
const PAIRS_MAX = 16
const TIME_MAX_MS = 100_000
/** The largest calls that pipelines make of models whose size changes. */
const LARGEST: Record<string, Record<string, number>> = {
  'text-detector': { n: 1, height: READ_PICTURE.find_side_px, width: READ_PICTURE.find_side_px },
  'text-recognizer': { n: READ_TEXT.batch_max, width: READ_TEXT.width_max_px },
}

type Pass = (pictures: Buffer[]) => Promise<void>

/** Pictures a second of our runtime with its steps before and after, against the barest loop in as many threads. */
export async function benchInference(): Promise<Record<string, unknown>> {
  const startedMs = performance.now()
  const threads = Math.min(availableParallelism(), 8)
  const pictures = readPictures()
  const models = await openModels(
    {
      MODELS_DIR: OWN_MODELS_DIR,
      INFERENCE_THREADS: threads,
      INFERENCE_URL: undefined,
      INFERENCE_TIMEOUT_MS: 30_000,
    },
    createLog('silent', 'bench'),
  )
  for (const fault of models.findFaults()) console.log(fault)
  const residentMb = await measureMemory(models, threads)
  console.log(`${residentMb} MB resident, every model called in ${threads} threads`)
  const ours = ourPass(models, threads)
  const bare = await barePass(models, threads)
  await ours(pictures.slice(0, threads * 2))
  await bare(pictures.slice(0, threads * 2))

  const ratios: number[] = []
  const perSecond = { ours: [] as number[], bare: [] as number[] }
  while (ratios.length < PAIRS_MAX) {
    if (ratios.length >= PAIRS_MIN && performance.now() - startedMs > TIME_MAX_MS) break
    // Which goes first changes, so that neither always follows the other.
    const order = ratios.length % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
    const rates = { ours: 0, bare: 0 }
    for (const name of order) rates[name] = await rateOf(name === 'ours' ? ours : bare, pictures)
    ratios.push(rates.ours / rates.bare)
    perSecond.ours.push(rates.ours)
    perSecond.bare.push(rates.bare)
    console.log(
      `pair ${ratios.length}: ours ${rates.ours.toFixed(2)}, bare ${rates.bare.toFixed(2)} pictures/s, ratio ${(rates.ours / rates.bare).toFixed(3)}`,
    )
  }
  await models.close()
  return {
    bench: 'inference',
    pictures: pictures.length,
    pairs: ratios.length,
    threads,
    ratio_median: rounded(median(ratios), 3),
    ratio_target: 0.9,
    ours_per_s: rounded(median(perSecond.ours), 2),
    bare_per_s: rounded(median(perSecond.bare), 2),
    resident_mb: residentMb,
  }
}

function readPictures(): Buffer[] {
  const names = readdirSync(PICTURES)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .slice(0, PICTURES_COUNT)
  if (names.length < PICTURES_COUNT)
    throw new Error(`${PICTURES} holds fewer than ${PICTURES_COUNT} pictures`)
  return names.map((name) => readFileSync(join(PICTURES, name)))
}

/** Calls every model in every thread at its largest size, twice: what a busy worker holds. */
async function measureMemory(models: Models, threads: number): Promise<number> {
  const names = readdirSync(OWN_MODELS_DIR).filter((name) => canRun(models, name))
  for (let round = 0; round < 2; round++)
    for (const name of names) {
      const model = models.get(name)
      const inputs = inputsOfSize(model.manifest, LARGEST[name] ?? { n: 1 }, 1)
      await Promise.all(Array.from({ length: threads }, () => model.infer(inputs)))
    }
  return Math.round(process.memoryUsage().rss / 1e6)
}

function canRun(models: Models, name: string): boolean {
  try {
    return models.get(name) !== null
  } catch {
    return false
  }
}

function ourPass(models: Models, threads: number): Pass {
  const analyze = async (picture: Buffer) => {
    await detectVehicle(models, picture)
    const [output] = await segmentDamage(models, [picture])
    if (output) candidatesOf(output, models.get(DAMAGE_SEGMENTER).manifest)
  }
  return async (pictures) => {
    const left = [...pictures]
    // Twice as many pictures as threads are in hand, so that one is decoded while another is looked at.
    const lane = async () => {
      for (let next = left.shift(); next; next = left.shift()) await analyze(next)
    }
    await Promise.all(Array.from({ length: threads * 2 }, lane))
  }
}

async function barePass(models: Models, threads: number): Promise<Pass> {
  const workerData: BareSetup = {
    models: [VEHICLE_DETECTOR, DAMAGE_SEGMENTER].map((name) => {
      const { manifest } = models.get(name)
      const side = Number(manifest.inputs[0]?.shape[1])
      return { file: weightsFile(join(OWN_MODELS_DIR, name), manifest), side }
    }),
  }
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./bare-thread.ts', import.meta.url), { workerData }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  return async (pictures) => {
    await Promise.all(
      workers.map(async (worker, at) => {
        worker.postMessage(pictures.filter((_, index) => index % threads === at))
        await once(worker, 'message')
      }),
    )
  }
}

async function rateOf(pass: Pass, pictures: Buffer[]): Promise<number> {
  const startMs = performance.now()
  await pass(pictures)
  return (pictures.length * 1000) / (performance.now() - startMs)
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
