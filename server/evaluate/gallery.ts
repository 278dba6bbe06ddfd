import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { readCoco } from './coco.ts'
import type { Scope } from './damage.ts'
import { drawFindings } from './draw.ts'
import { findDamages, forwardPictures, modelClasses } from './examine.ts'
import type { LabelledPicture } from './labelled.ts'
import { damagedPictures, foreignPictures, requireFolder, undamagedPictures } from './sets.ts'
import { tilePictures } from './tiles.ts'

const FOLDER = join(import.meta.dirname, '../../gallery')
const SHEET = { columns: 4, rows: 2, width: 480, height: 420 }

type Chosen = LabelledPicture & { kind: string }

/** Draws what the shipped code finds on a fixed choice of pictures, and sheets of eight for a quick look. */
export async function drawGallery(models: Models, scope: Scope, count: number): Promise<string> {
  const chosen = await choosePictures(models, scope, count)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const drawn = await forwardPictures(
    models,
    'gallery',
    chosen,
    scope.say,
    async (picture, output, labels, source) => {
      const jpeg = await drawFindings(
        source,
        await findDamages(models, output, source),
        labels,
        output.side,
        `${picture.kind}: ${picture.name}`,
      )
      return { name: picture.name.replaceAll(/[^a-z0-9]+/gi, '-'), jpeg }
    },
  )
  for (const [index, { name, jpeg }] of drawn.entries())
    await writeFile(join(FOLDER, `${String(index).padStart(3, '0')}-${name.replace(/-jpg/, '')}.jpg`), jpeg)
  const perSheet = SHEET.columns * SHEET.rows
  for (let at = 0; at < drawn.length; at += perSheet) {
    const jpegs = drawn.slice(at, at + perSheet).map(({ jpeg }) => jpeg)
    await writeFile(
      join(FOLDER, `sheet-${String(at / perSheet + 1).padStart(2, '0')}.jpg`),
      await drawSheet(jpegs),
    )
  }
  return FOLDER
}

/** The same pictures every time: evenly spread over each set, and the darkest damaged ones. */
async function choosePictures(models: Models, { data }: Scope, count: number): Promise<Chosen[]> {
  const classes = modelClasses(models.get(DAMAGE_SEGMENTER).manifest)
  const test = damagedPictures(data, 'test', classes)
  const closeUps = readCoco(requireFolder(data, 'damage/scratch-closeups'), classes).pictures
  const shares: [string, number, LabelledPicture[]][] = [
    ['damaged', 0.4, test],
    ['dark', 0.1, await darkest(test, Math.ceil(count * 0.1))],
    ['close-up', 0.15, closeUps],
    ['undamaged', 0.125, undamagedPictures(data, 'test')],
    ['undamaged tile', 0.1, tilePictures(test)],
    ['other origin', 0.125, await foreignPictures(data, classes)],
  ]
  return shares.flatMap(([kind, share, pictures]) =>
    spread(pictures, Math.ceil(count * share)).map((picture) => ({ ...picture, kind })),
  )
}

function spread<Item>(items: readonly Item[], count: number): Item[] {
  return items.filter(
    (_, index) =>
      Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  )
}

async function darkest(pictures: readonly LabelledPicture[], count: number): Promise<LabelledPicture[]> {
  const light: { picture: LabelledPicture; mean: number }[] = []
  for (const picture of pictures) {
    const gray = await sharp(await picture.readJpeg())
      .resize(32, 32, { fit: 'fill' })
      .toColourspace('b-w')
      .raw()
      .toBuffer()
    light.push({ picture, mean: gray.reduce((sum, value) => sum + value, 0) / gray.length })
  }
  return light
    .sort((a, b) => a.mean - b.mean)
    .slice(0, count)
    .map(({ picture }) => picture)
}

async function drawSheet(jpegs: readonly Buffer[]): Promise<Buffer> {
  const { columns, rows, width, height } = SHEET
  const cells = jpegs.map(async (jpeg, index) => ({
    input: await sharp(jpeg).resize(width, height, { fit: 'contain', background: '#222' }).toBuffer(),
    left: (index % columns) * width,
    top: Math.floor(index / columns) * height,
  }))
  return sharp({ create: { width: columns * width, height: rows * height, channels: 3, background: '#222' } })
    .composite(await Promise.all(cells))
    .jpeg({ quality: 85 })
    .toBuffer()
}
