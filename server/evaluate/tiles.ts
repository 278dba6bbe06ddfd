import sharp from 'sharp'
import type { CocoPicture } from './coco.ts'
import type { LabelledPicture, ModelClass } from './labelled.ts'
import { countSet, fillRings } from './masks.ts'

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
/** Of the tile: less of a damage may be the edge of one that lies outside. */
const DAMAGED_SHARE = 0.002

export type Tile = { left: number; top: number; width: number; height: number }

type Labelled = Pick<CocoPicture, 'size' | 'rings'>

/** The quadrants and the centre of a picture. */
const tilesOf = ({ width, height }: Labelled['size']): Tile[] =>
  OFFSETS.map(([x, y]) => ({
    left: Math.round(width * x),
    top: Math.round(height * y),
    width: Math.round(width * TILE_SHARE),
    height: Math.round(height * TILE_SHARE),
  }))

const fillLabels = (picture: Labelled, rings: Labelled['rings']) =>
  fillRings(
    rings.flatMap((label) => label.rings),
    picture.size,
    picture.size,
  )

/** The tiles of a picture that show nothing labelled. */
export function undamagedTiles(picture: Labelled): Tile[] {
  const { width, height } = picture.size
  const labelled = fillLabels(picture, picture.rings)
  const holdsLabel = (tile: Tile) => {
    const right = Math.min(width, tile.left + tile.width + MARGIN_PX)
    const bottom = Math.min(height, tile.top + tile.height + MARGIN_PX)
    for (let y = Math.max(0, tile.top - MARGIN_PX); y < bottom; y++) {
      const row = labelled.subarray(y * width + Math.max(0, tile.left - MARGIN_PX), y * width + right)
      if (row.includes(1)) return true
    }
    return false
  }
  return tilesOf(picture.size).filter((tile) => !holdsLabel(tile))
}

/** The tiles that show enough of a labelled damage. A deployed airbag is none. */
export function damagedTiles(picture: Labelled, classes: readonly ModelClass[]): Tile[] {
  const isDamage = ({ classIndex }: Labelled['rings'][number]) =>
    classIndex === null || (classes[classIndex]?.damageType ?? null) !== null
  const labelled = fillLabels(picture, picture.rings.filter(isDamage))
  const { width } = picture.size
  return tilesOf(picture.size).filter((tile) => {
    let cells = 0
    for (let y = tile.top; y < tile.top + tile.height; y++)
      cells += countSet(labelled.subarray(y * width + tile.left, y * width + tile.left + tile.width))
    return cells >= DAMAGED_SHARE * tile.width * tile.height
  })
}

/** Each tile as a picture of its own. */
export function tilePictures(pictures: readonly CocoPicture[]): LabelledPicture[] {
  return pictures.flatMap((picture) => undamagedTiles(picture).map((tile) => tilePicture(picture, tile)))
}

/** One tile of each picture that has a damaged one, not always the same corner: all of them would take an hour. */
export function damagedTilePictures(
  pictures: readonly CocoPicture[],
  classes: readonly ModelClass[],
): LabelledPicture[] {
  return pictures.flatMap((picture, index) => {
    const tiles = damagedTiles(picture, classes)
    const tile = tiles[index % tiles.length]
    return tile ? [tilePicture(picture, tile)] : []
  })
}

const tilePicture = (picture: CocoPicture, tile: Tile): LabelledPicture => ({
  name: `${picture.name}#${tile.left},${tile.top}`,
  unit: picture.unit,
  readJpeg: async () => cut(await picture.readJpeg(), tile),
  readLabels: async () => [],
})

const cut = (jpeg: Buffer, tile: Tile) =>
  sharp(jpeg).extract(tile).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
