import { EXAMPLE_REPORT_URL, EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, comparison_id, report_id, report_signature, later } = EXAMPLE_VALUES

const { subject } = EXAMPLE_VALUES
const SHA256 = '9f2c4e8a1b7d3605f4e9c8a2d1b07653e8f4a9c2b1d07e6358f4c9a2e1b7d036'

const reportExample = {
  id: inspection_id,
  object_type: 'REPORT',
  report_id,
  number: 1,
  pdf_url: EXAMPLE_REPORT_URL,
  created_at: later,
  created_by: subject,
  done_at: later,
  source: 'uploaded',
  status: 'DONE',
  progress: 100,
  error: null,
  sha256: SHA256,
  is_signed: false,
  is_outdated: null,
  verification_code: null,
}

const stateExample = { id: inspection_id, object_type: 'REPORT', report_id }

export const reportExamples: Examples = {
  createReport: [
    {
      summary: 'Request a report in French',
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
        body: reportExample,
      },
    },
    { summary: 'Not requested', answer: { problem: 'report_not_requested' } },
    { summary: 'Not ready', after: 'report requested', answer: { problem: 'report_not_ready' } },
  ],
  listReports: [
    {
      summary: 'An uploaded report',
      after: 'report uploaded',
      answer: { status: 200, body: { data: [reportExample] } },
    },
  ],
  createComparisonReport: [
    {
      summary: 'Print a comparison in German',
      after: 'inspections compared',
      body: { language: 'de', paper: 'a4' },
      answer: { status: 201, body: { ...stateExample, id: comparison_id, status: 'IN_PROGRESS' } },
    },
  ],
  getComparisonReport: [
    {
      summary: 'Printed',
      after: 'comparison printed',
      answer: {
        status: 200,
        body: {
          ...reportExample,
          id: comparison_id,
          source: 'generated',
          is_outdated: false,
          verification_code: SHA256.slice(0, 12),
        },
      },
    },
    {
      summary: 'Not requested',
      after: 'inspections compared',
      answer: { problem: 'report_not_requested' },
    },
  ],
  verifyReport: [
    {
      summary: 'A printed report',
      path: { report_id },
      after: 'report made',
      as: null,
      answer: {
        status: 200,
        body: {
          report_id,
          object_type: 'REPORT_VERIFICATION',
          created_at: later,
          sha256: SHA256,
          content_sha256: SHA256,
          verification_code: SHA256.slice(0, 12),
          is_signed: false,
          is_latest: true,
          is_outdated: false,
        },
      },
    },
  ],
  getReportFile: [
    {
      summary: 'Download it',
      path: { signature: report_signature },
      after: 'report uploaded',
      as: null,
      answer: { status: 200 },
    },
  ],
}
