import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Models } from '../src/analysis/inference/model.ts'
import type { AnalysisContext } from '../src/analysis/working-picture.ts'
import { createContext } from '../src/core/platform/context.ts'
import type { Service } from './own-service.ts'

/** A man with his face to the camera stands behind a car whose plate can be read (Open Images, CC BY 2.0). */
export const MAN_BESIDE_CAR = readFileSync(
  join(import.meta.dirname, '../../../shared/data/whole-cars/images/9034927e7438bdd6.jpg'),
)
export const FACE = { left: 0.625, top: 0.19, right: 0.7, bottom: 0.295 }
export const OWN_PLATE = { left: 0.175, top: 0.73, right: 0.37, bottom: 0.81 }

/** What a worker gives to its jobs. */
export const analysisContext = (service: Service, models: Models): AnalysisContext => ({
  ...createContext(
    service.parts,
    { subject: 'algo', org_id: service.org.alder, permissions: new Set() },
    service.log,
  ),
  models,
})

type Place = typeof FACE

/** How much of the detail of a place is left: 1 for the very picture, about 0 for even squares. */
export async function detailLeft(shown: Buffer, place: Place, original = MAN_BESIDE_CAR): Promise<number> {
  const { width, height } = await sharp(shown).metadata()
  const [seen, there] = await Promise.all([
    edgesOf(shown, place, { width, height }),
    edgesOf(original, place, { width, height }),
  ])
  const product = (a: number[], b: number[]) => a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0)
  return product(seen, there) / product(there, there)
}

/** How each pixel of a place differs from the one before, in the picture at this size. */
async function edgesOf(picture: Buffer, place: Place, { width, height }: { width: number; height: number }) {
  const gray = await sharp(picture).resize(width, height, { fit: 'fill' }).greyscale().png().toBuffer()
  const [left, top] = [Math.ceil(place.left * width), Math.ceil(place.top * height)]
  const region = {
    left,
    top,
    width: Math.max(2, Math.floor(place.right * width) - left),
    height: Math.max(1, Math.floor(place.bottom * height) - top),
  }
  const pixels = [...(await sharp(gray).extract(region).raw().toBuffer())]
  return pixels.map((value, n) => (n % region.width === 0 ? 0 : value - (pixels[n - 1] ?? 0)))
}
