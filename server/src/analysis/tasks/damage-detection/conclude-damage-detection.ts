import { lockInspection } from '../../../core/access/lock-inspection.ts'
import type { DamageDetectionResult } from '../../../core/contracts/findings.ts'
import { roomFor } from '../../../core/contracts/limits.ts'
import type { PartType } from '../../../core/contracts/part-types.ts'
import type { FreeObject } from '../../../core/contracts/schema.ts'
import { DERIVED_TASKS } from '../../../core/contracts/tasks.ts'
import type { TransactionContext } from '../../../core/platform/context.ts'
import { uuidv7 } from '../../../core/platform/uuid.ts'
import { TableMissing } from '../../../findings/costs/tables-in-force.ts'
import { insertDamages } from '../../../findings/damages/insert-damages.ts'
import { createPartsIfMissing } from '../../../findings/parts/create-part.ts'
import { lockPrices } from '../../../findings/pricing/in-correction.ts'
import {
  followEstimate,
  readLatestEstimate,
  updateEstimate,
} from '../../../findings/pricing/update-estimate.ts'
import { type FoundRegions, insertRenderings } from '../../../findings/renderings/insert-renderings.ts'
import {
  type FoundPartView,
  type FoundView,
  insertPartViews,
  insertViews,
} from '../../../findings/views/insert-views.ts'
import { recordFindings } from '../../../inspection/images/record-findings.ts'
import type { Run } from '../../../inspection/tasks/run.ts'
import { type Finding, readFindings } from '../../read-findings.ts'
import { type FusedDamage, fuseDamages } from './fuse-damages.ts'
import { matchDecisions } from './match-decisions.ts'
import { orderDamages } from './order-damages.ts'
import { replaceUntouched } from './replace-findings.ts'

type Identified = FusedDamage & { id: string; part_id: string }

/** The damages of the vehicle from the findings on all pictures: parts, damages, views and what is drawn of them. */
export async function concludeDamageDetection(ctx: TransactionContext, run: Run): Promise<void> {
  const { inspection_id } = run
  // People's corrections make parts and prices too: one after the other.
  await lockPrices(ctx, inspection_id)
  const findings = await readFindings<DamageDetectionResult>(ctx, run)
  const options = findings[0]?.image.arguments ?? {}
  const decided = await replaceUntouched(ctx, run)
  const found = fuseDamages(findings, { threshold: thresholdOf(options) })
  const decisions = matchDecisions(found, decided)
  const fused = found.filter((damage) => !decisions.has(damage))
  await recordFindings(ctx, inspection_id, 'damage_analysis', findings.map(analysisOf))
  const parts = await createPartsIfMissing(ctx, inspection_id, [
    // Clients list damages by their parts, so one whose part is not known is on the part `ignore`.
    ...(await keepWithinLimits(ctx, run, fused)).map((damage) => damage.part_type),
    ...findings.flatMap(({ result }) => result.parts ?? []).map((part) => part.part_type),
  ])
  await lockInspection(ctx, inspection_id)
  // Again with the inspection held: meanwhile a person may have added damages.
  const kept = await keepWithinLimits(ctx, run, fused)
  const damages = orderDamages(kept, findings).map(
    (damage): Identified => ({ ...damage, id: uuidv7(), part_id: partOf(damage, parts) }),
  )
  if (damages.length < fused.length)
    ctx.log.warn({ inspection_id, found: fused.length, kept: damages.length }, 'damages beyond the limit')
  const views = damages.flatMap(viewsOf)
  await insertDamages(ctx, inspection_id, damages.map(rowOf))
  await insertViews(ctx, inspection_id, views)
  const partViews = await partViewsOf(ctx, run, findings, parts)
  await insertPartViews(ctx, inspection_id, partViews)
  const standing = found.filter((damage) => decisions.get(damage)?.some(({ is_deleted }) => !is_deleted))
  await insertRenderings(ctx, inspection_id, regionsOf(damages, views, standing, partViews), options)
  await followFindings(ctx, inspection_id)
}

/**
 * An estimate there is follows the damages. The first one is made by the task that was asked for it, or here for the
 * oldest clients, who ask for severities when they create the inspection and for no task.
 */
async function followFindings(ctx: TransactionContext, inspectionId: string): Promise<void> {
  const latest = await readLatestEstimate(ctx, inspectionId)
  if (latest) return followEstimate(ctx, inspectionId, latest)
  if (!(await wantsSeveritiesWithoutTask(ctx, inspectionId))) return
  try {
    await updateEstimate(ctx, inspectionId, { region: null, wear_pack: null }, undefined)
  } catch (error) {
    // Nothing was written: the table is the first thing that is asked for. The damages stand without prices.
    if (!(error instanceof TableMissing)) throw error
    ctx.log.warn({ inspection_id: inspectionId, err: error }, 'no severities: the estimate has no table')
  }
}

async function wantsSeveritiesWithoutTask(ctx: TransactionContext, inspectionId: string): Promise<boolean> {
  const inspection = await ctx.db
    .selectFrom('inspections')
    .select('inspections.id')
    .where('inspections.org_id', '=', ctx.org_id)
    .where('inspections.id', '=', inspectionId)
    .where('inspections.damage_severity', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('tasks')
            .select('tasks.id')
            .where('tasks.org_id', '=', ctx.org_id)
            .where('tasks.inspection_id', '=', inspectionId)
            .where('tasks.name', 'in', [...DERIVED_TASKS]),
        ),
      ),
    )
    .executeTakeFirst()
  return inspection !== undefined
}

/** What a client takes for a damage; without it the models' own thresholds hold. */
function thresholdOf({ damage_score_threshold: threshold }: FreeObject): number | null {
  return typeof threshold === 'number' && threshold >= 0 && threshold <= 1 ? threshold : null
}

function analysisOf({ image, result }: Finding<DamageDetectionResult>) {
  const { min_resolvable_mm, scale_source, has_deployed_airbag } = result
  return { image_id: image.id, found: { min_resolvable_mm, scale_source, has_deployed_airbag } }
}

/** With less room than before, fewer damages of the same list are kept, so their parts are there. */
function partOf({ part_type }: FusedDamage, parts: Map<PartType, string>): string {
  const id = parts.get(part_type)
  if (!id) throw new Error(`the part ${part_type} was not made`)
  return id
}

/** The surest ones that the inspection has room for, each with at least one view; they come surest first. */
async function keepWithinLimits(
  ctx: TransactionContext,
  run: Run,
  fused: FusedDamage[],
): Promise<FusedDamage[]> {
  const { DAMAGES_PER_INSPECTION_MAX, VIEWS_PER_INSPECTION_MAX } = ctx.config
  const most = await roomFor(ctx, 'damages', run.inspection_id, DAMAGES_PER_INSPECTION_MAX)
  let room = await roomFor(ctx, 'views', run.inspection_id, VIEWS_PER_INSPECTION_MAX)
  const kept: FusedDamage[] = []
  for (const damage of fused.slice(0, most)) {
    const views = damage.views.slice(0, room)
    room -= views.length
    if (views.length > 0) kept.push({ ...damage, views })
  }
  return kept
}

function rowOf({ part_type, views, ...damage }: Identified) {
  return damage
}

function viewsOf({ id, views }: Identified): FoundView[] {
  return views.map((view) => ({ ...view, id: uuidv7(), damage_id: id }))
}

/** Where pictures show parts, as many as the inspection has room for beside the damages. */
async function partViewsOf(
  ctx: TransactionContext,
  run: Run,
  findings: readonly Finding<DamageDetectionResult>[],
  parts: Map<PartType, string>,
): Promise<FoundPartView[]> {
  const room = await roomFor(ctx, 'views', run.inspection_id, ctx.config.VIEWS_PER_INSPECTION_MAX)
  return findings
    .flatMap(({ image, result }) =>
      (result.parts ?? []).flatMap(({ part_type, ...seen }) => {
        const part_id = parts.get(part_type)
        return part_id ? [{ ...seen, id: uuidv7(), image_id: image.id, part_id }] : []
      }),
    )
    .slice(0, room)
}

/** What is drawn: the new damages, and those that people let stand where the model sees them, too. */
function regionsOf(
  damages: Identified[],
  views: FoundView[],
  standing: readonly FusedDamage[],
  partViews: readonly FoundPartView[],
): FoundRegions[] {
  const typeOf = new Map(damages.map((damage) => [damage.id, damage.damage_type]))
  const drawn = [
    ...views.flatMap(({ damage_id, ...view }) => {
      const damage_type = typeOf.get(damage_id)
      return damage_type ? [{ ...view, damage_type, view_id: view.id }] : []
    }),
    ...standing.flatMap(({ damage_type, views }) =>
      views.map((view) => ({ ...view, damage_type, view_id: null })),
    ),
  ]
  const drawnOn = Map.groupBy(drawn, (region) => region.image_id)
  const partsOn = Map.groupBy(partViews, (view) => view.image_id)
  return [...new Set([...drawnOn.keys(), ...partsOn.keys()])].map((image_id) => {
    const seen = drawnOn.get(image_id) ?? []
    return {
      image_id,
      regions: seen.map(({ damage_type, polygons, bounding_box }) => ({
        damage_type,
        polygons,
        bounding_box,
      })),
      views: seen.flatMap(({ view_id, bounding_box }) => (view_id ? [{ view_id, bounding_box }] : [])),
      part_views: (partsOn.get(image_id) ?? []).map(({ id, bounding_box }) => ({
        view_id: id,
        bounding_box,
      })),
    }
  })
}
