import { sql } from 'kysely'
import { changesOf } from '../../core/contracts/changes.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { CHARGED_VERDICTS } from './charges.ts'
import { emitComparison } from './emit-comparison.ts'
import { readComparison } from './get-comparison.ts'
import { type PlaceRow, selectPlaces, verdictOf } from './places.ts'
import { lockComparison, requireComparison } from './queries.ts'
import type { Comparison, ComparisonPlace, UpdateComparisonPlace } from './schema.ts'

/** What only a person's reason makes chargeable. What was there before is never charged. */
const CHARGED_WITH_REASON: readonly string[] = ['not_comparable', 'uncertain']

/** A person agrees, says otherwise and why, or takes it back. */
export async function updateComparisonPlace(
  ctx: Context,
  comparisonId: string,
  placeId: string,
  input: UpdateComparisonPlace,
): Promise<ComparisonPlace> {
  await requireComparison(ctx, comparisonId, 'write')
  return inTransaction(ctx, async (ctx) => {
    const comparison = await lockComparison(ctx, comparisonId, 'write')
    const row = await requirePlace(ctx, comparisonId, placeId)
    requireVersion(ctx, row.version)
    const columns = columnsOf(row, input)
    requireReason(row, columns, input)
    const before = await readComparison(ctx, comparisonId)
    // Who repeats a decision changes nothing.
    if (Object.keys(columns).length === 0) return answerOf(before, placeId)
    await writePlace(ctx, comparisonId, placeId, columns)
    const after = await readComparison(ctx, comparisonId)
    if (comparison.is_earlier_gone) requireNoNewCharge(before, after, placeId)
    await emitComparison(ctx, 'comparison.updated', comparison, {
      place_id: placeId,
      item_version: after.version,
      reason: input.reason,
      changes: changesOfPlace(placeOf(before, placeId), placeOf(after, placeId)),
    })
    return answerOf(after, placeId)
  })
}

async function requirePlace(
  ctx: TransactionContext,
  comparisonId: string,
  placeId: string,
): Promise<PlaceRow> {
  return requireRow(placeId, selectPlaces(ctx, comparisonId).where('id', '=', placeId))
}

type Columns = Partial<Pick<PlaceRow, 'verdict' | 'reason' | 'note' | 'is_damage' | 'is_chargeable'>>

/** The columns that change, none when the place is so already. */
function columnsOf(row: PlaceRow, input: UpdateComparisonPlace): Columns {
  const { verdict, reason, note, is_damage, is_chargeable } = input
  const undone: Columns = { verdict: null, reason: null, is_damage: true, is_chargeable: null }
  // Whether it is charged was said of the verdict that held then.
  const moved: Columns = verdict && verdict !== verdictOf(row) ? { is_chargeable: null } : {}
  const standing = verdict === row.verdict ? row.reason : null
  const wanted: Columns = {
    ...(verdict === null ? undone : {}),
    ...(verdict ? { verdict, reason: reason || standing, ...moved } : {}),
    ...(note === undefined ? {} : { note: note || null }),
    ...(is_damage === undefined ? {} : { is_damage }),
    ...(is_chargeable === undefined ? {} : { is_chargeable }),
  }
  const changed = Object.entries(wanted).filter(([field, value]) => Reflect.get(row, field) !== value)
  return Object.fromEntries(changed)
}

function requireReason(row: PlaceRow, columns: Columns, { reason }: UpdateComparisonPlace): void {
  const after = { ...row, ...columns }
  const verdict = verdictOf(after)
  if (columns.verdict && columns.verdict !== row.proposed_verdict && !reason)
    throw new Problem('comparison_reason_missing', { proposed_verdict: row.proposed_verdict })
  if (!columns.is_chargeable) return
  const isCharged = CHARGED_VERDICTS.includes(verdict) || CHARGED_WITH_REASON.includes(verdict)
  if (!isCharged || !after.is_damage || !row.later?.damage_id)
    throw new Problem('comparison_not_chargeable', { verdict })
  if (CHARGED_WITH_REASON.includes(verdict) && !reason)
    throw new Problem('comparison_reason_missing', { proposed_verdict: row.proposed_verdict })
}

/** Nobody can look at the pictures from before any more. */
function requireNoNewCharge(before: Comparison, after: Comparison, placeId: string): void {
  if (!placeOf(before, placeId).is_chargeable && placeOf(after, placeId).is_chargeable)
    throw new Problem('comparison_evidence_gone')
}

async function writePlace(
  ctx: TransactionContext,
  comparisonId: string,
  placeId: string,
  columns: Columns,
): Promise<void> {
  const author =
    columns.verdict === undefined && columns.reason === undefined
      ? {}
      : columns.verdict === null
        ? { decided_by: null, decided_at: null }
        : { decided_by: ctx.principal.subject, decided_at: sql<string>`clock_timestamp()` }
  await ctx.db
    .updateTable('comparison_places')
    .set({ ...columns, ...author })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', placeId)
    .execute()
  await ctx.db
    .updateTable('comparisons')
    .set({ updated_at: sql`clock_timestamp()` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', comparisonId)
    .execute()
}

function placeOf({ places }: Comparison, placeId: string): ComparisonPlace {
  const place = places.find(({ id }) => id === placeId)
  if (!place) throw new Error('the place is locked with its comparison')
  return place
}

/** Named by the number of the place: a history is of the whole comparison. */
function changesOfPlace(before: ComparisonPlace, after: ComparisonPlace) {
  const changes = changesOf(factsOf(before), factsOf(after))
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [`places.${after.number}.${field}`, change]),
  )
}

const factsOf = ({ decision, note, is_damage, is_chargeable }: ComparisonPlace) => ({
  verdict: decision?.verdict ?? null,
  note,
  is_damage,
  is_chargeable,
})

const answerOf = (comparison: Comparison, placeId: string): ComparisonPlace => ({
  ...placeOf(comparison, placeId),
  comparison_effect: {
    version: comparison.version,
    summary: comparison.summary,
    charges: comparison.charges,
  },
})
