import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replayWebhookDeliveries,
  replayWebhookDelivery,
  testWebhookEndpoint,
  type WebhookEventType,
} from '@walkaround/sdk'
import type { Command } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { numberOf, oneOf, printNext, timeOf } from '../values.ts'

const list: Command = {
  name: 'webhooks list',
  summary: 'List the webhook endpoints of your organization',
  run: async ({ client, terminal, isJson, signal }) => {
    const answer = await listWebhookEndpoints(client(), { signal })
    if (isJson) return void terminal.json(answer)
    const rows = answer.result.map((id) => {
      const { url, eventTypes, isEnabled, failingSince } = answer.entities.webhookEndpoints?.[id] ?? {}
      return [id, url, eventTypes?.join(', ') ?? 'all', isEnabled, timeOf(failingSince)]
    })
    terminal.table(['endpoint', 'url', 'events', 'enabled', 'failing since'], rows)
    return undefined
  },
}

const create: Command = {
  name: 'webhooks create',
  summary: 'Send events to an https URL; shows the signing secret once',
  args: ['URL'],
  options: {
    event: { value: 'TYPE', multiple: true, means: 'event type to send; default all' },
    description: { value: 'TEXT', means: 'name of the endpoint' },
  },
  run: async ({ client, arg, text, texts, terminal, isJson, signal }) => {
    const description = text('description')
    // The service knows which types there are, and names them when one is wrong.
    const types = texts('event') as WebhookEventType[]
    const body = {
      url: arg(0),
      ...(types.length > 0 ? { eventTypes: types } : {}),
      ...(description ? { description } : {}),
    }
    const answer = await createWebhookEndpoint(client(), body, { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(answer.result)
    terminal.print(`secret ${answer.entities.webhookEndpoints?.[answer.result]?.secret}`)
    terminal.note('Store the secret now. It is not shown again.')
    return undefined
  },
}

const remove: Command = {
  name: 'webhooks delete',
  summary: 'Delete a webhook endpoint',
  args: ['ENDPOINT'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await deleteWebhookEndpoint(client(), arg(0), { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(`deleted ${arg(0)}`)
    return undefined
  },
}

const test: Command = {
  name: 'webhooks test',
  summary: 'Send a test event to an endpoint',
  args: ['ENDPOINT'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await testWebhookEndpoint(client(), arg(0), { signal })
    if (isJson) return void terminal.json(answer)
    const { state } = answer.entities.webhookDeliveries?.[answer.result] ?? {}
    terminal.print(`${answer.result} ${state ?? 'pending'}`)
    terminal.note(`See the result with: walkaround webhooks deliveries ${arg(0)}`)
    return undefined
  },
}

const deliveries: Command = {
  name: 'webhooks deliveries',
  summary: 'List deliveries to an endpoint, newest first',
  args: ['ENDPOINT'],
  options: {
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
    state: { value: 'STATE', means: 'filter by state: pending, delivered or failed' },
  },
  run: async ({ client, arg, text, terminal, isJson, signal }) => {
    const after = text('after')
    const state = oneOf('state', text('state'), ['pending', 'delivered', 'failed'])
    const limit = numberOf('limit', text('limit')) ?? 20
    const query = { limit, ...(after ? { after } : {}), ...(state ? { state } : {}) }
    const page = await listWebhookDeliveries(client(), arg(0), query, { signal })
    if (isJson) return void terminal.json(page)
    const rows = page.result.map((id) => {
      const { eventType, state, attemptCount, createdAt, nextAttemptAt } =
        page.entities.webhookDeliveries?.[id] ?? {}
      return [id, eventType, state, attemptCount, timeOf(createdAt), timeOf(nextAttemptAt)]
    })
    terminal.table(['delivery', 'event', 'state', 'attempts', 'created', 'next attempt'], rows)
    printNext(terminal, page)
    return undefined
  },
}

const replay: Command = {
  name: 'webhooks replay',
  summary: 'Resend a delivery, or all events since a time',
  args: ['ENDPOINT', '[DELIVERY]'],
  options: {
    since: { value: 'TIME', means: 'resend events from this time on, such as 2026-01-31T08:00:00Z' },
    failed: { means: 'with --since, only failed events' },
  },
  run: async ({ client, arg, text, flag, terminal, isJson, signal }) => {
    const [delivery, since] = [arg(1), text('since')]
    if (delivery && since) throw new Failure('usage', 'Use either DELIVERY or --since, not both.')
    if (delivery) {
      const answer = await replayWebhookDelivery(client(), arg(0), delivery, { signal })
      if (isJson) return void terminal.json(answer)
      terminal.print(`resending ${answer.result}`)
      return undefined
    }
    if (!since) throw new Failure('usage', 'Nothing to resend.', 'Give a DELIVERY or --since TIME.')
    const body = { since, ...(flag('failed') ? { onlyFailed: true } : {}) }
    const answer = await replayWebhookDeliveries(client(), arg(0), body, { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(`resending ${answer.eventCount} events`)
    return undefined
  },
}

export const WEBHOOKS: readonly Command[] = [list, create, remove, test, deliveries, replay]
