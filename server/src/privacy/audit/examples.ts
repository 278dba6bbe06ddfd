import { EXAMPLE_VALUES, type Examples, pagingExample } from '../../core/contracts/examples.ts'

const { inspection_id, request_id, time, later, subject } = EXAMPLE_VALUES
const hash = '5c1f9e0ab27d3468f1e09c7b5a2d8e4360f7b91c2ad5e8073b6f4c19d0a7e852'

export const auditExamples: Examples = {
  listAuditEntries: [
    {
      summary: 'Who created an inspection last',
      query: { operation: 'createInspection', limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [
            {
              id: '4711',
              object_type: 'AUDIT_ENTRY',
              created_at: time,
              subject,
              operation: 'createInspection',
              inspection_id,
              object_id: null,
              status: 201,
              reason: null,
              request_id,
              hash,
            },
          ],
          paging: pagingExample('4711'),
        },
      },
    },
  ],
  listAuditCheckpoints: [
    {
      summary: 'The latest, from a service that signs nothing',
      after: 'audit checkpoint made',
      query: { limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [{ id: '4711', object_type: 'AUDIT_CHECKPOINT', created_at: later, hash, jws: null }],
          paging: pagingExample('4711'),
        },
      },
    },
  ],
}
