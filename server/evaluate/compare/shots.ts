import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAMAGE_SEGMENTER, gridSideOf } from '../../src/analysis/damage/segment-damage.ts'
import { segmenterSettings } from '../../src/analysis/damage/segmenter-settings.ts'
import type { Model, Models } from '../../src/analysis/inference/model.ts'
import type { Tensors } from '../../src/analysis/inference/tensor.ts'
import { PART_SEGMENTER } from '../../src/analysis/part-map/segment-parts.ts'
import { scoreQuality } from '../../src/analysis/quality.ts'
import { fuseDamages } from '../../src/analysis/tasks/damage-detection/fuse-damages.ts'
import { runDamageDetection } from '../../src/analysis/tasks/damage-detection/run-damage-detection.ts'
import { readGray } from '../../src/core/platform/pictures/pixels.ts'
import type {
  ComparedDamage,
  ComparedPicture,
  DamageGrid,
  Matrix,
} from '../../src/outputs/comparisons/method/types.ts'
import type { Size } from '../masks.ts'
import { settingsDigest } from '../settings-digest.ts'
import { encode, type Taken } from './disturb.ts'
import type { Mask } from './paint.ts'
import { IDENTITY } from './warp.ts'

/** One picture of a pair. Shots with the same key are the same picture. `region` is in cells of the picture itself. */
export type Shot = { key: string; make(): Promise<Taken>; region?: Mask }

/** A shot as the service sees it: its picture with parts and scale, its damages, and what the network answered. */
export type Read = {
  jpeg: Buffer
  h: Matrix
  picture: ComparedPicture
  damages: ComparedDamage[]
  grid: DamageGrid
}

const RASTER_SIDE = 640
/** Answers are kept between runs: change this when pictures are made in another way. */
const MADE = '1'
/** As the service counts for `min_resolvable_mm`. */
const RESOLVABLE_PX = 8

/** What is stored of a shot beside its picture and its grid. */
type Stored = {
  h: Matrix
  picture: Omit<ComparedPicture, 'raster'>
  damages: ComparedDamage[]
  present: number[]
  side: number
}

export class ShotReader {
  readonly folder: string
  readonly gridSide: number | null
  private readonly models: Models

  constructor(models: Models) {
    this.models = models
    this.gridSide = gridSideOf(models.get(DAMAGE_SEGMENTER).manifest)
    this.folder = join(tmpdir(), 'walkaround-compare', digestOf(models))
    mkdirSync(this.folder, { recursive: true })
  }

  /** Runs the shipped networks on the shot, or reads what they answered the last time. */
  async read(shot: Shot): Promise<Read> {
    const file = join(this.folder, createHash('sha256').update(shot.key).digest('hex').slice(0, 24))
    if (!existsSync(`${file}.json`)) await this.run(shot, file)
    const stored: Stored = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
    const jpeg = readFileSync(`${file}.jpg`)
    const bytes = readFileSync(`${file}.grid`)
    const { classes } = segmenterSettings(this.models.get(DAMAGE_SEGMENTER).manifest)
    const grid: DamageGrid = {
      image_id: stored.picture.image_id,
      side: stored.side,
      classes: classes.map(({ name, damage_type }) => ({ name, damage_type })),
      masks: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
      present: Float32Array.from(stored.present),
    }
    const picture = { ...stored.picture, raster: await readGray(jpeg, RASTER_SIDE) }
    return { jpeg, h: stored.h, picture, damages: stored.damages, grid }
  }

  private async run(shot: Shot, file: string): Promise<void> {
    const taken = await shot.make()
    const jpeg = await encode(taken)
    const id = createHash('sha256').update(shot.key).digest('hex').slice(0, 32)
    const kept: Tensors[] = []
    const seen = await analyzeJpeg(listening(this.models, kept), jpeg, id, taken.picture)
    const [outputs] = kept
    if (outputs?.masks?.type !== 'float32' || outputs.present?.type !== 'float32') throw new Error('no grid')
    const { masks, present } = outputs
    const stored: Stored = {
      h: taken.h ?? IDENTITY,
      side: masks.shape[2] ?? 0,
      present: [...present.data],
      ...seen,
    }
    writeFileSync(`${file}.jpg`, jpeg)
    writeFileSync(
      `${file}.grid`,
      Buffer.from(masks.data.buffer, masks.data.byteOffset, masks.data.byteLength),
    )
    writeFileSync(`${file}.tmp`, JSON.stringify(stored))
    renameSync(`${file}.tmp`, `${file}.json`)
  }
}

/** A picture and its damages as the service hands them to the method. */
export async function analyzeJpeg(
  models: Models,
  jpeg: Buffer,
  id: string,
  { width, height }: Size,
): Promise<Pick<Stored, 'picture' | 'damages'>> {
  const image = {
    id,
    inspection_id: id,
    image_width: width,
    image_height: height,
    image_type: 'beauty_shot',
    image_sibling_key: null,
    details: {},
    sight_id: null,
    additional_data: {},
    detailed_viewpoint: null,
    seen_from: null,
    vehicle_type: null,
    arguments: {},
  }
  const { result } = await runDamageDetection({ models }, { jpeg, sha256: id }, image)
  const damages = fuseDamages([{ image, result }], { threshold: null }).map((damage, at): ComparedDamage => {
    const length_mm = damage.size_cm === null ? null : damage.size_cm * 10
    const length_error_mm =
      damage.size_cm_low === null || damage.size_cm_high === null
        ? null
        : (damage.size_cm_high - damage.size_cm_low) * 5
    return {
      damage_id: `${id}-${at}`,
      damage_type: damage.damage_type,
      part_type: damage.part_type === 'ignore' ? null : damage.part_type,
      is_added_by_person: false,
      sightings: damage.views.map(({ confidence, ...view }) => ({
        ...view,
        score: confidence,
        length_mm,
        length_error_mm,
      })),
    }
  })
  const picture = {
    image_id: id,
    width,
    height,
    viewpoint: result.seen_view?.prediction ?? null,
    is_close_up: false,
    sibling_of: null,
    parts: result.parts ?? [],
    mm_per_pixel: result.min_resolvable_mm === null ? null : result.min_resolvable_mm / RESOLVABLE_PX,
    mm_error_share: result.min_resolvable_mm === null ? null : 0.3,
    quality: scoreQuality(await readGray(jpeg, 1024)),
    captured_at: null,
    captured_at_source: 'upload' as const,
    sha256: createHash('sha256').update(jpeg).digest('hex'),
    perceptual_hash: null,
    software: null,
  }
  return { picture, damages }
}

/** The models, with every answer of the damage network kept: the service throws it away once damages are found. */
function listening(models: Models, kept: Tensors[]): Models {
  return {
    get(name) {
      const model = models.get(name)
      if (name !== DAMAGE_SEGMENTER) return model
      const infer: Model['infer'] = async (inputs, traceparent) => {
        const outputs = await model.infer(inputs, traceparent)
        kept.push(outputs)
        return outputs
      }
      return { manifest: model.manifest, infer }
    },
    findFaults: () => models.findFaults(),
    close: () => models.close(),
  }
}

/** Answers hold for these weights and settings, and for how the pictures are made. */
function digestOf(models: Models): string {
  const hash = createHash('sha256').update(MADE)
  for (const name of [DAMAGE_SEGMENTER, PART_SEGMENTER]) {
    const { manifest } = models.get(name)
    hash.update(manifest.sha256).update(settingsDigest(manifest))
  }
  return hash.digest('hex').slice(0, 16)
}
