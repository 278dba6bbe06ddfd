import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { requireAnalyzed } from './create-comparison.ts'
import { emitComparison } from './emit-comparison.ts'
import { readComparison } from './get-comparison.ts'
import { lockComparison, requireComparison } from './queries.ts'
import type { Comparison } from './schema.ts'
import { startRun } from './start-run.ts'

/** Makes a comparison anew from what both inspections show now. One that is being made is not begun twice. */
export async function createComparisonRun(ctx: Context, comparisonId: string): Promise<Comparison> {
  await requireComparison(ctx, comparisonId, 'update')
  return inTransaction(ctx, async (ctx) => {
    const comparison = await lockComparison(ctx, comparisonId, 'update')
    requireVersion(ctx, comparison.version)
    if (comparison.status !== 'IN_PROGRESS') {
      if (comparison.is_earlier_gone) throw new Problem('comparison_evidence_gone')
      await requireAnalyzed(ctx, comparison)
      await startRun(ctx, comparison)
      const { version } = await readComparison(ctx, comparisonId)
      await emitComparison(ctx, 'comparison.updated', comparison, { item_version: version })
    }
    return readComparison(ctx, comparisonId)
  })
}
