import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import type { Egress } from '../../core/platform/egress.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import { createWebhookEndpoint } from './create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { getCallbackSecret } from './get-callback-secret.ts'
import { getWebhookDelivery } from './get-webhook-delivery.ts'
import { getWebhookEndpoint } from './get-webhook-endpoint.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhookEndpoints } from './list-webhook-endpoints.ts'
import { replayWebhookDeliveries } from './replay-webhook-deliveries.ts'
import { replayWebhookDelivery } from './replay-webhook-delivery.ts'
import { rotateCallbackSecret } from './rotate-callback-secret.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import {
  CallbackSecret,
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  DeliveryParams,
  EndpointParams,
  ReplayWebhookDeliveries,
  UpdateWebhookEndpoint,
  WebhookDeliveryList,
  WebhookDeliveryQuery,
  WebhookDeliveryWithAttempts,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WebhookReplay,
} from './schema.ts'
import { testWebhookEndpoint } from './test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts'

const tags = ['webhooks']

export function webhookRoutes(app: App, egress: Egress, gate: FairGate): void {
  endpointRoutes(app, egress)
  deliveryRoutes(app, egress, gate)
  app.get('/webhook_endpoints/callback_secret', {
    schema: {
      operationId: 'getCallbackSecret',
      summary: 'Get the callback secret',
      description:
        'The secret that signs the `callbacks` of all tasks of the organization. It is created on the first request. Requires a write permission, because anyone who has the secret can sign callbacks.',
      tags,
      response: { 200: CallbackSecret },
    },
    handler: (request) => getCallbackSecret(request.ctx),
  })
  app.post('/webhook_endpoints/callback_secret/rotate', {
    config: { access: { organization: 'write' }, answersSecret: true },
    schema: {
      operationId: 'rotateCallbackSecret',
      summary: 'Rotate the callback secret',
      description: 'For 24 hours, callbacks are signed with both the new and the previous secret.',
      tags,
      response: { 200: CallbackSecret },
    },
    handler: (request) => rotateCallbackSecret(request.ctx),
  })
}

function endpointRoutes(app: App, egress: Egress): void {
  app.post('/webhook_endpoints', {
    config: {
      access: { organization: 'write' },
      errors: ['webhook_endpoints_too_many'],
      answersSecret: true,
    },
    schema: {
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description:
        'From now on, every event of the organization, or every event in `event_types`, is sent to `url` at least once, as a signed POST (Standard Webhooks 1.0). Only this response contains the secret.',
      tags,
      body: CreateWebhookEndpoint,
      response: { 201: WebhookEndpointWithSecret },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createWebhookEndpoint(request.ctx, egress, request.body)),
  })
  app.get('/webhook_endpoints', {
    schema: {
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'All endpoints of the organization with their health, newest first.',
      tags,
      response: { 200: WebhookEndpointList },
    },
    handler: (request) => listWebhookEndpoints(request.ctx),
  })
  app.get('/webhook_endpoints/:endpoint_id', {
    schema: {
      operationId: 'getWebhookEndpoint',
      summary: 'Get a webhook endpoint',
      description: 'The response never contains the secret.',
      tags,
      params: EndpointParams,
      response: { 200: Type.Ref('WebhookEndpoint') },
    },
    handler: (request) => getWebhookEndpoint(request.ctx, request.params.endpoint_id),
  })
  app.patch('/webhook_endpoints/:endpoint_id', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'updateWebhookEndpoint',
      summary: 'Update, disable or enable a webhook endpoint',
      description:
        'Sets the given fields. While an endpoint is disabled, waiting deliveries are kept for up to 30 days and sent when it is enabled again.',
      tags,
      params: EndpointParams,
      body: UpdateWebhookEndpoint,
      response: { 200: Type.Ref('WebhookEndpoint') },
    },
    handler: (request) =>
      updateWebhookEndpoint(request.ctx, egress, request.params.endpoint_id, request.body),
  })
  app.delete('/webhook_endpoints/:endpoint_id', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint',
      description:
        'Nothing more is sent to it, except a message that is being sent right now. Its deliveries are deleted too. Repeating the request gives the same answer.',
      tags,
      params: EndpointParams,
      response: { 200: DeletedWebhookEndpoint },
    },
    handler: (request) => deleteWebhookEndpoint(request.ctx, request.params.endpoint_id),
  })
  app.post('/webhook_endpoints/:endpoint_id/rotate_secret', {
    config: { access: { organization: 'write' }, versioned: true, answersSecret: true },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Only this response contains the new secret. For 24 hours, messages are signed with both the new and the previous secret.',
      tags,
      params: EndpointParams,
      response: { 200: WebhookEndpointWithSecret },
    },
    handler: (request) => rotateWebhookSecret(request.ctx, request.params.endpoint_id),
  })
}

function deliveryRoutes(app: App, egress: Egress, gate: FairGate): void {
  app.post('/webhook_endpoints/:endpoint_id/test', {
    config: { access: { organization: 'write' }, lingers: true },
    schema: {
      operationId: 'testWebhookEndpoint',
      summary: 'Send a test event',
      description:
        'Sends one event of type `webhook.test` immediately and returns the outcome: the class of the status and the approximate duration. Also works while the endpoint is disabled.',
      tags,
      params: EndpointParams,
      response: { 200: WebhookDeliveryWithAttempts },
    },
    handler: (request) => testWebhookEndpoint(request.ctx, { egress, gate }, request.params.endpoint_id),
  })
  app.get('/webhook_endpoints/:endpoint_id/deliveries', {
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook endpoint',
      description: 'Newest first, in pages: one entry per event of the last 30 days.',
      tags,
      params: EndpointParams,
      querystring: WebhookDeliveryQuery,
      response: { 200: WebhookDeliveryList },
    },
    handler: (request) => listWebhookDeliveries(request.ctx, request.params.endpoint_id, request.query),
  })
  app.get('/webhook_endpoints/:endpoint_id/deliveries/:delivery_id', {
    schema: {
      operationId: 'getWebhookDelivery',
      summary: 'Get a delivery',
      description:
        'Includes every attempt with its time, the class of the response and the approximate duration.',
      tags,
      params: DeliveryParams,
      response: { 200: WebhookDeliveryWithAttempts },
    },
    handler: ({ ctx, params }) => getWebhookDelivery(ctx, params.endpoint_id, params.delivery_id),
  })
  app.post('/webhook_endpoints/:endpoint_id/deliveries/:delivery_id/replay', {
    config: { access: { organization: 'write' }, errors: ['webhook_endpoint_disabled'] },
    schema: {
      operationId: 'replayWebhookDelivery',
      summary: 'Resend an event',
      description:
        'Resends the event with the same ID, whether or not it was delivered before. It is sent within seconds and retried like a new event.',
      tags,
      params: DeliveryParams,
      response: { 200: WebhookDeliveryWithAttempts },
    },
    handler: ({ ctx, params }) => replayWebhookDelivery(ctx, params.endpoint_id, params.delivery_id),
  })
  app.post('/webhook_endpoints/:endpoint_id/replay', {
    config: {
      access: { organization: 'write' },
      errors: ['webhook_endpoint_disabled', 'webhook_replay_too_large'],
    },
    schema: {
      operationId: 'replayWebhookDeliveries',
      summary: 'Resend the events of a period',
      description:
        'Resends all events the endpoint subscribes to, in order and with the same IDs. Use this after a data loss at the receiver, or for events from before the endpoint existed. With `only_failed`, only failed events are resent.',
      tags,
      params: EndpointParams,
      body: ReplayWebhookDeliveries,
      response: { 200: WebhookReplay },
    },
    handler: (request) => replayWebhookDeliveries(request.ctx, request.params.endpoint_id, request.body),
  })
}
