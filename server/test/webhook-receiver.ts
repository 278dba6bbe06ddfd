import { type Received, type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'
import { createContext } from '../src/core/platform/context.ts'
import { createEgress } from '../src/core/platform/egress.ts'
import { createMetrics } from '../src/core/platform/metrics.ts'
import { Sender } from '../src/outputs/webhooks/send-deliveries.ts'
import { waitFor } from './factories.ts'
import { type Service, startOwnService } from './own-service.ts'

export type SenderOptions = {
  attemptMsMax?: number
  isSending?: boolean
  /** By how much the clock of its process is wrong. */
  wrongByMs?: number
}

/** The sender of a worker. */
export function createSender(
  service: Service,
  receiver: Receiver,
  { wrongByMs = 0, ...options }: SenderOptions = {},
) {
  const metrics = createMetrics('test')
  const clock = { nowMs: () => Date.now() + wrongByMs }
  const sender = new Sender({
    database: service.parts.cell.database,
    contextOf: (org_id) =>
      createContext(
        { ...service.parts, clock },
        { subject: 'worker', org_id, permissions: new Set() },
        service.log,
      ),
    egress: createEgress(receiver.egress),
    hints: null,
    log: service.log,
    metrics,
    ...options,
  })
  return { sender, metrics, putForward: (ms: number) => putForward(service, ms) }
}

/** Time passes at once: the clock of the database decides, so what it has written moves into the past. */
export async function putForward(service: Pick<Service, 'rows'>, ms: number): Promise<void> {
  await service.rows(
    `with passed as materialized (select make_interval(secs => $1) as time),
     endpoints as (
       update webhook_endpoints set failing_since = failing_since - time, last_attempt_at = last_attempt_at - time,
         previous_secret_until = previous_secret_until - time from passed returning 1
     ), attempts as (update webhook_attempts set created_at = created_at - time from passed)
     update webhook_deliveries set next_attempt_at = next_attempt_at - time
     from passed where (select count(*) from endpoints) >= 0`,
    [ms / 1_000],
  )
}

/** Registers a path of the receiver as an endpoint. */
export async function createEndpoint(
  service: Service,
  receiver: Receiver,
  path: string,
  fields: object = {},
  as = 'alder-manager',
): Promise<{ id: string; secret: string }> {
  const { status, body } = await service.call('POST', '/webhook_endpoints', {
    as,
    json: { url: receiver.url(path), ...fields },
  })
  if (status !== 201) throw new Error(`endpoint not created: ${JSON.stringify(body)}`)
  return body
}

/** Until so many messages have come to a path. */
export const waitForMessages = (receiver: Receiver, path: string, count: number): Promise<Received[]> =>
  waitFor(`${count} messages at ${path}`, async () => {
    const messages = receiver.at(path)
    return messages.length >= count && messages
  })

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A service, a receiver that it can reach, and senders that a test starts. */
export async function openScene(settings: Record<string, string> = {}) {
  const receiver = await startReceiver()
  const service = await startOwnService({ egress: receiver.egress, settings })
  const senders: ReturnType<typeof createSender>[] = []
  const stopSenders = async () => {
    await Promise.all(senders.splice(0).map(({ sender }) => sender.close(100)))
  }
  return {
    service,
    receiver,
    startSender: (options: SenderOptions = {}) => {
      const started = createSender(service, receiver, options)
      senders.push(started)
      started.sender.start()
      return started
    },
    /** The events of one test are not for the endpoints of another. */
    reset: async () => {
      await stopSenders()
      await service.rows("update webhook_endpoints set deleted_at = now() where kind = 'endpoint'")
    },
    close: async () => {
      await stopSenders()
      await service.stop()
      receiver.close()
    },
  }
}
