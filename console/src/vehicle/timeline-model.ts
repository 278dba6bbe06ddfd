import { PART_TYPES } from '@walkaround/catalog/parts'
import type { Entities, PartType, TimelineEntry } from '@walkaround/sdk'
import { type Compared, comparedOf } from '../compare/compare-model.ts'
import type { Verdict } from '../compare/verdicts.ts'
import { type Box, boxOf } from '../review/geometry.ts'
import type { Picture } from '../review/pictures.ts'
import { isKept, reviewOf } from '../review/review-model.ts'

/** The best look at a part. */
export type Sight = { picture: Picture; box: Box }
export type Column = {
  entry: TimelineEntry
  /** Null while the inspection is read. */
  seen: { pictures: number; damages: number; sights: Map<PartType, Sight>; damaged: Set<PartType> } | null
  /** With the column before it, as far as somebody compared the two. */
  compared: Compared | null
  days: number | null
}

const DAY_MS = 86_400_000
/** Of the picture: less of a part shows nothing of it. */
const SHARE_MIN = 0.004

/** The oldest first, as people read time. */
export function columnsOf(
  entries: readonly TimelineEntry[],
  read: ReadonlyMap<string, Entities>,
  comparisons: readonly Compared[],
): Column[] {
  // They come newest first.
  const inTime = entries.toReversed()
  return inTime.map((entry, n) => {
    const before = inTime[n - 1]
    const entities = read.get(entry.id)
    return {
      entry,
      seen: entities ? seenIn(entry.id, entities) : null,
      compared:
        comparisons.find(({ earlierId, laterId }) => earlierId === before?.id && laterId === entry.id) ??
        null,
      days: before ? Math.round((Date.parse(timeOf(entry)) - Date.parse(timeOf(before))) / DAY_MS) : null,
    }
  })
}

const timeOf = ({ createdAt = '' }: TimelineEntry) => createdAt

function seenIn(id: string, entities: Entities): NonNullable<Column['seen']> {
  const { partRegions, pictures, findings } = reviewOf(id, entities)
  const kept = findings.filter(isKept)
  const sights = new Map<PartType, Sight>()
  // The largest on its picture: closest to it, and least cut off.
  const bySize = partRegions
    .flatMap((region) => {
      const picture = pictures.find((one) => one.id === region.imageId)
      return picture ? [{ region, picture, share: region.area / (picture.width * picture.height) }] : []
    })
    .filter(({ share }) => share >= SHARE_MIN)
    .toSorted((a, b) => b.share - a.share)
  for (const { region, picture } of bySize)
    if (!sights.has(region.partType)) sights.set(region.partType, { picture, box: boxOf(region.polygon) })
  return {
    pictures: pictures.length,
    damages: kept.length,
    sights,
    damaged: new Set(kept.flatMap(({ partType }) => partType ?? [])),
  }
}

export const ROW_FILTERS = ['changed', 'unseen', 'all'] as const
export type RowFilter = (typeof ROW_FILTERS)[number]

/** The parts of each filter, in the order of the catalog. */
export function partsOf(columns: readonly Column[]): Record<RowFilter, PartType[]> {
  const last = columns.at(-1)?.seen
  const isSeen = (part: PartType) => columns.some(({ seen }) => seen?.sights.has(part))
  const isChanged = (part: PartType) =>
    columns.some(({ seen }) => seen?.damaged.has(part)) ||
    columns.some(({ compared }) => verdictOf(compared, part) !== null)
  const all = PART_TYPES.filter((part) => isSeen(part) || isChanged(part))
  return {
    changed: all.filter(isChanged),
    unseen: all.filter((part) => last && !last.sights.has(part)),
    all,
  }
}

/** What happened to a part between two columns; of several places the first category. */
export function verdictOf(compared: Compared | null, part: PartType): Verdict | null {
  return compared?.places.find((place) => place.isDamage && place.partType === part)?.verdict ?? null
}

export const comparedFrom = (read: readonly Entities[]): Compared[] =>
  read.flatMap((entities) =>
    Object.keys(entities.comparisons ?? {}).flatMap((id) => comparedOf(id, entities) ?? []),
  )
