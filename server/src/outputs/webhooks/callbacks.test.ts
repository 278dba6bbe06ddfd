import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Received, type Receiver, startReceiver, status } from '../../../../testing/webhook-receiver.ts'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startRun, workerContext } from '../../../test/runs.ts'
import { createSender, waitForMessages } from '../../../test/webhook-receiver.ts'
import { failTask } from '../../inspection/tasks/fail-task.job.ts'

let receiver: Receiver
let service: Service
let started: ReturnType<typeof createSender>
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startOwnService({ egress: receiver.egress })
  started = createSender(service, receiver)
  started.sender.start()
})
afterAll(async () => {
  await started.sender.close(100)
  await service.stop()
  receiver.close()
})

const secretOf = async (as = 'alder-manager') =>
  (await service.call('GET', '/webhook_endpoints/callback_secret', { as })).body.secret

/** What a receiver that trusts the signature reads. Throws for any other. */
function verified(secret: string, { body, headers }: Received) {
  return new Webhook(secret).verify(body, headers)
}

/** By the time of the message: the clock of the sender was put forward. */
function signatureHolds(secret: string, { body, headers }: Received): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signature,
  } = headers
  return new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body) === signature
}

/** An inspection whose task a person starts and finishes. */
async function finishTask(callbacks: object[], as = 'alder-manager'): Promise<string> {
  const id = await createInspection(service, { tasks: { human_in_the_loop: { callbacks } } }, as)
  for (const status of ['TODO', 'DONE'])
    await service.call('PATCH', `/inspections/${id}/tasks/human_in_the_loop`, { as, json: { status } })
  return id
}

describe('the callbacks of a task', () => {
  it('are sent when it is done, for each spelling of the event, signed, with params and headers', async () => {
    const headers = { 'X-My-Key': '1', Authorization: 'Bearer t', Host: 'evil.example', 'webhook-id': 'x' }
    const id = await finishTask([
      { url: receiver.url('/a?own=1'), headers, params: { fooBar: 1 }, callbackEvent: 'STATUS_SET_TO_DONE' },
      { url: receiver.url('/b'), headers, params: { fooBar: 1 }, callback_event: ['STATUS_SET_TO_DONE'] },
      { url: receiver.url('/c'), headers: {}, event: 'STATUS_SET_TO_DONE' },
      { url: receiver.url('/d'), headers: {} },
      { url: receiver.url('/never'), headers: {}, event: 'STATUS_SET_TO_ERROR' },
    ])
    const secret = await secretOf()
    const events = await service.rows(
      "select id from events where inspection_id = $1 and type = 'task.done'",
      [id],
    )
    for (const path of ['/a', '/b', '/c', '/d']) {
      const [message] = await waitForMessages(receiver, path, 1)
      if (!message) throw new Error('nothing came')
      expect(verified(secret, message)).toEqual({
        id: events[0].id,
        event: 'STATUS_SET_TO_DONE',
        created_at: expect.any(String),
        inspection_id: id,
        task_name: 'human_in_the_loop',
        status: 'DONE',
      })
      expect(message.headers['webhook-id']).toBe(events[0].id)
    }
    const [a, b] = [receiver.at('/a')[0], receiver.at('/b')[0]]
    expect([a?.path, b?.path]).toEqual(['/a?own=1&fooBar=1', '/b?fooBar=1'])
    for (const message of [a, b])
      expect(message?.headers).toMatchObject({
        'x-my-key': '1',
        authorization: 'Bearer t',
        host: expect.not.stringContaining('evil'),
        'content-type': 'application/json',
      })
    expect(receiver.at('/never')).toEqual([])
  })

  it('are sent when it fails, to those who asked for that', async () => {
    const callbacks = [
      { url: receiver.url('/failed'), headers: {}, event: 'STATUS_SET_TO_ERROR' },
      { url: receiver.url('/done-only'), headers: {}, event: 'STATUS_SET_TO_DONE' },
    ]
    const id = await createInspection(service, { tasks: { damage_detection: { callbacks } } })
    await createImage(service, id, { tasks: ['damage_detection'] })
    const run = await startRun(service, id, 'damage_detection')
    await failTask(workerContext(service), run)
    const [message] = await waitForMessages(receiver, '/failed', 1)
    if (!message) throw new Error('nothing came')
    expect(verified(await secretOf(), message)).toMatchObject({
      event: 'STATUS_SET_TO_ERROR',
      status: 'ERROR',
      inspection_id: id,
      task_name: 'damage_detection',
    })
    expect(receiver.at('/done-only')).toEqual([])
  })

  it('come again with the same id when the receiver fails, and a redirect is a failure', async () => {
    receiver.respond('/flaky', status(302, { location: receiver.url('/followed') }))
    await finishTask([{ url: receiver.url('/flaky'), headers: {} }])
    await waitForMessages(receiver, '/flaky', 1)
    receiver.respond('/flaky', status(204))
    await waitFor('the second attempt', async () => {
      await started.putForward(60_000)
      return receiver.at('/flaky').length > 1
    })
    const [first, second] = receiver.at('/flaky')
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(receiver.at('/followed')).toEqual([])
  })

  it('are signed with the secret of their own organization', async () => {
    await finishTask([{ url: receiver.url('/birch'), headers: {} }], 'birch-manager')
    const [message] = await waitForMessages(receiver, '/birch', 1)
    if (!message) throw new Error('nothing came')
    const secret = await secretOf('birch-manager')
    expect(secret).not.toBe(await secretOf())
    expect(signatureHolds(secret, message)).toBe(true)
    expect(signatureHolds(await secretOf(), message)).toBe(false)
  })

  it('are kept sealed, and shown to nobody', async () => {
    const callbacks = [{ url: receiver.url('/kept'), headers: { 'X-Key': 'hush' }, params: { t: 'hush' } }]
    const id = await createInspection(service, { tasks: { human_in_the_loop: { callbacks } } })
    const rows = await service.rows('select callbacks from tasks where inspection_id = $1', [id])
    expect(JSON.stringify(rows)).not.toMatch(/hush|kept/)
    expect(rows.map((row) => row.callbacks)).toContainEqual([
      { events: ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'], sealed: expect.any(String) },
    ])
    const shown = await service.call('GET', `/inspections/${id}`)
    expect(JSON.stringify(shown.body)).not.toMatch(/hush|sealed|callbacks/)
    expect(service.logLines().join('')).not.toMatch(/hush/)
  })
})
