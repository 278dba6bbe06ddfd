import { sql } from 'kysely'
import { requireInspection, visibleTimelineEntries } from '../../core/access/scope.ts'
import { makePage, type Page, type PageRequest, readPage } from '../../core/contracts/paging.ts'
import { plainText } from '../../core/contracts/plain-text.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { INSPECTION_STATUSES } from '../../core/contracts/tasks.ts'
import type { Context } from '../../core/platform/context.ts'
import { IDENTIFYING_FIELDS } from './schema.ts'

type Identity = Record<(typeof IDENTIFYING_FIELDS)[number], string | null>

/** The timeline of the vehicle that an inspection shows. */
export async function listVehicleInspections(ctx: Context, inspectionId: string, query: PageRequest) {
  await requireInspection(ctx, inspectionId, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireInspection(ctx, page.cursor, 'read', { deleted: true })
  const own = await selectOwn(ctx, inspectionId).execute()
  const [asked] = own
  // It was deleted just now: every other inspection is on a timeline.
  if (!asked) throw new Problem('not_found')
  const keys = own.map((entry) => entry.key)
  const { data, paging } = makePage(page, await selectTimeline(ctx, keys, page).execute())
  const entryOf = (entry: (typeof data)[number]) => ({
    ...entry,
    object_type: 'TIMELINE_ENTRY' as const,
    joined_by: entry.id === inspectionId ? ('self' as const) : reasonOf(asked, entry),
    disagreements: IDENTIFYING_FIELDS.filter((field) => contradicts(asked[field], entry[field])),
  })
  return { data: data.map(entryOf), paging }
}

/** The entries of the inspection itself, one for each key that its timeline is joined by. */
export function selectOwn(ctx: Context, inspectionId: string) {
  return visibleTimelineEntries(ctx)
    .select(['key', ...IDENTIFYING_FIELDS])
    .where('inspection_id', '=', inspectionId)
}

/** A page from each key, read from one index, and of these the page of all; an inspection may be under several keys. */
export function selectTimeline(ctx: Context, keys: string[], page: Page) {
  let entries = visibleTimelineEntries(ctx)
    .select([
      'timeline_entries.inspection_id as id',
      'timeline_entries.created_at',
      sql<(typeof INSPECTION_STATUSES)[number]>`timeline_entries.status`.as('status'),
      'timeline_entries.inspection_type',
      'timeline_entries.related_inspection_id',
      ...IDENTIFYING_FIELDS.map((field) => `timeline_entries.${field}` as const),
    ])
    .whereRef('timeline_entries.key', '=', sql.ref('wanted.key'))
  if (page.cursor) entries = entries.where('timeline_entries.inspection_id', page.comparison, page.cursor)
  return ctx.db
    .selectFrom(sql<{ key: string }>`unnest(${keys}::text[])`.as<'wanted'>(sql`wanted(key)`))
    .innerJoinLateral(
      entries
        .orderBy('timeline_entries.inspection_id', page.direction)
        .limit(page.limit + 1)
        .as('entries'),
      (join) => join.onTrue(),
    )
    .selectAll('entries')
    .distinctOn('entries.id')
    .orderBy('entries.id', page.direction)
    .limit(page.limit + 1)
}

function reasonOf(asked: Identity, entry: Identity) {
  if (agrees(asked.vin, entry.vin)) return 'vin' as const
  if (agrees(asked.plate, entry.plate)) return 'plate' as const
  return 'related_inspection' as const
}

const agrees = (one: string | null, other: string | null) =>
  plainText(one) !== '' && plainText(one) === plainText(other)
const contradicts = (one: string | null, other: string | null) =>
  plainText(one) !== '' && plainText(other) !== '' && plainText(one) !== plainText(other)
