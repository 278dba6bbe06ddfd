import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { time, subject } = EXAMPLE_VALUES

const unsetExample = {
  object_type: 'RETENTION',
  inspections_days: null,
  deleted_inspections_days: null,
  validated_inspections_days: null,
  originals_days: null,
  reports_days: null,
  audit_days: null,
  fixed: { webhook_deliveries_days: 30, idempotency_keys_s: 86_400, broken_off_uploads_s: 3_600 },
  version: 0,
  updated_at: null,
  updated_by: null,
}

export const retentionExamples: Examples = {
  getRetention: [{ summary: 'Everything is kept', answer: { status: 200, body: unsetExample } }],
  updateRetention: [
    {
      summary: 'Deleted inspections go after 30 days',
      body: { deleted_inspections_days: 30 },
      answer: {
        status: 200,
        body: {
          ...unsetExample,
          deleted_inspections_days: 30,
          version: 1,
          updated_at: time,
          updated_by: subject,
        },
      },
    },
    {
      summary: 'No days at all',
      body: { inspections_days: 0 },
      answer: {
        problem: 'request_invalid',
        errors: [{ field: 'inspections_days', message: 'must be >= 1' }],
      },
    },
  ],
  previewRetention: [
    {
      summary: 'What deleting after 30 days would take',
      query: { deleted_inspections_days: '30' },
      answer: {
        status: 200,
        body: {
          object_type: 'RETENTION_PREVIEW',
          inspections: null,
          deleted_inspections: {
            days: 30,
            due_count: 0,
            is_counted_whole: true,
            held_count: 0,
            next_due_at: null,
          },
          validated_inspections: null,
          originals: null,
          reports: null,
          audit: null,
        },
      },
    },
  ],
}
