import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { status } from '../../../../testing/webhook-receiver.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import {
  createEndpoint,
  openScene,
  putForward,
  type Scene,
  waitForMessages,
} from '../../../test/webhook-receiver.ts'

const DAY_MS = 24 * 3_600_000
const CREATED = { event_types: ['inspection.created'] }

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.reset())
afterAll(() => scene.close())

const endpointOf = async (id: string) => (await scene.service.call('GET', `/webhook_endpoints/${id}`)).body
const waitForAttempt = (id: string, number: number) =>
  waitFor(`attempt ${number}`, async () => {
    const { body } = await scene.service.call('GET', `/webhook_endpoints/${id}/deliveries`)
    return body.data[0]?.attempt_count === number && body.data[0]
  })

describe.each([
  ['ahead', 10 * DAY_MS],
  ['behind', -10 * DAY_MS],
])('a worker whose clock is ten days %s', (how, wrongByMs) => {
  it('disables no endpoint, and tries again when the retry table says', async () => {
    const { service, receiver } = scene
    const path = `/failing-${how}`
    const { id } = await createEndpoint(service, receiver, path, CREATED)
    receiver.respond(path, status(500))
    const { sender } = scene.startSender()
    await createInspection(service)
    await waitForAttempt(id, 1)
    await sender.close(1_000)

    scene.startSender({ wrongByMs })
    await putForward(service, 10_000)
    const { next_attempt_at } = await waitForAttempt(id, 2)
    expect(await endpointOf(id)).toMatchObject({ is_enabled: true, disabled_reason: null })
    const waitS = (Date.parse(next_attempt_at) - Date.now()) / 1_000
    expect(waitS).toBeGreaterThan(280)
    expect(waitS).toBeLessThan(380)
    const { failing_since } = await endpointOf(id)
    expect(Math.abs(Date.parse(failing_since) - Date.now())).toBeLessThan(60_000)
  })

  it('signs messages that a receiver takes for fresh', async () => {
    const { service, receiver } = scene
    const path = `/signed-${how}`
    const { id, secret: old } = await createEndpoint(service, receiver, path, CREATED)
    const { secret } = (await service.call('POST', `/webhook_endpoints/${id}/rotate_secret`)).body
    scene.startSender({ wrongByMs })
    await createInspection(service)
    const [message] = await waitForMessages(receiver, path, 1)
    for (const signer of [old, secret])
      expect(new Webhook(signer).verify(message?.body ?? '', message?.headers ?? {})).toBeDefined()
  })
})
