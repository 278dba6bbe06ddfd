import { setImmediate as nextTurn } from 'node:timers/promises'
import { listedInspections, visibleInspections } from '../../core/access/scope.ts'
import { makePage, type Page, readPage } from '../../core/contracts/paging.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import { damageJson } from '../../findings/damages/queries.ts'
import { partJson } from '../../findings/parts/queries.ts'
import { pricingOf } from '../../findings/pricing/pricing-details.ts'
import { imageJson } from '../../inspection/images/queries.ts'
import { vehicleJson } from '../../inspection/vehicles/vehicle-json.ts'
import { reportUrl } from '../../outputs/reports/queries.ts'
import {
  type Matches,
  methodologyOf,
  readMatches,
  SUMMARY_COLUMNS,
  selectMatching,
  withMethodology,
  withReport,
  withVehicle,
} from './queries.ts'
import { readWithin } from './read-within.ts'
import type { ListInspectionsQuery } from './schema.ts'
import { vinWarnings } from './vin-warnings.ts'

const TURN_MS_MAX = 8

/** A page may be shorter than its limit where its inspections are large; the links lead on all the same. */
export async function listInspections(ctx: Context, query: ListInspectionsQuery, sdkVersion: string | null) {
  const pagination_order = query.sort_order ?? query.pagination_order
  const page = readPage({ ...query, pagination_order }, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireCursor(ctx, page.cursor)
  const verbose = query.verbose === '1' || query.verbose === 'true'
  const matches = await readMatches(ctx, query.search)
  const select = (piece: Page) => selectRows(ctx, query, matches, piece, verbose)
  const { rows, children, hasMore } = await readWithin(ctx, page, select, verbose)
  const { data, paging } = makePage(page, rows, hasMore)
  const imagesOf = Map.groupBy(children.images, (image) => image.inspection_id)
  const damagesOf = Map.groupBy(children.damages, (damage) => damage.inspection_id)
  const partsOf = Map.groupBy(children.parts, (part) => part.inspection_id)
  const pricingsOf = Map.groupBy(children.pricings, (pricing) => pricing.inspection_id)
  const summaryOf = ({ vehicle, report_id, methodology, ...row }: SelectedRow) => {
    const summary = {
      ...row,
      object_type: 'INSPECTION' as const,
      images: (imagesOf.get(row.id) ?? []).map((image) => imageJson(ctx, image)),
    }
    if (!vehicle) return summary
    return {
      ...summary,
      damages: (damagesOf.get(row.id) ?? []).map(damageJson),
      parts: (partsOf.get(row.id) ?? []).map(partJson),
      vehicle: { ...vehicleJson(vehicle), vin_warnings: vinWarnings(vehicle) },
      plate: vehicle.plate,
      pricing: pricingOf(pricingsOf.get(row.id) ?? [], methodologyOf(methodology), sdkVersion),
      pdf_url: report_id ? reportUrl(ctx, report_id) : null,
    }
  }
  return { data: await mapInTurns(data, summaryOf), paging }
}

type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number]

async function selectRows(
  ctx: Context,
  query: ListInspectionsQuery,
  matches: Matches,
  page: Page,
  verbose: boolean,
) {
  const rows = selectPage(ctx, query, matches, page)
  if (verbose) return rows.select((eb) => [withVehicle(eb), withReport(ctx), withMethodology(eb)]).execute()
  return (await rows.execute()).map((row) => ({ ...row, vehicle: null, report_id: null, methodology: null }))
}

/** One keyset page: the index holds the order, so a deep page costs what the first one does. */
export function selectPage(ctx: Context, query: ListInspectionsQuery, matches: Matches, page: Page) {
  let rows = selectMatching(listedInspections(ctx, query.ownership_filter), query, matches).select(
    SUMMARY_COLUMNS,
  )
  if (page.cursor) rows = rows.where('inspections.id', page.comparison, page.cursor)
  return rows.orderBy('inspections.id', page.direction).limit(page.limit + 1)
}

/** A cursor is the id of an inspection the caller can see; any other id is unknown to them. */
async function requireCursor(ctx: Context, cursor: string): Promise<void> {
  await requireRow(
    cursor,
    visibleInspections(ctx, 'read').select('inspections.id').where('inspections.id', '=', cursor),
  )
}

/** Maps many items without keeping the process from its other requests for long. */
async function mapInTurns<I, O>(items: readonly I[], map: (item: I) => O): Promise<O[]> {
  const mapped: O[] = []
  let startedMs = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - startedMs < TURN_MS_MAX) continue
    await nextTurn()
    startedMs = performance.now()
  }
  return mapped
}
