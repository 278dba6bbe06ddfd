import sharp from 'sharp'
import type { CocoPicture } from './coco.ts'
import type { LabelledPicture } from './labelled.ts'
import { fillRings } from './masks.ts'

/** Of the height and width of the picture. */
const TILE_SHARE = 0.5
const OFFSETS = [
  [0, 0],
  [0.5, 0],
  [0, 0.5],
  [0.5, 0.5],
  [0.25, 0.25],
] as const
/** Labels are drawn by hand: a tile this close to one may still show the damage. */
const MARGIN_PX = 16

export type Tile = { left: number; top: number; width: number; height: number }

/** The quadrants and the centre of a picture that show nothing labelled. */
export function undamagedTiles(picture: Pick<CocoPicture, 'size' | 'rings'>): Tile[] {
  const { width, height } = picture.size
  const labelled = fillRings(
    picture.rings.flatMap((label) => label.rings),
    picture.size,
    picture.size,
  )
  const holdsLabel = (tile: Tile) => {
    const right = Math.min(width, tile.left + tile.width + MARGIN_PX)
    const bottom = Math.min(height, tile.top + tile.height + MARGIN_PX)
    for (let y = Math.max(0, tile.top - MARGIN_PX); y < bottom; y++) {
      const row = labelled.subarray(y * width + Math.max(0, tile.left - MARGIN_PX), y * width + right)
      if (row.includes(1)) return true
    }
    return false
  }
  return OFFSETS.map(([x, y]) => ({
    left: Math.round(width * x),
    top: Math.round(height * y),
    width: Math.round(width * TILE_SHARE),
    height: Math.round(height * TILE_SHARE),
  })).filter((tile) => !holdsLabel(tile))
}

/** Each tile as a picture of its own. */
export function tilePictures(pictures: readonly CocoPicture[]): LabelledPicture[] {
  return pictures.flatMap((picture) =>
    undamagedTiles(picture).map((tile) => ({
      name: `${picture.name}#${tile.left},${tile.top}`,
      unit: picture.unit,
      readJpeg: async () => cut(await picture.readJpeg(), tile),
      readLabels: async () => [],
    })),
  )
}

const cut = (jpeg: Buffer, tile: Tile) =>
  sharp(jpeg).extract(tile).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
