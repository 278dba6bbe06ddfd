import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
const ids: string[] = []
beforeAll(async () => {
  service = await startService()
  for (let n = 0; n < 7; n++) ids.push(await createInspection(service, { tasks: {}, additional_data: { n } }))
  await createInspection(service, { tasks: {} }, 'alder-member')
  await createInspection(service, { tasks: {} }, 'birch-manager')
})
afterAll(() => service.stop())

type Row = { id: string }
const newestFirst = () => ids.toReversed()
const idsOf = (body: { data: Row[] }) => body.data.map((row) => row.id)

describe('listInspections', () => {
  it('200 lists own inspections, newest first, deleted ones included, by default', async () => {
    const { status, body } = await service.call('GET', '/inspections')
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual(newestFirst())
    expect(body.paging).toEqual({
      cursors: { before: ids[6], after: ids[0], next: null, previous: null },
      next: null,
      previous: null,
    })
  })

  it('200 walks forth and back through all pages, each row once', async () => {
    for (const order of ['desc', 'asc']) {
      const expected = order === 'asc' ? ids : newestFirst()
      const seen: string[] = []
      let query = `limit=3&pagination_order=${order}`
      let last: { paging: { cursors: { next: object | null; previous: object | null }; next: string | null } }
      do {
        const { body } = await service.call('GET', `/inspections?${query}`)
        last = body
        seen.push(...idsOf(body))
        query = new URLSearchParams({ ...body.paging.cursors.next }).toString()
      } while (last.paging.cursors.next)
      expect(seen).toEqual(expected)
      expect(last.paging.next).toBeNull()
      const { body: back } = await service.call(
        'GET',
        `/inspections?${new URLSearchParams({ ...last.paging.cursors.previous })}`,
      )
      expect(idsOf(back)).toEqual(expected.slice(3, 6))
      const { body: start } = await service.call(
        'GET',
        `/inspections?${new URLSearchParams({ ...back.paging.cursors.previous })}`,
      )
      expect(idsOf(start)).toEqual(expected.slice(0, 3))
      expect(start.paging.cursors.previous).toBeNull()
      expect(start.paging.cursors.next).not.toBeNull()
    }
  })

  it('200 filters by ownership and deletion', async () => {
    const organization = await service.call('GET', '/inspections?ownership_filter=organization_resources')
    expect(organization.body.data).toHaveLength(8)
    const member = await service.call('GET', '/inspections', { as: 'alder-member' })
    expect(member.body.data).toHaveLength(1)
    const gone = await createInspection(service)
    await service.call('DELETE', `/inspections/${gone}`)
    expect(idsOf((await service.call('GET', '/inspections?show_deleted=false')).body)).toEqual(newestFirst())
    expect(idsOf((await service.call('GET', '/inspections')).body)[0]).toBe(gone)
  })

  it('200 filters by status, as the tasks of an inspection go on', async () => {
    const [id = '', ...others] = ids
    const listed = async (status: string) =>
      idsOf((await service.call('GET', `/inspections?inspection_status=${status}&show_deleted=false`)).body)
    const move = (status: string) =>
      service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status } })
    expect(await listed('NOT_STARTED')).toEqual(newestFirst())
    expect((await move('TODO')).status).toBe(200)
    expect(await listed('IN_PROGRESS')).toEqual([id])
    expect(await listed('DONE')).toEqual([])
    expect((await move('DONE')).status).toBe(200)
    expect(await listed('DONE')).toEqual([id])
    expect(await listed('IN_PROGRESS')).toEqual([])
    expect(await listed('NOT_STARTED')).toEqual(others.toReversed())
  })

  it('200 finds a vehicle by any part of plate, VIN, brand and model, however it is typed', async () => {
    const make = (vehicle: object) => createInspection(service, { tasks: {}, vehicle }, 'birch-member')
    const one = await make({
      plate: 'AB-123-CD',
      vin: 'VFAAAAAAAAA000001',
      brand: 'Renault',
      model: 'Clio 5',
    })
    const other = await make({ plate: 'ab 129 ef' })
    const third = await make({ plate: 'ÄB-123', vin: 'XB-12' })
    await make({})
    const found = async (search: string) => {
      const query = new URLSearchParams({ search })
      const [list, count] = await Promise.all(
        ['/inspections?', '/inspections/count?'].map((path) =>
          service.call('GET', `${path}${query}`, { as: 'birch-member' }),
        ),
      )
      const ids = idsOf(list?.body)
      expect(count?.body.total, search).toBe(ids.length)
      return ids
    }
    expect(await found('ab12')).toEqual([other, one])
    expect(await found('AB 123')).toEqual([one])
    expect(await found('ab-129-EF')).toEqual([other])
    expect(await found('vfaaa')).toEqual([one])
    expect(await found('b12')).toEqual([third, other, one])
    expect(await found('000001')).toEqual([one])
    expect(await found('23-cd')).toEqual([one])
    for (const term of ['nault', 'clio', 'renault clio', 'lio5'])
      expect(await found(term), term).toEqual([one])
    expect(await found('000002')).toEqual([])
    expect(await found('--')).toEqual([])
    expect(await found("%'")).toEqual([])
    await service.call('PATCH', `/inspections/${one}/vehicle`, {
      json: { plate: 'ZZ 1' },
      as: 'birch-member',
    })
    expect(await found('ab12')).toEqual([other])
    expect(await found('zz1')).toEqual([one])
    expect(await found('clio')).toEqual([one])
  })

  it('200 adds images, and with verbose=1 what the newer clients need', async () => {
    const id = await createInspection(service, { tasks: {}, vehicle: { plate: 'P 1' } }, 'birch-admin')
    const image = await createImage(service, id, {}, 'birch-admin')
    const { body } = await service.call('GET', '/inspections?verbose=1&show_deleted=false', {
      as: 'birch-admin',
    })
    expect(body.data[0]).toMatchObject({
      id,
      plate: 'P 1',
      damages: [],
      parts: [],
      vehicle: { plate: 'P 1' },
      images: [{ id: image }],
    })
    expect(body.data[0].images[0]).not.toHaveProperty('views')
  })

  it('200 reads the sort spellings of earlier clients', async () => {
    const { body } = await service.call(
      'GET',
      '/inspections?sortOrder=asc&sort_by_property=created_at&show_deleted=false',
    )
    expect(idsOf(body)).toEqual(ids)
  })

  it('200 clamps a limit above the maximum', async () => {
    const small = await startOwnService({ settings: { PAGE_SIZE_MAX: '2' } })
    const made: string[] = []
    for (let n = 0; n < 3; n++) made.push(await createInspection(small))
    const { body } = await small.call('GET', '/inspections?limit=100000')
    expect(idsOf(body)).toEqual([made[2], made[1]])
    expect(body.paging.cursors.next).toMatchObject({ limit: 2, after: made[1] })
    await small.stop()
  })

  it('400 for a filter value that is not in its list, and for both cursors at once', async () => {
    expect((await service.call('GET', '/inspections?inspection_status=TODO')).status).toBe(400)
    expect((await service.call('GET', '/inspections?order_by=owner_id')).status).toBe(400)
    expect((await service.call('GET', '/inspections?limit=0')).status).toBe(400)
    expect(await service.call('GET', '/inspections?colour=red')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'colour' }] },
    })
    expect((await service.call('GET', `/inspections?before=${ids[0]}&after=${ids[1]}`)).status).toBe(400)
    expect((await service.call('GET', '/inspections?vin=%00')).status).toBe(400)
    expect((await service.call('GET', '/inspections?search=a')).status).toBe(400)
    expect((await service.call('GET', '/inspections?search=ab%00')).status).toBe(400)
    expect((await service.call('GET', '/inspections/count?plate=a%00b')).status).toBe(400)
  })

  it('403 for the organization list without the permission to read it', async () => {
    const answer = await service.call('GET', '/inspections?ownership_filter=all_resources', {
      as: 'alder-member',
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
  })

  it('404 for the cursor of another organization, as for one that never existed', async () => {
    const [foreign] = await service.rows(
      `select id from inspections where org_id = '${service.org.birch}' limit 1`,
    )
    for (const cursor of [foreign.id, '01900000-0000-7000-8000-000000000000', 'x'])
      expect((await service.call('GET', `/inspections?after=${cursor}`)).status).toBe(404)
  })
})
