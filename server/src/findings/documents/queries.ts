import { sql } from 'kysely'
import type { OcrImageType } from '../../core/contracts/findings.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Document, DocumentContent } from './schema.ts'

/** What was read on pictures. The caller says which ones and in which order. */
export function selectDocuments(ctx: Context) {
  return ctx.db
    .selectFrom('documents')
    .where('documents.org_id', '=', ctx.org_id)
    .select([
      'documents.id',
      'documents.inspection_id',
      'documents.created_at',
      'documents.image_id',
      sql<OcrImageType | null>`documents.type`.as('type'),
      sql<DocumentContent>`documents.content`.as('content'),
    ])
}

export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number]

export function documentJson(row: DocumentRow): Document {
  return { ...row, object_type: 'DOCUMENT', deleted_at: null, additional_data: {} }
}
