import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomOf } from '../evaluate/bootstrap.ts'
import { encode, takeAgain } from '../evaluate/compare/disturb.ts'
import { analyzeJpeg } from '../evaluate/compare/shots.ts'
import { DAMAGE_SEGMENTER, gridSideOf } from '../src/analysis/damage/segment-damage.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { openModels } from '../src/analysis/inference/open-models.ts'
import { OWN_MODELS_DIR } from '../src/analysis/inference/read-manifests.ts'
import { createLog } from '../src/core/platform/log.ts'
import { readGray, readRgb } from '../src/core/platform/pictures/pixels.ts'
import { perceptualHash } from '../src/outputs/comparisons/method/perceptual-hash.ts'
import type { DamageGrid, Side } from '../src/outputs/comparisons/method/types.ts'
import { runCompare } from '../src/outputs/comparisons/run-compare.ts'
import { searchPicture } from '../src/outputs/comparisons/search-picture.ts'

const PICTURES = join(import.meta.dirname, '../../../shared/data/damage/bilgi/images')
const PICTURES_COUNT = 24
const SIZE = { width: 1024, height: 1024 }
const RATIO_MAX = 1.5
const PAIRS = 3
const TIMEOUT_MS = 600_000

type Photo = { id: string; jpeg: Buffer }

/** The time of a comparison of 2 × 24 photographs against that of analyzing 24 of them, each without storage and database. */
export async function benchComparison(): Promise<Record<string, unknown>> {
  const models = await openModels(
    {
      MODELS_DIR: OWN_MODELS_DIR,
      INFERENCE_THREADS: 1,
      INFERENCE_URL: undefined,
      INFERENCE_TIMEOUT_MS: 60_000,
    },
    createLog('silent', 'bench'),
  )
  for (const fault of models.findFaults()) console.log(fault)
  const { before, now } = await takePhotos()
  const earlier = await analyze(models, before)
  const times: { analysisMs: number; comparisonMs: number }[] = []
  let found = { damages: 0, places: 0, pictures_searched: 0 }
  for (let n = 0; n < PAIRS; n++) {
    const startedMs = performance.now()
    const later = await analyze(models, now)
    const analyzedMs = performance.now()
    const { places, searched } = await compare(models, { earlier, later }, [...before, ...now])
    const time = { analysisMs: analyzedMs - startedMs, comparisonMs: performance.now() - analyzedMs }
    found = { damages: earlier.damages.length + later.damages.length, places, pictures_searched: searched }
    times.push(time)
    console.log(`24 pictures ${ms(time.analysisMs)} ms, comparison of 2 × 24 ${ms(time.comparisonMs)} ms`)
  }
  await models.close()
  const [median] = times
    .map((time) => ({ ...time, ratio: time.comparisonMs / time.analysisMs }))
    .toSorted((a, b) => a.ratio - b.ratio)
    .slice(Math.floor(PAIRS / 2))
  if (!median) throw new Error('nothing was measured')
  const result = {
    bench: 'comparison',
    ...found,
    analysis_ms: ms(median.analysisMs),
    comparison_ms: ms(median.comparisonMs),
    ratio: Math.round(median.ratio * 100) / 100,
    ratio_max: RATIO_MAX,
  }
  return median.ratio > RATIO_MAX ? { ...result, missed: 'ratio' } : result
}

const ms = (value: number) => Math.round(value)

/** Damaged vehicles, and each of them taken again from a little elsewhere. */
async function takePhotos(): Promise<{ before: Photo[]; now: Photo[] }> {
  const names = readdirSync(PICTURES).toSorted().slice(0, PICTURES_COUNT)
  if (names.length < PICTURES_COUNT)
    throw new Error(`${PICTURES} holds fewer than ${PICTURES_COUNT} pictures`)
  const random = randomOf(PICTURES_COUNT)
  const before: Photo[] = []
  const now: Photo[] = []
  for (const [n, name] of names.entries()) {
    const picture = await readRgb(readFileSync(join(PICTURES, name)), SIZE)
    before.push({ id: `before ${n}`, jpeg: await encode({ picture, quality: 88 }) })
    now.push({ id: `now ${n}`, jpeg: await encode(takeAgain(picture, 'view', random)) })
  }
  return { before, now }
}

async function analyze(
  models: Models,
  photos: readonly Photo[],
): Promise<Omit<Side, 'pictures'> & { pictures: Omit<Side['pictures'][number], 'raster'>[] }> {
  const seen = []
  for (const { id, jpeg } of photos) seen.push(await analyzeJpeg(models, jpeg, id, SIZE))
  return {
    inspection_id: 'inspection',
    created_at: '2024-01-01T00:00:00Z',
    vin: null,
    plate: null,
    pictures: seen.map(({ picture }) => picture),
    damages: seen.flatMap(({ damages }) => damages),
  }
}

/** The steps of the job: small pictures, then the method in its thread, which asks the network where it must. */
async function compare(
  models: Models,
  sides: Record<'earlier' | 'later', Awaited<ReturnType<typeof analyze>>>,
  photos: readonly Photo[],
): Promise<{ places: number; searched: number }> {
  const jpegs = new Map(photos.map(({ id, jpeg }) => [id, jpeg]))
  const jpegOf = (id: string) => jpegs.get(id) ?? Buffer.alloc(0)
  const withPixels = async (side: typeof sides.earlier): Promise<Side> => {
    const pictures: Side['pictures'] = []
    for (const picture of side.pictures) {
      const raster = await readGray(jpegOf(picture.image_id), 640)
      pictures.push({ ...picture, raster, perceptual_hash: perceptualHash(raster) })
    }
    return { ...side, pictures }
  }
  const [earlier, later] = [await withPixels(sides.earlier), await withPixels(sides.later)]
  const grids = new Map<string, DamageGrid>()
  const search = async (imageIds: string[]) => {
    for (const id of imageIds) grids.set(id, await searchPicture(models, id, jpegOf(id)))
    return grids
  }
  const gridSide = gridSideOf(models.get(DAMAGE_SEGMENTER).manifest)
  const { places } = await runCompare({ earlier, later, gridSide, search }, TIMEOUT_MS)
  return { places: places.length, searched: grids.size }
}
