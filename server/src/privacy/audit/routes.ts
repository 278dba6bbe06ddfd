import type { App } from '../../core/platform/app.ts'
import { listAuditCheckpoints } from './list-audit-checkpoints.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { AuditCheckpointList, AuditCheckpointQuery, AuditEntryList, AuditEntryQuery } from './schema.ts'

const tags = ['audit']
const NEEDS = 'Requires permission to read all inspections of the organization, or the operator permission.'

export function auditRoutes(app: App): void {
  app.get('/audit_entries', {
    config: { errors: ['not_found'] },
    schema: {
      operationId: 'listAuditEntries',
      summary: 'List the audit',
      description: `Newest first, in pages: who asked for what, and what came of it. Each entry carries a hash over itself and the entry before, so that a change, a gap or another order shows. The oldest are missing if a retention rule removed them, with a receipt. Every request whose caller is known is recorded: a change before it is answered, a read within moments, a refusal without IDs. Requests refused with 429 and pictures opened by their signed URLs are not. ${NEEDS}`,
      tags,
      querystring: AuditEntryQuery,
      response: { 200: AuditEntryList },
    },
    handler: (request) => listAuditEntries(request.ctx, request.query),
  })
  app.get('/audit_checkpoints', {
    config: { errors: ['not_found'] },
    schema: {
      operationId: 'listAuditCheckpoints',
      summary: 'List checkpoints of the audit',
      description: `Newest first, in pages, made every hour in which something was recorded. Keep them outside: they show a later change even by somebody who may change everything in the database. ${NEEDS}`,
      tags,
      querystring: AuditCheckpointQuery,
      response: { 200: AuditCheckpointList },
    },
    handler: (request) => listAuditCheckpoints(request.ctx, request.query),
  })
}
