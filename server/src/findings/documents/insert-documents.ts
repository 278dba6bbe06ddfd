import type { TransactionContext } from '../../core/platform/context.ts'
import { chunksOf, json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { DocumentContent } from './schema.ts'

export async function insertDocuments(
  ctx: TransactionContext,
  inspectionId: string,
  documents: readonly { image_id: string; type: string | null; content: DocumentContent }[],
): Promise<void> {
  const rows = documents.map(({ image_id, type, content }) => ({
    org_id: ctx.org_id,
    inspection_id: inspectionId,
    id: uuidv7(),
    image_id,
    type,
    content: json(content),
  }))
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('documents').values(chunk).execute()
}

/** For good, before those of a new run: nobody can correct documents. */
export async function removeDocuments(ctx: TransactionContext, inspectionId: string): Promise<void> {
  await ctx.db
    .deleteFrom('documents')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .execute()
}
