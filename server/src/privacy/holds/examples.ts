import { EXAMPLE_VALUES, type Examples, pagingExample } from '../../core/contracts/examples.ts'

const { inspection_id, time, later, subject } = EXAMPLE_VALUES

const holdExample = {
  id: inspection_id,
  object_type: 'HOLD',
  reason: 'Claim 4711 is before a court.',
  created_at: time,
  created_by: subject,
}

export const holdExamples: Examples = {
  holdInspection: [
    {
      summary: 'While a claim is disputed',
      body: { reason: holdExample.reason },
      answer: { status: 200, body: holdExample },
    },
  ],
  releaseInspection: [
    {
      summary: 'The claim is settled',
      after: 'inspection held',
      answer: {
        status: 200,
        body: { id: inspection_id, object_type: 'HOLD', deleted: true, deleted_at: later },
      },
    },
  ],
  listHolds: [
    {
      summary: 'The newest inspection that is held',
      after: 'inspection held',
      query: { limit: '1' },
      answer: { status: 200, body: { data: [holdExample], paging: pagingExample(inspection_id) } },
    },
  ],
}
