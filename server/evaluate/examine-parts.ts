import type { DamageArea } from '../src/analysis/damage/damage-area.ts'
import { fitsPart } from '../src/analysis/damage/part-kinds.ts'
import { DAMAGE_SEGMENTER } from '../src/analysis/damage/segment-damage.ts'
import { detectVehicle } from '../src/analysis/detect-vehicle.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { mostShown, typesOf } from '../src/analysis/part-map/part-on-map.ts'
import { type PartMap, segmentParts } from '../src/analysis/part-map/segment-parts.ts'
import { DAMAGE_TYPES, type DamageType } from '../src/core/contracts/damage-types.ts'
import { PART_TYPES } from '../src/core/contracts/part-types.ts'
import type { Scope } from './damage.ts'
import { modelClasses } from './examine.ts'
import type { ModelClass } from './labelled.ts'
import { fillRings } from './masks.ts'
import { namesLabel, OTHER_BODY, type PartPicture, partPictures } from './part-sets.ts'
import type { HeldOut } from './sets.ts'

const GRID = 112
/** A spot that a person would still see on a whole vehicle, as a share of the picture's side. */
const SPOT_RADIUS = 0.012
/** Smaller labels are slivers at the edge of what is seen. */
const LABEL_CELLS_MIN = 25

/** Where a damage is, what the reader says it is on, and what the service makes of it. */
export type PlacedDamage = { damage: DamageArea; label: string }
export type ExaminedParts = {
  picture: PartPicture
  map: PartMap
  damages: PlacedDamage[]
  spots: PlacedDamage[]
}

/** Runs the shipped code over pictures with labelled parts. */
export async function examineParts(models: Models, split: HeldOut, { data, limit, say }: Scope) {
  const classes = modelClasses(models.get(DAMAGE_SEGMENTER).manifest)
  const examined: ExaminedParts[] = []
  for (const picture of partPictures(data, split, classes).slice(0, limit)) {
    const jpeg = await picture.readJpeg()
    const { main } = await detectVehicle(models, jpeg)
    const map = await segmentParts(models, jpeg, main)
    const painted = picture.paint(GRID)
    const damages = labelledDamages(picture, painted, classes)
    examined.push({ picture, map, damages, spots: spotsOf(picture, painted) })
    if (examined.length % 50 === 0) say(`parts, ${split}: ${examined.length} pictures`)
  }
  return examined
}

/** Labelled damages that lie on one labelled part for at least half of their cells. */
function labelledDamages(
  picture: PartPicture,
  painted: Uint8Array,
  classes: readonly ModelClass[],
): PlacedDamage[] {
  return picture.damages.flatMap(({ classIndex, rings }) => {
    const type = DAMAGE_TYPES.find((known) => known === classes[classIndex]?.damageType)
    const mask = fillRings(rings, { width: 1, height: 1 }, { width: GRID, height: GRID })
    const cells = Uint32Array.from([...mask.keys()].filter((cell) => mask[cell]))
    const label = mostLabelled(picture, painted, cells)
    return type && label ? [{ damage: { damage_type: type, cells, side: GRID }, label }] : []
  })
}

function mostLabelled({ labels }: PartPicture, painted: Uint8Array, cells: Uint32Array): string | null {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    const name = labels[(painted[cell] ?? 0) - 1]?.name
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most && most[0] !== OTHER_BODY && most[1] >= cells.length / 2 ? most[0] : null
}

/** A small damage in the middle of each labelled part of a whole car, of a kind that such a part can have. */
function spotsOf(picture: PartPicture, painted: Uint8Array): PlacedDamage[] {
  if (picture.origin !== 'whole-cars') return []
  return picture.labels.flatMap(({ name }, at) => {
    const inside = [...painted.keys()].filter((cell) => painted[cell] === at + 1)
    if (name === OTHER_BODY || inside.length < LABEL_CELLS_MIN) return []
    const [column, row] = [0, 1].map((axis) => {
      const places = inside
        .map((cell) => (axis ? Math.floor(cell / GRID) : cell % GRID))
        .toSorted((a, b) => a - b)
      return places[Math.floor(places.length / 2)] ?? 0
    })
    const radius = Math.max(1, SPOT_RADIUS * GRID)
    const cells = inside.filter(
      (cell) => Math.hypot((cell % GRID) - (column ?? 0), Math.floor(cell / GRID) - (row ?? 0)) <= radius,
    )
    if (cells.length === 0) return []
    return [
      {
        label: name,
        damage: { damage_type: kindFor(name), cells: Uint32Array.from(cells), side: GRID },
      },
    ]
  })
}

const KINDS: readonly DamageType[] = ['broken_glass', 'broken_light', 'scratch']

function kindFor(label: string): DamageType {
  const part = PART_TYPES.find((part) => part === label)
  return (part && KINDS.find((kind) => fitsPart(kind, part))) ?? 'missing_piece'
}

/** What calibration fits: how large the share of the best class was, and whether that class was right. */
export function scoredOf(examined: readonly ExaminedParts[]) {
  return examined.flatMap(({ map, damages, spots }) =>
    [...damages, ...spots].flatMap(({ damage, label }) => {
      const found = mostShown(damage, map)
      if (!found) return []
      return [
        { rawScore: found.share, isRight: typesOf(found.part_class).some((part) => namesLabel(part, label)) },
      ]
    }),
  )
}
