import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openModels } from '../src/analysis/inference/open-models.ts'
import { OWN_MODELS_DIR } from '../src/analysis/inference/read-manifests.ts'
import { type CheckedImage, checkPicture } from '../src/analysis/tasks/compliances/run-compliances.ts'
import type { AnalysisContext } from '../src/analysis/working-picture.ts'
import { createLog } from '../src/core/platform/log.ts'
import { openDecoder } from '../test/picture-decoder.ts'
import { childrenCpuMsOf } from './cpu-time.ts'

const PICTURES = join(import.meta.dirname, '../../../shared/data/damage/hitl-cc0/images')
const PICTURES_COUNT = 36
const WARM_UP_COUNT = 3
/** What a phone sends: 12 megapixels. */
const PHOTO = { width: 4032, height: 3024, fit: 'cover' } as const
const CPU_MS_TARGET = 1_500
const SIGHT = 'fesc20-H1dfdfvH'

/**
 * The processor time between a picture's arrival and its compliance result: decoding with both derivatives, and the
 * check. Time of all threads and of the decoder's process, so a busy machine changes it little.
 */
export async function benchChecks(): Promise<Record<string, unknown>> {
  const log = createLog('silent', 'bench')
  const models = await openModels(
    {
      MODELS_DIR: OWN_MODELS_DIR,
      INFERENCE_THREADS: 1,
      INFERENCE_URL: undefined,
      INFERENCE_TIMEOUT_MS: 30_000,
    },
    log,
  )
  for (const fault of models.findFaults()) console.log(fault)
  const decoder = await openDecoder()
  const cpuMs: number[] = []
  let withVehicle = 0
  for (const [n, name] of pictureNames().entries()) {
    const photo = await sharp(readFileSync(join(PICTURES, name)))
      .resize(PHOTO)
      .jpeg({ quality: 90 })
      .toBuffer()
    const startedMs = cpuMsSoFar()
    const hasVehicle = await checkUpload({ models, log }, decoder, photo)
    if (n < WARM_UP_COUNT) continue
    cpuMs.push(cpuMsSoFar() - startedMs)
    if (hasVehicle) withVehicle++
    console.log(`${name}: ${Math.round(cpuMs.at(-1) ?? 0)} ms of CPU`)
  }
  await decoder.close()
  await models.close()
  const sorted = cpuMs.toSorted((a, b) => a - b)
  return {
    bench: 'checks',
    pictures: sorted.length,
    megapixels: (PHOTO.width * PHOTO.height) / 1e6,
    with_vehicle: withVehicle,
    cpu_ms_median: quantile(sorted, 0.5),
    cpu_ms_p95: quantile(sorted, 0.95),
    cpu_ms_target: CPU_MS_TARGET,
  }
}

async function checkUpload(
  ctx: Pick<AnalysisContext, 'models' | 'log'>,
  decoder: Awaited<ReturnType<typeof openDecoder>>,
  photo: Buffer,
): Promise<boolean | null> {
  const { image_width, image_height, working } = await decoder.decode(photo)
  const image: CheckedImage = {
    image_width,
    image_height,
    binary_size: photo.length,
    image_type: 'beauty_shot',
    compliances: null,
    compliances_version: null,
    compliances_provenance: null,
    deleted_at: null,
    parameters: { coverage_360: { sight_id: SIGHT } },
    additional_data: { sight_id: SIGHT },
    detailed_viewpoint: null,
    seen_from: null,
    tasks: ['damage_detection', 'compliances'],
  }
  return (await checkPicture(ctx, { jpeg: working }, image)).has_vehicle
}

function pictureNames(): string[] {
  const names = readdirSync(PICTURES)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .slice(0, PICTURES_COUNT)
  if (names.length < PICTURES_COUNT)
    throw new Error(`${PICTURES} holds fewer than ${PICTURES_COUNT} pictures`)
  return names
}

/** Of this process and of the decoder's, which it started. */
function cpuMsSoFar(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + childrenCpuMsOf(process.pid)
}

function quantile(sorted: number[], share: number): number {
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}
