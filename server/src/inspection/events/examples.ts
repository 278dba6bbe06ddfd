import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, later, origin, ticket } = EXAMPLE_VALUES

export const eventExamples: Examples = {
  streamEvents: [
    {
      summary: 'Finished tasks and reports',
      query: { types: 'task.done,task.failed,report.done,report.failed' },
      answer: { status: 200 },
    },
  ],
  streamInspectionEvents: [
    { summary: 'New events only', answer: { status: 200 } },
    {
      summary: 'Events since the last one received',
      headers: { 'last-event-id': '0' },
      answer: { status: 200 },
    },
    {
      summary: 'A used ticket',
      query: { ticket },
      as: null,
      answer: { problem: 'ticket_invalid' },
    },
  ],
  createStreamTicket: [
    {
      summary: 'For one inspection',
      body: { inspection_id, types: ['task.progressed', 'task.done', 'task.failed'] },
      answer: {
        status: 201,
        body: {
          ticket,
          expires_at: later,
          url: `${origin}/v1/inspections/${inspection_id}/events?ticket=${ticket}`,
        },
      },
    },
  ],
}
