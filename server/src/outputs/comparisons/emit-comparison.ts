import { type Correction, emit } from '../../core/contracts/events.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

type Pair = { id: string; earlier_inspection_id: string; later_inspection_id: string }
type ComparisonEvent =
  | 'comparison.created'
  | 'comparison.done'
  | 'comparison.failed'
  | 'comparison.updated'
  | 'comparison.deleted'

/** Both inspections are told, the later one first: a history is read there. */
export async function emitComparison(
  ctx: TransactionContext,
  type: ComparisonEvent,
  { id, earlier_inspection_id, later_inspection_id }: Pair,
  correction?: Correction & { place_id?: string },
): Promise<void> {
  const { place_id, ...rest } = correction ?? {}
  const payload = { comparison_id: id, ...(place_id === undefined ? {} : { place_id }) }
  for (const inspectionId of [later_inspection_id, earlier_inspection_id])
    await emit(ctx, type, inspectionId, payload, 'item_version' in rest ? rest : undefined)
}
