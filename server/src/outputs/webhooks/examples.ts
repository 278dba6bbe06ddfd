import {
  deletedExample,
  EXAMPLE_VALUES,
  type Examples,
  pagingExample,
} from '../../core/contracts/examples.ts'

const { webhook_endpoint_id, webhook_delivery_id, event_id, inspection_id, subject, time, later } =
  EXAMPLE_VALUES

const url = 'https://hooks.example.com/walkaround'
const secret = 'whsec_c2VjcmV0LW9mLWFuLWV4YW1wbGUtLTMyLWJ5dGVzLS0='
const endpoint_id = webhook_endpoint_id
const path = { endpoint_id }
const registered = 'webhook endpoint registered'
const tested = 'webhook endpoint tested'

const endpointExample = {
  id: webhook_endpoint_id,
  object_type: 'WEBHOOK_ENDPOINT',
  created_at: time,
  created_by: subject,
  url,
  description: 'Orders of the workshop',
  event_types: ['task.done', 'task.failed', 'report.done'],
  is_enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  last_attempt_at: null,
  previous_secret_until: null,
  version: 1,
}

const deliveryExample = {
  id: webhook_delivery_id,
  object_type: 'WEBHOOK_DELIVERY',
  endpoint_id,
  event_id,
  event_type: 'webhook.test',
  inspection_id: null,
  created_at: later,
  state: 'delivered',
  attempt_count: 1,
  next_attempt_at: null,
  ended_at: later,
}

const testedExample = {
  ...deliveryExample,
  attempts: [{ number: 1, created_at: later, status_class: '2xx', error: null, latency: 'under_1_s' }],
}

const callbackSecretExample = {
  object_type: 'CALLBACK_SECRET',
  secret,
  created_at: time,
  previous_secret_until: null,
}

export const webhookExamples: Examples = {
  createWebhookEndpoint: [
    {
      summary: 'Events for finished tasks and reports',
      body: {
        url,
        description: 'Orders of the workshop',
        event_types: ['task.done', 'task.failed', 'report.done'],
      },
      answer: { status: 201, body: { ...endpointExample, secret } },
    },
    {
      summary: 'An invalid URL',
      body: { url: 'https://localhost/walkaround' },
      answer: {
        problem: 'request_invalid',
        errors: [
          { field: 'url', message: 'must be an https URL of a public host on port 443, without user info' },
        ],
      },
    },
  ],
  listWebhookEndpoints: [
    {
      summary: 'All endpoints of the organization',
      after: registered,
      answer: { status: 200, body: { data: [endpointExample] } },
    },
  ],
  getWebhookEndpoint: [
    {
      summary: 'An endpoint with its health',
      path,
      after: registered,
      answer: { status: 200, body: endpointExample },
    },
  ],
  updateWebhookEndpoint: [
    {
      summary: 'Disable the endpoint',
      path,
      after: registered,
      body: { is_enabled: false },
      answer: {
        status: 200,
        body: {
          ...endpointExample,
          is_enabled: false,
          disabled_at: later,
          disabled_reason: 'client',
          version: 2,
        },
      },
    },
  ],
  deleteWebhookEndpoint: [
    {
      summary: 'Delete the endpoint',
      path,
      after: registered,
      answer: { status: 200, body: deletedExample(webhook_endpoint_id, 'WEBHOOK_ENDPOINT') },
    },
  ],
  rotateWebhookSecret: [
    {
      summary: 'A new secret',
      path,
      after: registered,
      answer: {
        status: 200,
        body: {
          ...endpointExample,
          previous_secret_until: '2026-11-15T09:31:07.402318+00:00',
          version: 2,
          secret,
        },
      },
    },
  ],
  testWebhookEndpoint: [
    {
      summary: 'The receiver responds',
      path,
      after: registered,
      answer: { status: 200, body: testedExample },
    },
  ],
  listWebhookDeliveries: [
    {
      summary: 'The latest deliveries',
      path,
      after: tested,
      query: { limit: '1' },
      answer: {
        status: 200,
        body: { data: [deliveryExample], paging: pagingExample(webhook_delivery_id) },
      },
    },
  ],
  getWebhookDelivery: [
    {
      summary: 'All attempts for an event',
      path: { ...path, delivery_id: webhook_delivery_id },
      after: tested,
      answer: { status: 200, body: testedExample },
    },
  ],
  replayWebhookDelivery: [
    {
      summary: 'Resend the event',
      path: { ...path, delivery_id: webhook_delivery_id },
      after: tested,
      answer: {
        status: 200,
        body: { ...testedExample, state: 'pending', next_attempt_at: later, ended_at: null },
      },
    },
  ],
  replayWebhookDeliveries: [
    {
      summary: 'Resend the events of one night',
      path,
      after: registered,
      body: { since: '2026-11-13T22:00:00Z', until: '2026-11-14T06:00:00Z' },
      answer: {
        status: 200,
        body: { object_type: 'WEBHOOK_REPLAY', endpoint_id, event_count: 0 },
      },
    },
  ],
  getCallbackSecret: [{ summary: 'The secret', answer: { status: 200, body: callbackSecretExample } }],
  rotateCallbackSecret: [
    {
      summary: 'A new secret',
      answer: {
        status: 200,
        body: { ...callbackSecretExample, previous_secret_until: '2026-11-15T09:31:07.402318+00:00' },
      },
    },
  ],
}

/** What a receiver is sent, as the page about events shows it. */
export const EVENT_EXAMPLE = {
  id: event_id,
  type: 'task.done',
  timestamp: later,
  data: { inspection_id, task_id: EXAMPLE_VALUES.task_id, name: 'damage_detection', generation: 1 },
}
