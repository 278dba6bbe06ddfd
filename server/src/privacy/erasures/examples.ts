import { EXAMPLE_VALUES, type Examples, pagingExample } from '../../core/contracts/examples.ts'

const { inspection_id, erasure_id, time, later, subject, org_id } = EXAMPLE_VALUES

const newExample = {
  id: erasure_id,
  object_type: 'ERASURE',
  created_at: time,
  created_by: subject,
  subject: 'inspection',
  reason: 'request',
  status: 'IN_PROGRESS',
  done_at: null,
  inspection_count: 1,
  erased_inspection_count: 0,
  receipt: null,
}

const doneExample = {
  ...newExample,
  status: 'DONE',
  done_at: later,
  erased_inspection_count: 1,
  receipt: {
    content: {
      version: 1,
      erasure_id,
      organization: org_id,
      subject: 'inspection',
      reason: 'request',
      requested_at: time,
      requested_by: subject,
      erased_at: later,
      inspections: ['7d2b0f3a9c54e1886f0d2a7b41c3e59f80a6d4b2c17e93f5a0b8d6c4e2f19375'],
      rows: { events: 1, inspections: 1, timeline_entries: 1, vehicles: 1 },
      objects: 0,
      kept: ['this receipt and who asked for it'],
    },
    jws: null,
  },
}

export const erasureExamples: Examples = {
  createErasure: [
    {
      summary: 'Because the person asks for it',
      body: { inspection_id, reason: 'request' },
      answer: { status: 201, body: newExample },
    },
    {
      summary: 'A vehicle that was never here',
      body: { vin: 'WVWZZZ1KZ8W000000', reason: 'contract' },
      answer: { problem: 'not_found' },
    },
  ],
  listErasures: [
    {
      summary: 'The latest, with its receipt',
      after: 'inspection erased',
      query: { limit: '1' },
      answer: { status: 200, body: { data: [doneExample], paging: pagingExample(erasure_id) } },
    },
  ],
  getErasure: [
    {
      summary: 'Done',
      after: 'inspection erased',
      answer: { status: 200, body: doneExample },
    },
  ],
}
