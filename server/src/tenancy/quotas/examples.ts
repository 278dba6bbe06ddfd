import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const quotasExample = {
  object_type: 'QUOTAS',
  bytes_stored_max: 500_000_000_000,
  inspections_per_day_max: 2_000,
  uploads_in_flight_max: 32,
  requests_per_minute_max: 6_000,
  webhook_endpoints_max: 50,
  overridden: [],
  used: {
    bytes_stored: 81_364_480_211,
    inspections_per_day: 412,
    requests_per_minute: 200,
    webhook_endpoints: 2,
  },
  day_ends_at: '2026-11-15T00:00:00+00:00',
  version: 0,
  updated_at: null,
  updated_by: null,
}

export const quotaExamples: Examples = {
  getQuotas: [{ summary: 'Limits and usage', answer: { status: 200, body: quotasExample } }],
  updateQuotas: [
    {
      summary: 'Allow more inspections per day',
      as: 'operator',
      body: { inspections_per_day_max: 5_000 },
      answer: {
        status: 200,
        body: {
          ...quotasExample,
          inspections_per_day_max: 5_000,
          overridden: ['inspections_per_day_max'],
          version: 1,
          updated_at: EXAMPLE_VALUES.later,
          updated_by: 'alder-operator',
        },
      },
    },
    {
      summary: 'Without the operator permission',
      body: { inspections_per_day_max: 5_000 },
      answer: { problem: 'permission_missing', params: { permission: 'monk_core_api:quotas:write' } },
    },
  ],
}
