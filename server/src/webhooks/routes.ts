import { Type } from 'typebox'
import type { App } from '../platform/app.ts'
import type { Egress } from '../platform/egress.ts'
import type { FairGate } from '../platform/fair-gate.ts'
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
      summary: 'Read the secret of callbacks',
      description:
        'The secret that signs the `callbacks` of all tasks of the organization. It is made when it is asked for first. Needs the permission to change things, as whoever has it can sign.',
      tags,
      response: { 200: CallbackSecret },
    },
    handler: (request) => getCallbackSecret(request.ctx),
  })
  app.post('/webhook_endpoints/callback_secret/rotate', {
    config: { access: { organization: 'write' }, answersSecret: true },
    schema: {
      operationId: 'rotateCallbackSecret',
      summary: 'Change the secret of callbacks',
      description: 'For 24 hours callbacks are signed with both, the new and the one before.',
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
      summary: 'Register a receiver of events',
      description:
        'From now on every event of the organization, or those in `event_types`, is sent to `url` as a signed POST (Standard Webhooks 1.0), at least once. The answer shows the secret, this once.',
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
      summary: 'List the receivers of events',
      description: 'All of the organization, newest first, with how they do.',
      tags,
      response: { 200: WebhookEndpointList },
    },
    handler: (request) => listWebhookEndpoints(request.ctx),
  })
  app.get('/webhook_endpoints/:endpoint_id', {
    schema: {
      operationId: 'getWebhookEndpoint',
      summary: 'Read a receiver of events',
      description: 'Never with its secret.',
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
      summary: 'Change, disable or enable a receiver of events',
      description:
        'Sets the given fields. What waits for an endpoint stays while it is disabled, for up to 30 days, and is sent once it is enabled again.',
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
      summary: 'Delete a receiver of events',
      description:
        'Nothing more is sent to it, but for a message that is under way at this moment. Its deliveries go with it. Deleting it again answers the same.',
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
      summary: 'Change the secret of a receiver',
      description:
        'The answer shows the new secret, this once. For 24 hours messages are signed with both, the new and the one before.',
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
        'Sends an event of type `webhook.test` now, once, and answers what became of it: the class of the status and roughly the time it took. Works while the endpoint is disabled, too.',
      tags,
      params: EndpointParams,
      response: { 200: WebhookDeliveryWithAttempts },
    },
    handler: (request) => testWebhookEndpoint(request.ctx, { egress, gate }, request.params.endpoint_id),
  })
  app.get('/webhook_endpoints/:endpoint_id/deliveries', {
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'List what was sent to a receiver',
      description: 'Newest first, in pages: one entry for each event, of the last 30 days.',
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
      summary: 'Read what became of one event',
      description: 'With every attempt: when it was, the class of the answer, and roughly how long it took.',
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
      summary: 'Send one event again',
      description:
        'With the same id, whatever became of it before. It is sent within seconds, and as often as the retry table says.',
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
      summary: 'Send the events of a time again',
      description:
        'All that the endpoint listens to, in their order, with the same ids: after a loss at the receiver, or for what happened before it was there. With `only_failed` those that were given up.',
      tags,
      params: EndpointParams,
      body: ReplayWebhookDeliveries,
      response: { 200: WebhookReplay },
    },
    handler: (request) => replayWebhookDeliveries(request.ctx, request.params.endpoint_id, request.body),
  })
}
