import { EXAMPLE_VALUES, type Examples } from '../contracts/examples.ts'

const { inspection_id, later, origin, ticket } = EXAMPLE_VALUES

export const eventExamples: Examples = {
  streamEvents: [
    {
      summary: 'Tasks and reports that end',
      query: { types: 'task.done,task.failed,report.done,report.failed' },
      answer: { status: 200 },
    },
  ],
  streamInspectionEvents: [
    { summary: 'Everything from now on', answer: { status: 200 } },
    {
      summary: 'After what was received last',
      headers: { 'last-event-id': '0' },
      answer: { status: 200 },
    },
    {
      summary: 'A ticket that was used',
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
