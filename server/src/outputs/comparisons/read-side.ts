import { nearestViewpoint } from '@walkaround/catalog/image-types'
import { sql } from 'kysely'
import { sightIdOf } from '../../analysis/sight-of-image.ts'
import { sightOf } from '../../analysis/sights.ts'
import { storedScaleOf } from '../../analysis/tasks/damage-detection/damage-size.ts'
import { storedDirectionOf, type Viewpoint, type ViewpointName } from '../../analysis/viewpoint.ts'
import type { DamageAnalysis, Point } from '../../core/contracts/findings.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { Context } from '../../core/platform/context.ts'
import { selectDamages } from '../../findings/damages/queries.ts'
import { selectViews } from '../../findings/views/queries.ts'
import type { Run } from '../../inspection/tasks/run.ts'
import type { ComparedDamage, ComparedPart, ComparedPicture, Side } from './method/types.ts'
import type { Comparison } from './schema.ts'

/** A picture as its rows tell it. Its pixels are read later, one picture after the other. */
type PictureFacts = Omit<ComparedPicture, 'raster' | 'perceptual_hash'>

export type SideFacts = Omit<Side, 'pictures'> & {
  pictures: PictureFacts[]
  change_count: number
  /** What its damages were found with, by name. */
  models: Comparison['models']
  /** The run of damage detection that is over. */
  run: Run
}

/** Everything the method is told of one inspection but its pixels. Says why where it cannot be compared. */
export async function readSide(
  ctx: Context,
  inspectionId: string,
): Promise<SideFacts | 'inspection_deleted' | 'not_analyzed'> {
  const inspection = await ctx.db
    .selectFrom('inspections')
    .innerJoin('vehicles', (join) =>
      join
        .onRef('vehicles.org_id', '=', 'inspections.org_id')
        .onRef('vehicles.inspection_id', '=', 'inspections.id'),
    )
    .select(['inspections.created_at', 'vehicles.vin', 'vehicles.plate'])
    .select(sql<number>`count_compared_changes(inspections.org_id, inspections.id)`.as('change_count'))
    .where('inspections.org_id', '=', ctx.org_id)
    .where('inspections.id', '=', inspectionId)
    .where('inspections.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!inspection) return 'inspection_deleted'
  const run = await selectRun(ctx, inspectionId)
  if (!run) return 'not_analyzed'
  const damages = await readDamages(ctx, inspectionId)
  return {
    inspection_id: inspectionId,
    ...inspection,
    pictures: await readPictures(ctx, inspectionId, damages),
    damages,
    models: await readModels(ctx, run),
    run,
  }
}

async function selectRun(ctx: Context, inspection_id: string): Promise<Run | undefined> {
  const task = await ctx.db
    .selectFrom('tasks')
    .select(['id', 'generation'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspection_id)
    .where('name', '=', 'damage_detection')
    .where('status', 'in', ['DONE', 'VALIDATED'])
    .executeTakeFirst()
  return task && { org_id: ctx.org_id, inspection_id, task_id: task.id, generation: task.generation }
}

async function readModels(ctx: Context, { task_id, generation }: Run): Promise<Comparison['models']> {
  return ctx.db
    .selectFrom('task_results')
    .innerJoinLateral(
      sql<{
        model: Record<string, string>
      }>`jsonb_array_elements(coalesce(provenance -> 'models', '[]'))`.as<'m'>(sql`m(model)`),
      (join) => join.onTrue(),
    )
    .select([
      sql<string>`m.model ->> 'name'`.as('name'),
      sql<string>`m.model ->> 'version'`.as('version'),
      sql<string>`m.model ->> 'sha256'`.as('digest'),
    ])
    .distinct()
    .where('org_id', '=', ctx.org_id)
    .where('task_id', '=', task_id)
    .where('generation', '=', generation)
    .orderBy('name')
    .orderBy('digest')
    .execute()
}

async function readDamages(ctx: Context, inspectionId: string): Promise<ComparedDamage[]> {
  const damages = await selectDamages(ctx)
    .select(
      sql<PartType | null>`(
        select min(parts.part_type) from damage_parts
        join parts on parts.org_id = damage_parts.org_id and parts.id = damage_parts.part_id
        where damage_parts.org_id = damages.org_id and damage_parts.damage_id = damages.id
          and parts.part_type <> 'ignore')`.as('part_type'),
    )
    .where('damages.inspection_id', '=', inspectionId)
    .where('damages.deleted_at', 'is', null)
    .orderBy('damages.id')
    .execute()
  const views = await selectViews(ctx, { light: false })
    .where('views.inspection_id', '=', inspectionId)
    .where('views.deleted_at', 'is', null)
    .where('views.damage_id', 'is not', null)
    .orderBy('views.id')
    .execute()
  const viewsOf = Map.groupBy(views, (view) => view.damage_id)
  return damages.map((damage) => ({
    damage_id: damage.id,
    damage_type: damage.damage_type,
    part_type: damage.part_type,
    is_added_by_person: damage.confidence === null,
    sightings: (viewsOf.get(damage.id) ?? []).map(({ image_id, polygons, bounding_box, confidence }) => ({
      image_id,
      polygons: polygons as Point[][],
      bounding_box,
      score: confidence,
      ...lengthOf(damage),
    })),
  }))
}

type Sized = { size_cm?: number | null; damage_size_cm?: number | null } & {
  size_cm_low: number | null
  size_cm_high: number | null
}

/** In millimetres, with half of the span as its error. */
export function lengthOf({ size_cm, damage_size_cm, size_cm_low, size_cm_high }: Sized) {
  const cm = damage_size_cm ?? size_cm ?? null
  return {
    length_mm: cm === null ? null : cm * 10,
    length_error_mm:
      cm === null || size_cm_low === null || size_cm_high === null ? null : (size_cm_high - size_cm_low) * 5,
  }
}

/** As many as are compared: those that show damages first, then the oldest. What is left out counts as not seen. */
async function readPictures(
  ctx: Context,
  inspectionId: string,
  damages: readonly ComparedDamage[],
): Promise<PictureFacts[]> {
  const rows = await selectPictures(ctx, inspectionId).execute()
  const showing = new Set(damages.flatMap(({ sightings }) => sightings.map(({ image_id }) => image_id)))
  const first = rows.toSorted((a, b) => Number(showing.has(b.id)) - Number(showing.has(a.id)))
  const kept = new Set(first.slice(0, ctx.config.COMPARISON_PICTURES_MAX))
  const parts = await readParts(ctx, inspectionId)
  return rows.filter((row) => kept.has(row)).map((row) => pictureOf(row, rows, parts.get(row.id) ?? []))
}

function selectPictures(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('images')
    .select([
      'id',
      'created_at',
      'captured_at',
      'image_width',
      'image_height',
      'image_type',
      'image_sibling_key',
      'sha256',
      sql<FreeObject>`additional_data`.as('additional_data'),
      sql<FreeObject>`compliance_parameters`.as('compliance_parameters'),
      sql<FreeObject | null>`detailed_viewpoint`.as('detailed_viewpoint'),
      sql<ViewpointName | null>`seen_from`.as('seen_from'),
      sql<Viewpoint | null>`viewpoint`.as('viewpoint'),
      sql<ComparedPicture['quality']>`case when compliances -> 'image_analysis' ? 'blurriness'
        then compliances -> 'image_analysis' end`.as('quality'),
      sql<Partial<DamageAnalysis> | null>`damage_analysis`.as('damage_analysis'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
}

type PictureRow = Awaited<ReturnType<ReturnType<typeof selectPictures>['execute']>>[number]

function pictureOf(row: PictureRow, all: readonly PictureRow[], parts: ComparedPart[]): PictureFacts {
  const { additional_data, image_sibling_key: key, quality, captured_at } = row
  const sightId = sightIdOf({ compliances: row.compliance_parameters, details: {}, additional_data })
  const direction = storedDirectionOf({ ...row, sight: sightId === null ? null : sightOf(sightId) })
  const sibling =
    key === null ? undefined : all.find((other) => other !== row && other.image_sibling_key === key)
  return {
    image_id: row.id,
    width: row.image_width,
    height: row.image_height,
    viewpoint: direction && nearestViewpoint(direction.azimuth),
    is_close_up: row.image_type === 'close_up',
    sibling_of: sibling?.id ?? null,
    parts,
    ...storedScaleOf(row.damage_analysis ?? {}),
    quality: quality && {
      blurriness: quality.blurriness,
      overexposure: quality.overexposure,
      underexposure: quality.underexposure,
      lens_flare: quality.lens_flare,
    },
    captured_at: captured_at ?? row.created_at,
    captured_at_source: captured_at === null ? 'upload' : 'camera',
    sha256: row.sha256,
    // The decoder keeps no names of programs.
    software: null,
  }
}

async function readParts(ctx: Context, inspectionId: string): Promise<Map<string, ComparedPart[]>> {
  const views = await selectViews(ctx, { light: false })
    .innerJoin('parts', (join) =>
      join.onRef('parts.org_id', '=', 'views.org_id').onRef('parts.id', '=', 'views.part_id'),
    )
    .select(sql<PartType>`parts.part_type`.as('part_type'))
    .where('views.inspection_id', '=', inspectionId)
    .where('views.deleted_at', 'is', null)
    .orderBy('views.id')
    .execute()
  const byImage = Map.groupBy(views, ({ image_id }) => image_id)
  return new Map(
    [...byImage].map(([id, seen]) => [
      id,
      seen.map(({ part_type, polygons, bounding_box, confidence }) => ({
        part_type,
        polygons: polygons as Point[][],
        bounding_box,
        confidence: confidence ?? 1,
      })),
    ]),
  )
}
