import type { Config } from '../../core/platform/config.ts'
import type { QuotaLimits } from '../../core/platform/quota-limits.ts'

/** Everything an operator limits, by the column that overrides it. */
export const LIMITS = [
  'bytes_stored_max',
  'inspections_per_day_max',
  'uploads_in_flight_max',
  'requests_per_minute_max',
  'webhook_endpoints_max',
] as const satisfies (keyof QuotaLimits)[]

export type Overrides = { [limit in keyof QuotaLimits]: number | null }

export function defaultLimits(config: Config): QuotaLimits {
  return {
    bytes_stored_max: config.QUOTA_BYTES_STORED_MAX,
    inspections_per_day_max: config.QUOTA_INSPECTIONS_PER_DAY_MAX,
    uploads_in_flight_max: config.QUOTA_UPLOADS_IN_FLIGHT_MAX,
    requests_per_minute_max: config.QUOTA_REQUESTS_PER_MINUTE_MAX,
    webhook_endpoints_max: config.WEBHOOK_ENDPOINTS_MAX,
  }
}

/** An override of null is none. */
export function limitsOf(config: Config, overrides: Partial<Overrides>): QuotaLimits {
  const defaults = defaultLimits(config)
  return {
    bytes_stored_max: overrides.bytes_stored_max ?? defaults.bytes_stored_max,
    inspections_per_day_max: overrides.inspections_per_day_max ?? defaults.inspections_per_day_max,
    uploads_in_flight_max: overrides.uploads_in_flight_max ?? defaults.uploads_in_flight_max,
    requests_per_minute_max: overrides.requests_per_minute_max ?? defaults.requests_per_minute_max,
    webhook_endpoints_max: overrides.webhook_endpoints_max ?? defaults.webhook_endpoints_max,
  }
}
