import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, status } from '../../../../testing/webhook-receiver.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { openScene, type Scene, waitForMessages } from '../../../test/webhook-receiver.ts'

let scene: Scene
let receiver: Receiver
let service: Service
beforeAll(async () => {
  scene = await openScene()
  ;({ receiver, service } = scene)
})
afterEach(() => scene.reset())
afterAll(() => scene.close())

/** An inspection whose task has these callbacks, and a person who has done the task. */
async function endTask(callbacks: object[]): Promise<string> {
  const id = await createInspection(service, { tasks: { human_in_the_loop: { callbacks } } })
  for (const status of ['TODO', 'DONE'])
    await service.call('PATCH', `/inspections/${id}/tasks/human_in_the_loop`, { json: { status } })
  return id
}

describe('the callbacks of a task', () => {
  it('are tried again each for itself; one that is gone ends no other', async () => {
    receiver.respond('/callback-gone', status(410))
    let tries = 0
    receiver.respond('/callback-later', (response) => response.writeHead(++tries < 3 ? 503 : 204).end())
    const { putForward } = scene.startSender()
    const id = await endTask([
      { url: receiver.url('/callback-gone'), headers: {} },
      { url: receiver.url('/callback-later'), headers: {} },
    ])
    const count = async (attempts: number) =>
      (
        await service.rows(
          'select count(*)::int from webhook_deliveries where inspection_id = $1 and attempt_count >= $2',
          [id, attempts],
        )
      )[0].count
    await waitFor('the first attempts', async () => (await count(1)) === 2)
    await putForward(10_000)
    await waitFor('the second attempt', async () => (await count(2)) === 1)
    await putForward(600_000)
    await waitForMessages(receiver, '/callback-later', 3)
    const ids = receiver.at('/callback-later').map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expect(receiver.at('/callback-gone')).toHaveLength(1)
    const rows = await waitFor('both ends', async () => {
      const found = await service.rows(
        "select state from webhook_deliveries where inspection_id = $1 and state <> 'pending' order by callback_index",
        [id],
      )
      return found.length === 2 && found
    })
    expect(rows).toEqual([{ state: 'failed' }, { state: 'delivered' }])
    const [receiverRow] = await service.rows(
      "select disabled_at from webhook_endpoints where kind = 'callbacks' and org_id = 'org_alder'",
    )
    expect(receiverRow.disabled_at).toBeNull()
  })

  it('whose sealing key is gone are not sent, say so to the operator, and are tried again', async () => {
    const id = await endTask([{ url: receiver.url('/callback-sealed'), headers: {} }])
    await service.rows(
      `update tasks set callbacks = jsonb_set(callbacks, '{0,sealed}', to_jsonb('k9.' || substr(callbacks -> 0 ->> 'sealed', 4)))
       where inspection_id = $1 and name = 'human_in_the_loop'`,
      [id],
    )
    scene.startSender()
    const [attempt] = await waitFor('the attempt', async () => {
      const found = await service.rows(
        'select a.error, d.state from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.inspection_id = $1',
        [id],
      )
      return found.length > 0 && found
    })
    expect(attempt).toEqual({ error: 'not_sent', state: 'pending' })
    expect(service.logLines().join('')).toContain('the organization has no key k9')
    expect(receiver.at('/callback-sealed')).toHaveLength(0)
  })
})
