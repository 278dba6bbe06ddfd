import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type QualityScores, scoreQuality } from '../src/analysis/quality.ts'
import { readGray } from '../src/core/platform/pictures/pixels.ts'
import { bootstrap, type Figure } from './bootstrap.ts'

/** Every how many pictures of a folder one is taken. */
const SETS = [
  { folder: 'damage/bilgi/images', step: 2 },
  { folder: 'damage/hitl-cc0/images', step: 1 },
]

const LONG_SIDE_PX = 1024

type Fault = {
  name: string
  issue: keyof QualityScores
  spoil: (picture: Sharp) => Sharp | Promise<Sharp>
}

/** Made faults: the same pictures, spoiled. They say nothing about faults out in the rain. */
export const FAULTS = [
  { name: 'blur_sigma_2', issue: 'blurriness', spoil: (picture) => picture.blur(2) },
  { name: 'blur_sigma_4', issue: 'blurriness', spoil: (picture) => picture.blur(4) },
  { name: 'motion_9_px', issue: 'blurriness', spoil: (picture) => move(picture, 9) },
  { name: 'motion_13_px', issue: 'blurriness', spoil: (picture) => move(picture, 13) },
  { name: 'underexposed', issue: 'underexposure', spoil: (picture) => picture.linear(0.2, 0) },
  { name: 'overexposed', issue: 'overexposure', spoil: (picture) => picture.linear(2.5, 0) },
  { name: 'lens_flare', issue: 'lens_flare', spoil: addLamp },
] as const satisfies Fault[]

export type FaultName = (typeof FAULTS)[number]['name']

/**
 * How well each score parts spoiled pictures from good ones: the area under the ROC curve, by fault, with its
 * bootstrap interval. 1 is perfect, 0.5 is chance. With `every`, only one of so many pictures is looked at.
 */
export async function evaluateQuality(
  dataDir: string,
  { every = 1 } = {},
): Promise<Record<FaultName, Figure>> {
  const files = listPictures(dataDir).filter((_, at) => at % every === 0)
  const pictures = await Promise.all(files.map(reduce))
  const good: QualityScores[] = []
  for (const picture of pictures) good.push(await scoresOf(sharp(picture)))
  const curves = new Map<FaultName, Float32Array>()
  for (const { name, issue, spoil } of FAULTS) {
    const bad: number[] = []
    for (const picture of pictures) bad.push((await scoresOf(await spoil(sharp(picture))))[issue])
    curves.set(
      name,
      outranks(
        good.map((scores) => scores[issue]),
        bad,
      ),
    )
  }
  const byFault = <T>(of: (name: FaultName) => T) =>
    Object.fromEntries(FAULTS.map(({ name }) => [name, of(name)])) as Record<FaultName, T>
  return bootstrap(
    pictures.length,
    byFault(() => pictures.length),
    (weights) => byFault((name) => areaUnderCurve(curves.get(name) ?? new Float32Array(), weights)),
  )
}

function listPictures(dataDir: string): string[] {
  return SETS.flatMap(({ folder, step }) =>
    readdirSync(join(dataDir, folder))
      .filter((name) => name.endsWith('.jpg'))
      .sort()
      .filter((_, index) => index % step === 0)
      .map((name) => join(dataDir, folder, name)),
  )
}

function reduce(file: string): Promise<Buffer> {
  return sharp(file)
    .resize(LONG_SIDE_PX, LONG_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function scoresOf(picture: Sharp): Promise<QualityScores> {
  return scoreQuality(await readGray(await picture.jpeg({ quality: 88 }).toBuffer()))
}

/** For each pair of a good and a bad picture: 1 when the good one scores higher, a half when they are equal. */
function outranks(good: number[], bad: number[]): Float32Array {
  const pairs = new Float32Array(good.length * bad.length)
  for (const [row, better] of good.entries()) {
    for (const [column, worse] of bad.entries())
      pairs[row * bad.length + column] = better > worse ? 1 : better === worse ? 0.5 : 0
  }
  return pairs
}

export function areaUnderCurve(pairs: Float32Array, weights: ArrayLike<number>): number {
  const count = weights.length
  let [sum, all] = [0, 0]
  for (let row = 0; row < count; row++) {
    const weight = weights[row] ?? 0
    if (weight === 0) continue
    for (let column = 0; column < count; column++) {
      const both = weight * (weights[column] ?? 0)
      all += both
      sum += both * (pairs[row * count + column] ?? 0)
    }
  }
  return sum / all
}

/** As if the camera had moved sideways by an odd number of pixels. */
function move(picture: Sharp, px: number): Sharp {
  const kernel = Array.from({ length: px ** 2 }, (_, at) => (Math.floor(at / px) === (px - 1) / 2 ? 1 : 0))
  return picture.convolve({ width: px, height: px, kernel, scale: px })
}

/** Light from a lamp: white in the middle, fading to nothing. */
async function addLamp(picture: Sharp): Promise<Sharp> {
  const { width, height } = await picture.metadata()
  const lamp = `cx="${width * 0.6}" cy="${height * 0.4}" r="${Math.min(width, height) * 0.4}"`
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="lamp" gradientUnits="userSpaceOnUse" ${lamp}>
      <stop offset="0.4" stop-color="#fff"/><stop offset="1" stop-color="#000"/>
    </radialGradient><rect width="100%" height="100%" fill="url(#lamp)"/></svg>`
  return picture.composite([{ input: Buffer.from(light), blend: 'screen' }])
}
