import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { createEndpoint, openScene, type Scene, waitForMessages } from '../../../test/webhook-receiver.ts'

let scene: Scene
let service: Service
beforeAll(async () => {
  scene = await openScene()
  service = scene.service
})
afterAll(() => scene.close())

const list = (query = '', as = 'alder-manager') =>
  service.call('GET', `/administration_events${query}`, { as })
const rotate = async (as = 'alder-manager') => {
  const { status } = await service.call('POST', '/webhook_endpoints/callback_secret/rotate', { as })
  expect(status).toBe(200)
}
type Event = { id: string; created_by: string }
const idsOf = (body: { data: Event[] }) => body.data.map(({ id }) => id)

describe('listAdministrationEvents', () => {
  it('200 lists newest first and pages both ways, each event once', async () => {
    for (let n = 0; n < 7; n++) await rotate()
    const all = idsOf((await list()).body)
    expect(all.length).toBeGreaterThanOrEqual(7)
    expect(all).toEqual(all.toSorted().toReversed())
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 10; page++) {
      const { body } = await list(`?limit=3${after}`)
      seen.push(...idsOf(body))
      if (!body.paging.next) break
      after = `&after=${body.paging.next}`
    }
    expect(seen).toEqual(all)
    expect(idsOf((await list(`?limit=2&before=${all[4]}`)).body)).toEqual(all.slice(2, 4))
    expect(idsOf((await list('?pagination_order=asc&limit=2')).body)).toEqual(all.toReversed().slice(0, 2))
  })

  it('200 in the normalised form', async () => {
    await rotate()
    const headers = { accept: 'application/vnd.walkaround.entities+json' }
    const { body } = await service.call('GET', '/administration_events?limit=1', { headers })
    expect(body.entities.administrationEvents[body.result[0]]).toMatchObject({
      type: 'callback_secret.rotated',
      createdBy: 'alder-manager',
      payload: {},
    })
  })

  it('200 for whoever reads the organization and for the operator, 403 for who reads only their own', async () => {
    for (const as of ['alder-manager', 'alder-reader', 'alder-admin', 'alder-operator'])
      expect((await list('', as)).status, as).toBe(200)
    for (const as of ['alder-member', 'alder-device', 'alder-none'])
      expect(await list('', as), as).toMatchObject({
        status: 403,
        body: { code: 'permission_missing', permission: 'monk_core_api:inspections:read_organization' },
      })
  })

  it('200 shows nothing of another organization, and 404 for a cursor of it', async () => {
    await rotate('birch-manager')
    const [foreign = ''] = idsOf((await list('', 'birch-manager')).body)
    await rotate()
    const { body } = await list()
    expect(new Set(body.data.map((event: Event) => event.created_by))).toEqual(new Set(['alder-manager']))
    expect(idsOf(body)).not.toContain(foreign)
    for (const cursor of [foreign, '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01', 'not-an-id'])
      for (const side of ['after', 'before'])
        expect(await list(`?${side}=${cursor}`), cursor).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
  })

  it('200 shows what no webhook is told', async () => {
    await createEndpoint(scene.service, scene.receiver, '/all')
    await rotate()
    const inspection = await createInspection(service)
    scene.startSender()
    const messages = await waitForMessages(scene.receiver, '/all', 1)
    const told = messages.map(({ body }) => JSON.parse(body))
    expect(told).toMatchObject([{ type: 'inspection.created', data: { inspection_id: inspection } }])
    // What streams and webhooks are told, they are told of this table.
    expect(await service.rows('select distinct type from events')).toEqual([{ type: 'inspection.created' }])
  })
})
