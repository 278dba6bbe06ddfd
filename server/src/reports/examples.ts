import { EXAMPLE_REPORT_URL, EXAMPLE_VALUES, type Examples } from '../contracts/examples.ts'

const { inspection_id, report_id, report_signature, later } = EXAMPLE_VALUES

const stateExample = { id: inspection_id, object_type: 'REPORT', report_id }

export const reportExamples: Examples = {
  createReport: [
    {
      summary: 'Ask for a report in French',
      body: { pricing: true, client_name: 'Alder Rentals', language: 'fr' },
      answer: { status: 201, body: { ...stateExample, status: 'IN_PROGRESS' } },
    },
    {
      summary: 'Upload a report',
      body: { pdf_post_strategy: 'upload' },
      file: { part: 'pdf_data', name: 'report.pdf', holds: 'pdf' },
      answer: { status: 201, body: { ...stateExample, status: 'DONE' } },
    },
  ],
  getReport: [
    {
      summary: 'After an upload',
      after: 'report uploaded',
      answer: {
        status: 200,
        body: { ...stateExample, pdf_url: EXAMPLE_REPORT_URL, created_at: later, source: 'uploaded' },
      },
    },
    { summary: 'Never asked for', answer: { problem: 'report_not_requested' } },
    { summary: 'Not ready', after: 'report requested', answer: { problem: 'report_not_ready' } },
  ],
  getReportFile: [
    {
      summary: 'Open it',
      path: { signature: report_signature },
      after: 'report uploaded',
      as: null,
      answer: { status: 200 },
    },
  ],
}
