import { sql } from 'kysely'
import type { FreeObject } from '../contracts/schema.ts'
import type { INSPECTION_STATUSES } from '../contracts/tasks.ts'

/** What one inspection and a list of them both show. */
export const SUMMARY_COLUMNS = [
  'inspections.id',
  'inspections.created_at',
  'inspections.deleted_at',
  'inspections.owner_id',
  'inspections.creator_id',
  sql<(typeof INSPECTION_STATUSES)[number]>`inspections.status`.as('status'),
  'inspections.inspection_type',
  sql<FreeObject>`inspections.additional_data`.as('additional_data'),
] as const
