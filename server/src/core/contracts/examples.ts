import type { ProblemCode, ProblemParams } from './problems.ts'

/** A request that can be sent as it stands, and what it answers. Shown in the documentation, and executed as a test. */
export type Example = {
  summary: string
  /** Path parameters that are not ids. */
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, unknown>
  /** The file part of a multipart request. */
  file?: { part: string; name: string; holds: 'picture' | 'pdf' }
  /** What must have happened before; the test makes it so. */
  after?:
    | 'report uploaded'
    | 'report requested'
    | 'task done'
    | 'inspection done'
    | 'task replayed'
    | 'damages rendered'
    | 'damage deleted'
    | 'view deleted'
    | 'pricing deleted'
    | 'estimate made'
    | 'report made'
    | 'webhook endpoint registered'
    | 'webhook endpoint tested'
    | 'two inspections analyzed'
    | 'inspections compared'
    | 'comparison decided'
    | 'comparison printed'
    | 'capture profile created'
    | 'capture link created'
    | 'capture opened'
    | 'capture complete'
    | 'inspection erased'
    | 'inspection held'
    | 'objection link created'
    | 'objection created'
    | 'capture plate taken'
    | 'audit checkpoint made'
  /** Who asks, if not somebody who may do everything; null asks without a token. */
  as?: 'reader' | 'operator' | null
  answer: ExampleAnswer
}

export type ExampleAnswer =
  /** Without a body where the answer is the bytes of a file. */
  | { status: number; body?: Record<string, unknown> }
  | {
      problem: ProblemCode
      params?: ProblemParams
      errors?: readonly { field: string; message: string }[]
    }

/** By operation id. The first is the one a reader should see first. */
export type Examples = Record<string, readonly Example[]>

/** What stands in examples for values that the service makes. The test puts real ones in their place. */
export const EXAMPLE_VALUES = {
  inspection_id: '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01',
  image_id: '0199a3c4-7a52-7d84-8c17-2e9b5f6d0a13',
  damage_id: '0199a3c6-10ff-7b2a-a4d3-91c7e08f5b24',
  part_id: '0199a3c6-1102-7e6b-b8f9-3d5a7c1e2f35',
  view_id: '0199a3c6-4b8e-7f19-9d02-c84b6a7e1d46',
  pricing_id: '0199a3c7-02c4-7a5d-8e61-f07d9b3c4a57',
  // A severity and the price of a part are one record.
  severity_id: '0199a3c7-02c4-7a5d-8e61-f07d9b3c4a57',
  vehicle_id: '0199a3c4-5d11-7901-b3c5-a72e8d4f6b68',
  task_id: '0199a3c4-5d12-7b4c-8fa6-5e1d0c9b7a79',
  replay_id: '0199a3c8-2f4b-7d96-b07a-41c8e5d39f7b',
  rendered_output_id: '0199a3c6-5d07-7a3f-8b64-0e2f9c7d1a6e',
  history_entry_id: '0199a3c9-0b1e-7f52-8d37-c5a90e6b4f19',
  estimate_id: '0199a3c9-3a70-7b65-9e12-6d84f1c07b2f',
  report_id: '0199a3c9-6e20-7c8d-a15b-d93f2b8e0c8a',
  webhook_endpoint_id: '0199a3ca-0a31-7d25-8b3e-7f10c6d2e58d',
  webhook_delivery_id: '0199a3ca-0c47-7a96-9e04-2b58d7f3c16e',
  administration_event_id: '0199a3ca-0d19-7b3c-8f52-6a94e1d0c7b5',
  earlier_inspection_id: '0199a2b1-0c3d-7e4f-8a5b-6c7d8e9f0a1b',
  comparison_id: '0199a3cb-1d42-7c60-9b8f-5e2a7d1c4f30',
  place_id: '0199a3cb-1f55-7b71-8cda-6f3b8e2d5a41',
  profile_id: '0199a3cb-1c02-7e41-9b6d-25f8a0c3d711',
  objection_link_id: '0199a3cb-3e24-7b63-9d8f-47bac2e5f933',
  objection_id: '0199a3cb-4f35-7c74-8e90-58cbd3f60a44',
  objection_picture_id: '0199a3cb-5046-7d85-9fa1-69dce4071b55',
  objection_code: '7K2MQ-9XW4T',
  capture_link_id: '0199a3cb-2d13-7a52-8c7e-36a9b1d4e822',
  erasure_id: '0199a3cc-0e24-7b63-8d8f-47bac2e5f933',
  event_id: '0199a3ca-0c44-7f08-b6a1-93d5e0c7284f',
  request_id: '0199a3ca-11d7-7e02-9c40-8a6f3b5d2e9c',
  picture_signature: 'c2lnbmF0dXJlLW9mLWEtcGljdHVyZS11cmwtLS0tLS0',
  rendered_output_signature: 'c2lnbmF0dXJlLW9mLWEtcmVuZGVyZWQtb3V0cHV0LS0',
  report_signature: 'c2lnbmF0dXJlLW9mLWEtcmVwb3J0LXVybC0tLS0tLS0',
  ticket: 'dGlja2V0LXRvLW9wZW4tb25lLXN0cmVhbS1vbmNlLS0',
  link_secret: 'c2VjcmV0LW9mLWEtY2FwdHVyZS1saW5rLS0tLS0tLS0',
  capture_token: 'dG9rZW4tb2YtYS1jYXB0dXJlLWxpbmstLS0tLS0tLS0',
  device_proof: 'eyJ0eXAiOiJkcG9wK2p3dCJ9.eyJodG0iOiJQT1NUIn0.c2lnbmF0dXJl',
  key_id: 'k1',
  expires: '1794733200',
  org_id: 'org_alder',
  subject: 'alder-manager',
  time: '2026-11-14T09:24:31.065973+00:00',
  later: '2026-11-14T09:31:07.402318+00:00',
  origin: 'https://inspections.example.com',
} as const

const { origin, picture_signature, report_signature, key_id, expires, org_id, image_id, report_id } =
  EXAMPLE_VALUES

export const EXAMPLE_PICTURE_URL = `${origin}/v1/pictures/${picture_signature}/${key_id}/${expires}/${org_id}/${image_id}/picture.jpg`
export const EXAMPLE_REPORT_URL = `${origin}/v1/reports/${report_signature}/${key_id}/${expires}/${org_id}/${report_id}/report.pdf`

/** What the delete of a thing answers. */
export const deletedExample = (id: string, objectType: string) => ({
  id,
  object_type: objectType,
  deleted: true,
  deleted_at: EXAMPLE_VALUES.later,
})

/** The paging of a page of one that has others after it. */
export const pagingExample = (id: string) => ({
  cursors: {
    before: id,
    after: id,
    next: { limit: 1, pagination_order: 'desc', after: id },
    previous: null,
  },
  next: id,
  previous: null,
})

/** The paging of the only page. */
export const lastPageExample = (id: string) => ({
  cursors: { before: id, after: id, next: null, previous: null },
  next: null,
  previous: null,
})
