import type { Database } from '../../core/platform/database.ts'
import type { QuotaLimits } from '../../core/platform/quota-limits.ts'

/** `spent` were let through without asking; `wanted` are to come. */
type RequestsAsked = { org: string; spent: number; wanted: number }

export type LeaseRow = { [limit in keyof QuotaLimits]: number | null } & {
  org: string
  granted: number
  requests_used: number
  /** Until the minute of the database ends. */
  ms_left: number
  bytes_stored: number
  inspections_per_day: number
  day_ms_left: number
}

/** Takes requests of the current minute for several organizations, and reads what each may use and uses. */
export async function leaseRequests(
  database: Pick<Database, 'callAcross'>,
  asked: readonly RequestsAsked[],
  defaultMax: number,
): Promise<LeaseRow[]> {
  return database.callAcross<LeaseRow>('lease_requests', [
    asked.map(({ org }) => org),
    asked.map(({ spent }) => spent),
    asked.map(({ wanted }) => wanted),
    defaultMax,
  ])
}
