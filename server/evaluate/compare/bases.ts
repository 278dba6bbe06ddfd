import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RgbPixels, readRgb } from '../../src/core/platform/pictures/pixels.ts'
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
const PAINTED_AREA_MAX = 0.1

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

/** The damage replaced by the surface beside it; null where it is too large, or there is no undamaged surface of its shape. */
export function paintOut(base: Base): Changed | null {
  const mask = growMask(base.mask, GRID, 2)
  const taken = growMask(base.mask, GRID, 4)
  addMask(taken, growMask(base.others, GRID, 2))
  const isAlone = mask.every((set, at) => !set || !base.others[at])
  if (!isAlone || countOf(mask) / mask.length > PAINTED_AREA_MAX || !boxOfMask(mask, GRID)) return null
  const moves = freeMoves(mask, taken)
  if (moves.length === 0) return null
  const read = async () => {
    const picture = await base.read()
    const patches = moves.map(([x, y]) => resample(picture, (px, py) => [px + x * CELL, py + y * CELL]))
    const rim = rimOf(mask)
    const [best] = patches
      .map((patch) => ({ patch, off: offAlong(rim, picture, patch) }))
      .toSorted((a, b) => a.off - b.off)
    return blend(picture, best?.patch ?? null, pixelsOf(mask))
  }
  return { mask, read }
}

/** Where the mask could be moved to, in cells, without leaving the picture or touching a damage. */
function freeMoves(mask: Mask, taken: Mask): [number, number][] {
  const box = boxOfMask(mask, GRID)
  if (!box) return []
  const cells = [...mask.entries()].flatMap(([at, set]) => (set ? at : []))
  const [across, down] = [box.right - box.left, box.bottom - box.top]
  const moves = Array.from({ length: 24 }, (_, n): [number, number] => {
    const angle = (n / 24) * 2 * Math.PI
    return [Math.round(Math.cos(angle) * across), Math.round(Math.sin(angle) * down)]
  })
  return moves.filter(([x, y]) =>
    cells.every((at) => {
      const [column, row] = [(at % GRID.width) + x, Math.floor(at / GRID.width) + y]
      const isInside = column > 0 && row > 0 && column < GRID.width - 1 && row < GRID.height - 1
      return isInside && !taken[row * GRID.width + column]
    }),
  )
}

/** Pixels just outside the mask. */
function rimOf(mask: Mask): number[] {
  const wide = growMask(mask, GRID, 1)
  return [...wide.entries()].flatMap(([at, set]) => {
    if (!set || mask[at]) return []
    return (Math.floor(at / GRID.width) * CELL + 2) * SIDE + (at % GRID.width) * CELL + 2
  })
}

/** How unevenly two pictures differ along some pixels: an even difference is blended away. */
function offAlong(rim: readonly number[], a: RgbPixels, b: RgbPixels): number {
  const differences = rim.map((at) => (a.pixels[at * 3 + 1] ?? 0) - (b.pixels[at * 3 + 1] ?? 0))
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  return differences.reduce((sum, value) => sum + (value - mean) ** 2, 0)
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
