import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RgbPixels, readRgb } from '../../src/platform/pictures/pixels.ts'
import type { CocoPicture } from '../coco.ts'
import { addMask, fillRings } from '../masks.ts'
import { type HeldOut, partsSplit, requireFolder } from '../sets.ts'
import { blend, boxOfMask, growMask, type Mask } from './paint.ts'
import { resample } from './warp.ts'

export const SIDE = 640
const SIZE = { width: SIDE, height: SIDE }
/** Masks have a cell for every four pixels: fine enough, and many of them are made. */
export const CELL = 4
export const GRID = { width: SIDE / CELL, height: SIDE / CELL }

/** A picture that pairs are made of, and a place on it: a labelled damage, or a panel. */
export type Base = { name: string; read(): Promise<RgbPixels>; mask: Mask; others: Mask }

export type Changed = { mask: Mask; read(): Promise<RgbPixels> }

const AREA = { least: 0.004, most: 0.15 }
/** Larger ones cannot be painted out without a trace. */
const PAINTED_AREA_MAX = 0.06
/** How far from a damage another one is pasted, in cells. */
const REACH = 32

const countOf = (mask: Mask) => mask.reduce((sum, set) => sum + set, 0)

/** Pictures with a labelled damage that is neither tiny nor all of the picture, in the order of the set. */
export function damagedBases(pictures: readonly CocoPicture[], count: number): Base[] {
  const bases = pictures.flatMap((picture): Base[] => {
    const masks = picture.rings.map(({ rings }) => fillRings(rings, picture.size, GRID))
    const fitting = masks
      .filter((mask) => boxOfMask(mask, GRID) !== null)
      .map((mask) => ({ mask, share: countOf(mask) / mask.length }))
      .filter(({ share }) => share >= AREA.least && share <= AREA.most)
      .toSorted((a, b) => a.share - b.share)
    const mask = fitting[Math.floor(fitting.length / 2)]?.mask
    if (!mask) return []
    const others = new Uint8Array(mask.length)
    for (const other of masks) if (other !== mask) addMask(others, other)
    const read = async () => readRgb(await picture.readJpeg(), SIZE)
    return [{ name: picture.name, mask, others, read }]
  })
  // Spread over the set, whose neighbours are alike.
  const step = Math.max(1, bases.length / count)
  return Array.from(
    { length: Math.min(count, bases.length) },
    (_, at) => bases[Math.floor(at * step)],
  ).filter((base) => base !== undefined)
}

const PANELS = ['bumper', 'door', 'fender', 'hood', 'trunk', 'rocker']

type PartRow = { file: string; parts: { part: string; polygon: [number, number][] }[] }

/** Whole undamaged cars with one of their large panels. */
export function wholeBases(data: string, half: HeldOut): Base[] {
  const folder = requireFolder(data, 'whole-cars')
  const rows: PartRow[] = JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8'))
  const undamaged = new Set(
    (JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as { file: string; undamaged: boolean }[])
      .filter((row) => row.undamaged)
      .map(({ file }) => file),
  )
  const wanted = new Set(partsSplit()['whole-cars'][half])
  return rows
    .filter(({ file }) => wanted.has(`whole-cars/${file}`) && undamaged.has(file))
    .flatMap(({ file, parts }, at): Base[] => {
      const panels = parts
        .filter(({ part }) => PANELS.some((panel) => part.startsWith(panel)))
        .map(({ polygon }) => fillRings([polygon.flat().map((share) => share * SIDE)], SIZE, GRID))
        .filter((mask) => countOf(mask) / mask.length >= 0.01 && boxOfMask(mask, GRID) !== null)
        .toSorted((a, b) => countOf(b) - countOf(a))
        .slice(0, 3)
      const mask = panels[at % Math.max(1, panels.length)]
      if (!mask) return []
      const read = async () => readRgb(await readFile(join(folder, file)), SIZE)
      return [{ name: `whole-cars/${file}`, mask, others: new Uint8Array(mask.length), read }]
    })
}

/** The cells of a mask as pixels. */
export function pixelsOf(mask: Mask): Mask {
  const pixels = new Uint8Array(SIDE * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      pixels[y * SIDE + x] = mask[Math.floor(y / CELL) * GRID.width + Math.floor(x / CELL)] ?? 0
  return pixels
}

/** The damage replaced by a smooth surface; null where it is too large, or another damage lies close. */
export function paintOut(base: Base): Changed | null {
  const mask = growMask(base.mask, GRID, 2)
  const isAlone = mask.every((set, at) => !set || !base.others[at])
  if (!isAlone || countOf(mask) / mask.length > PAINTED_AREA_MAX || !boxOfMask(mask, GRID)) return null
  return { mask, read: async () => blend(await base.read(), null, pixelsOf(mask)) }
}

/** Around the damage of a picture, where the vehicle most likely goes on, and where no damage is labelled. */
export function besideDamage(base: Base): Base {
  const taken = growMask(base.mask, GRID, 3)
  addMask(taken, growMask(base.others, GRID, 3))
  const mask = growMask(base.mask, GRID, REACH).map((set, at) => {
    const [x, y] = [at % GRID.width, Math.floor(at / GRID.width)]
    const isInside = x > 3 && y > 3 && x < GRID.width - 4 && y < GRID.height - 4
    return set && isInside && !taken[at] ? 1 : 0
  })
  return { ...base, mask }
}

/** A damage of another picture blended onto the panel; null where it does not fit. */
export function pasteDamage(base: Base, source: Base, random: () => number): Changed | null {
  const from = centerOf(source.mask)
  const panel = boxOfMask(base.mask, GRID)
  if (!panel) return null
  for (let turn = 0; turn < 12; turn++) {
    const length = 50 + random() * 100
    const scale = from.radius / (length / 2)
    const x = CELL * (panel.left + random() * (panel.right - panel.left))
    const y = CELL * (panel.top + random() * (panel.bottom - panel.top))
    const place = (px: number, py: number) =>
      [from.center[0] + (px - x) * scale, from.center[1] + (py - y) * scale] as const
    const grown = growMask(source.mask, GRID, Math.max(1, Math.round(scale)))
    const mask = new Uint8Array(base.mask.length)
    let all = 0
    for (let at = 0; at < mask.length; at++) {
      const [column, row] = [at % GRID.width, Math.floor(at / GRID.width)]
      const [u, v] = place((column + 0.5) * CELL, (row + 0.5) * CELL)
      const [left, top] = [Math.floor(u / CELL), Math.floor(v / CELL)]
      if (left < 0 || top < 0 || left >= GRID.width || top >= GRID.height) continue
      if (!grown[top * GRID.width + left]) continue
      all++
      if (base.mask[at]) mask[at] = 1
    }
    if (countOf(mask) < 0.6 * all || countOf(mask) < 20 || !boxOfMask(mask, GRID)) continue
    const read = async () => {
      const damage = resample(await source.read(), place)
      return blend(await base.read(), damage, pixelsOf(mask))
    }
    return { mask, read }
  }
  return null
}

/** The middle of a mask and how far it reaches from there, in pixels. */
export function centerOf(mask: Mask): { center: [number, number]; radius: number } {
  const points = [...mask.entries()]
    .filter(([, set]) => set)
    .map(([at]) => [((at % GRID.width) + 0.5) * CELL, (Math.floor(at / GRID.width) + 0.5) * CELL] as const)
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const center: [number, number] = [mean(0), mean(1)]
  const radius = Math.max(...points.map(([x, y]) => Math.hypot(x - center[0], y - center[1])))
  return { center, radius }
}
