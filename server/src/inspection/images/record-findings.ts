import { sql } from 'kysely'
import { emitAll } from '../../core/contracts/events.ts'
import type { DamageAnalysis, OdometerResult } from '../../core/contracts/findings.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf, json } from '../../core/platform/database.ts'

type Findings = { odometer: OdometerResult; damage_analysis: DamageAnalysis }

/** What a task says of pictures themselves. The caller holds the images. */
export async function recordFindings<Column extends keyof Findings>(
  ctx: TransactionContext,
  inspectionId: string,
  column: Column,
  findings: readonly { image_id: string; found: Findings[Column] }[],
): Promise<void> {
  const byImage = Object.fromEntries(findings.map(({ image_id, found }) => [image_id, found]))
  const imageIds = Object.keys(byImage)
  const found = sql<string>`${json(byImage)} -> id::text`
  await ctx.db
    .updateTable('images')
    .set(column === 'odometer' ? { odometer: found } : { damage_analysis: found })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(imageIds))
    .execute()
  await emitAll(
    ctx,
    'image.updated',
    inspectionId,
    imageIds.map((image_id) => ({ image_id })),
  )
}
