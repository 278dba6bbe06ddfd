import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DAMAGE_TYPES } from '../src/core/contracts/damage-types.ts'
import type { Label, LabelledPicture, ModelClass } from './labelled.ts'
import { fillRings, type Ring, ringOfBox, type Size } from './masks.ts'
import { Mistake } from './mistake.ts'

type Category = {
  id: number
  name: string
  source_name?: string
  damage_type?: string | null
  damageType?: string | null
}
type Annotation = {
  id: number
  image_id: number
  category_id: number
  bbox?: number[]
  segmentation?: unknown
}
type CocoImage = { id: number; file_name: string; width: number; height: number }
type Coco = { images: CocoImage[]; annotations: Annotation[]; categories: Category[] }

export type CocoPicture = LabelledPicture & {
  fileName: string
  size: Size
  rings: { classIndex: number | null; rings: Ring[] }[]
}
export type CocoSet = { pictures: CocoPicture[]; remarks: string[] }

/** The Bilgi set names its classes in Turkish. */
const BILGI_NAMES: Record<string, string> = {
  cizik: 'scratch',
  gocuk: 'dent',
  'kirik-kayip': 'broken_or_missing',
  far_hasar: 'lamp_damage',
  cam_catlagi: 'glass_crack',
  astar: 'primer_exposed',
  airbag: 'airbag_deployed',
  kaput_hasar: 'hood_damage',
}
/** Labels of these say what looks like damage and is none. */
const NO_DAMAGE = ['dirt', 'light_reflection', 'shadow', 'car_curve']

export type Meaning = { classIndex: number | null } | 'no_damage'

/** The class a category stands for: by its name, else by the damage type it carries or is named after. */
export function meaningOf(category: Category, classes: readonly ModelClass[]): Meaning {
  const names = [category.name, category.source_name].flatMap((name) =>
    name ? [name, BILGI_NAMES[name] ?? name] : [],
  )
  const byName = classes.findIndex((known) => names.includes(known.name))
  if (byName !== -1) return { classIndex: byName }
  const damageType = category.damage_type ?? category.damageType ?? category.name
  const byType = classes.findIndex((known) => known.damageType === damageType)
  if (byType !== -1) return { classIndex: byType }
  const isDamage = DAMAGE_TYPES.some((known) => known === damageType) && !NO_DAMAGE.includes(damageType)
  return isDamage ? { classIndex: null } : 'no_damage'
}

/** Reads annotations.coco.json of a folder; pictures lie beside it or in its folder images. */
export function readCoco(folder: string, classes: readonly ModelClass[]): CocoSet {
  const file = join(folder, 'annotations.coco.json')
  if (!existsSync(file)) throw new Mistake(`There is no ${file}. A labelled set is a folder with that file.`)
  const coco: Coco = JSON.parse(readFileSync(file, 'utf8'))
  const meanings = new Map(coco.categories.map((category) => [category.id, meaningOf(category, classes)]))
  const byImage = Map.groupBy(coco.annotations, (annotation) => annotation.image_id)
  let boxes = 0

  const pictures = coco.images.map((image): CocoPicture => {
    const rings = (byImage.get(image.id) ?? []).flatMap((annotation) => {
      const meaning = meanings.get(annotation.category_id)
      if (meaning === undefined)
        throw new Mistake(`${file}: annotation ${annotation.id} has no known category`)
      if (meaning === 'no_damage') return []
      const found = ringsOf(annotation, file)
      if (found.isBox) boxes++
      return [{ classIndex: meaning.classIndex, rings: found.rings }]
    })
    return cocoPicture(folder, image, rings)
  })

  const used = new Set(coco.annotations.map((annotation) => annotation.category_id))
  const ignored = coco.categories.filter(
    (category) => meanings.get(category.id) === 'no_damage' && used.has(category.id),
  )
  const remarks: string[] = []
  if (ignored.length > 0)
    remarks.push(`not taken as damage: ${ignored.map((category) => category.name).join(', ')}`)
  if (boxes > 0) remarks.push(`${boxes} labels are boxes only; IoU, AP and recall by size say little there`)
  return { pictures, remarks }
}

function ringsOf(annotation: Annotation, file: string): { rings: Ring[]; isBox: boolean } {
  const { segmentation, bbox } = annotation
  if (segmentation !== undefined && segmentation !== null && !Array.isArray(segmentation))
    throw new Mistake(
      `${file}: annotation ${annotation.id} is run-length encoded. Export the set with polygons.`,
    )
  if (segmentation && segmentation.length > 0) return { rings: segmentation, isBox: false }
  if (!bbox) throw new Mistake(`${file}: annotation ${annotation.id} has neither polygons nor a box`)
  return { rings: [ringOfBox(bbox)], isBox: true }
}

function cocoPicture(folder: string, image: CocoImage, rings: CocoPicture['rings']): CocoPicture {
  const beside = join(folder, image.file_name)
  const file = existsSync(beside) ? beside : join(folder, 'images', image.file_name)
  const size = { width: image.width, height: image.height }
  const name = `${basename(folder)}/${image.file_name}`
  return {
    name,
    unit: name,
    fileName: image.file_name,
    size,
    rings,
    readJpeg: () => readFile(file),
    readLabels: async (grid) => labelsOf(rings, size, grid),
  }
}

function labelsOf(rings: CocoPicture['rings'], size: Size, grid: Size): Label[] {
  return rings.map((label) => ({
    classIndex: label.classIndex,
    mask: fillRings(label.rings, size, grid),
  }))
}
