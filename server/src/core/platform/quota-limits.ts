/** What an operator allows one organization. */
export type QuotaLimits = {
  readonly bytes_stored_max: number
  readonly inspections_per_day_max: number
  readonly uploads_in_flight_max: number
  readonly requests_per_minute_max: number
  readonly webhook_endpoints_max: number
}

/** The limits in force, some seconds old at most and without a query. */
export type QuotaSource = { of: (orgId: string) => QuotaLimits }
