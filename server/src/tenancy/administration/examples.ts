import { EXAMPLE_VALUES, type Examples, pagingExample } from '../../core/contracts/examples.ts'

const { administration_event_id, webhook_endpoint_id, webhook_delivery_id, request_id, later, subject } =
  EXAMPLE_VALUES

export const administrationExamples: Examples = {
  listAdministrationEvents: [
    {
      summary: 'The latest change',
      after: 'webhook endpoint tested',
      query: { limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [
            {
              id: administration_event_id,
              object_type: 'ADMINISTRATION_EVENT',
              created_at: later,
              created_by: subject,
              request_id,
              type: 'webhook_endpoint.tested',
              payload: {
                endpoint_id: webhook_endpoint_id,
                delivery_id: webhook_delivery_id,
                state: 'failed',
              },
            },
          ],
          paging: pagingExample(administration_event_id),
        },
      },
    },
  ],
}
