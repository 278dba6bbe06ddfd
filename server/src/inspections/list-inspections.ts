import { listedInspections, visibleInspections } from '../access/scope.ts'
import { makePage, type Page, readPage } from '../contracts/paging.ts'
import { Problem } from '../contracts/problems.ts'
import { type ImageRow, imageJson, selectImages } from '../images/queries.ts'
import type { Context } from '../platform/context.ts'
import { isUuid } from '../platform/uuid.ts'
import { vehicleJson } from '../vehicles/vehicle-json.ts'
import { SUMMARY_COLUMNS } from './queries.ts'
import type { ListInspectionsQuery } from './schema.ts'

export async function listInspections(ctx: Context, query: ListInspectionsQuery) {
  const page = readPage(
    { ...query, pagination_order: query.sort_order ?? query.pagination_order },
    ctx.config.PAGE_SIZE_MAX,
  )
  if (page.cursor) await requireCursor(ctx, page.cursor)
  const { data, paging } = makePage(page, await selectPage(ctx, query, page).execute())
  const images = await imagesOf(
    ctx,
    data.map((row) => row.id),
  )
  const verbose = query.verbose === '1' || query.verbose === 'true'
  const vehicles = verbose
    ? await vehiclesOf(
        ctx,
        data.map((row) => row.id),
      )
    : new Map()
  return {
    data: data.map((row) => {
      const summary = {
        ...row,
        object_type: 'INSPECTION' as const,
        images: (images.get(row.id) ?? []).map((image) => imageJson(ctx, image)),
      }
      const vehicle = vehicles.get(row.id)
      return vehicle
        ? { ...summary, damages: [], parts: [], vehicle: vehicleJson(vehicle), plate: vehicle.plate }
        : summary
    }),
    paging,
  }
}

/** One keyset page: the index holds the order, so a deep page costs what the first one does. */
export function selectPage(ctx: Context, query: ListInspectionsQuery, page: Page) {
  let rows = listedInspections(ctx, query.ownership_filter).select(SUMMARY_COLUMNS)
  if (query.inspection_status) rows = rows.where('inspections.status', '=', query.inspection_status)
  if (!query.show_deleted) rows = rows.where('inspections.deleted_at', 'is', null)
  if (page.cursor) rows = rows.where('inspections.id', page.comparison, page.cursor)
  return rows.orderBy('inspections.id', page.direction).limit(page.limit + 1)
}

/** A cursor is the id of an inspection the caller can see; any other id is unknown to them. */
async function requireCursor(ctx: Context, cursor: string): Promise<void> {
  const row = isUuid(cursor)
    ? await visibleInspections(ctx, 'read')
        .select('inspections.id')
        .where('inspections.id', '=', cursor)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Problem('not_found')
}

async function imagesOf(ctx: Context, inspectionIds: string[]): Promise<Map<string, ImageRow[]>> {
  if (inspectionIds.length === 0) return new Map()
  const rows = await selectImages(ctx)
    .where('images.inspection_id', 'in', inspectionIds)
    .where('images.deleted_at', 'is', null)
    .orderBy('images.id', 'asc')
    .execute()
  return Map.groupBy(rows, (row) => row.inspection_id)
}

async function vehiclesOf(ctx: Context, inspectionIds: string[]) {
  if (inspectionIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('vehicles')
    .selectAll()
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', 'in', inspectionIds)
    .execute()
  return new Map(rows.map((row) => [row.inspection_id, row]))
}
