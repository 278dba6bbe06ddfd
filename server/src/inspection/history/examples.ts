import { EXAMPLE_VALUES, type Examples, pagingExample } from '../../core/contracts/examples.ts'

const { damage_id, view_id, history_entry_id, later, subject } = EXAMPLE_VALUES

export const historyExamples: Examples = {
  listHistory: [
    {
      summary: 'The latest entry',
      after: 'damage deleted',
      query: { limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [
            {
              id: history_entry_id,
              object_type: 'HISTORY_ENTRY',
              created_at: later,
              created_by: subject,
              type: 'damage.deleted',
              item_type: 'damage',
              item_id: damage_id,
              item_version: 2,
              reason: 'a reflection of the sky',
              changes: {
                deleted_at: { before: null, after: later },
                view_ids: { before: [view_id], after: [] },
              },
            },
          ],
          paging: pagingExample(history_entry_id),
        },
      },
    },
  ],
}
