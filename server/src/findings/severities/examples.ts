import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, part_id, severity_id, later, subject } = EXAMPLE_VALUES

export const severityExample = {
  id: severity_id,
  object_type: 'SEVERITY_RESULT',
  inspection_id,
  created_at: later,
  deleted_at: null,
  created_by: subject,
  is_user_modified: true,
  label: 'hood',
  related_item_type: 'part',
  related_item_id: part_id,
  value: { custom_severity: { level: 2, pricing: 180, repair_operation: { REPLACE: false } } },
  version: 1,
}

const corrected = { ...severityExample, estimate_effect: null }

export const severityExamples: Examples = {
  createSeverity: [
    {
      summary: 'Repair the hood',
      body: { label: 'hood', pricing: 180, level: 2, repair_operation: 'repair' },
      answer: { status: 201, body: corrected },
    },
  ],
  updateSeverity: [
    {
      summary: 'Replace it instead',
      body: { pricing: 640, level: 3, repair_operation: 'replace' },
      answer: {
        status: 200,
        body: {
          ...corrected,
          value: { custom_severity: { level: 3, pricing: 640, repair_operation: { REPLACE: true } } },
          version: 2,
        },
      },
    },
  ],
}
