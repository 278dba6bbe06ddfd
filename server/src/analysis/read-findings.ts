import { sql } from 'kysely'
import type { TransactionContext } from '../core/platform/context.ts'
import type { Run } from '../inspection/tasks/run.ts'
import { type AnalyzedImage, analyzedImageOf, selectAnalyzedImages } from './analyzed-image.ts'

/** What a run found on one of its pictures. */
export type Finding<Result> = { image: AnalyzedImage; result: Result }

/**
 * The results of a run on the pictures that are still there, oldest picture first. Their rows are locked: until the
 * transaction ends nobody deletes one.
 */
export async function readFindings<Result>(ctx: TransactionContext, run: Run): Promise<Finding<Result>[]> {
  const rows = await selectAnalyzedImages(ctx, run)
    .innerJoin('task_results', (join) =>
      join
        .onRef('task_results.org_id', '=', 'images.org_id')
        .onRef('task_results.image_id', '=', 'images.id')
        .onRef('task_results.task_id', '=', 'tasks.id'),
    )
    .select(sql<unknown>`task_results.result`.as('result'))
    .where('task_results.generation', '=', run.generation)
    .where('images.deleted_at', 'is', null)
    .orderBy('images.id')
    .forNoKeyUpdate('images')
    .execute()
  // The pipeline of this task wrote it; `Result` is the type of what that returns.
  return rows.map((row) => ({ image: analyzedImageOf(row), result: row.result as Result }))
}
