import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const count = async (query = '', as = 'alder-manager') =>
  (await service.call('GET', `/inspections/count${query}`, { as })).body
const listed = async (query: string, as = 'alder-manager') =>
  (await service.call('GET', `/inspections${query}`, { as })).body.data.length

describe('countInspections', () => {
  it('200 counts what a list with the same filters shows, through every change, folded or not', async () => {
    expect(await count('?ownership_filter=organization_resources')).toEqual({ total: 0, sub_count: {} })
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        createInspection(service, { tasks: {} }, n % 3 === 0 ? 'alder-member' : 'alder-manager'),
      ),
    )
    await createInspection(service, { tasks: {} }, 'birch-manager')
    await Promise.all(
      ids.slice(0, 8).map((id) => service.call('DELETE', `/inspections/${id}`, { as: 'alder-admin' })),
    )
    await Promise.all(
      ids.slice(8, 20).map((id) =>
        service.call('PATCH', `/inspections/${id}/tasks/compliances`, {
          as: 'alder-admin',
          json: { status: 'TODO' },
        }),
      ),
    )
    const queries = [
      '?',
      '?show_deleted=false',
      '?ownership_filter=organization_resources',
      '?ownership_filter=organization_resources&show_deleted=false',
      '?ownership_filter=all_resources&inspection_status=IN_PROGRESS',
      '?inspection_status=NOT_STARTED&show_deleted=false',
      '?inspection_status=VALIDATED',
    ]
    const check = async () => {
      for (const query of queries)
        for (const as of ['alder-manager', 'alder-admin'])
          expect([query, (await count(query, as)).total]).toEqual([
            query,
            await listed(`${query}&limit=500`, as),
          ])
    }
    await check()
    expect(await count('?ownership_filter=organization_resources&show_deleted=false')).toEqual({
      total: 22,
      sub_count: { IN_PROGRESS: 12, NOT_STARTED: 10 },
    })
    const [before] = await service.rows('select count(*)::int as rows from inspection_counts')
    const folding = ids.map(() => service.rows('select fold_inspection_counts(1000)'))
    await Promise.all([...folding, createInspection(service), createInspection(service)])
    await service.rows('select fold_inspection_counts(1000)')
    const [after] = await service.rows('select count(*)::int as rows from inspection_counts')
    expect(after.rows).toBeLessThan(before.rows / 3)
    await check()
  })

  it('folds many groups in a few passes, each of which makes the table smaller', async () => {
    await service.rows(
      `insert into inspection_counts (org_id, owner_id, status, deleted, amount)
       select 'org_many', 'owner ' || n % 3000, 'DONE', false, 1 from generate_series(1, 6000) n`,
    )
    const shrank: number[] = []
    do {
      const [row] = await service.rows('select fold_inspection_counts(1000)::int as rows')
      shrank.push(row.rows)
    } while (shrank.at(-1) && shrank.length < 20)
    expect(shrank.length).toBeLessThanOrEqual(8)
    const [left] = await service.rows(
      `select count(*)::int as rows, sum(amount)::int as total from inspection_counts where org_id = 'org_many'`,
    )
    expect(left).toEqual({ rows: 3000, total: 6000 })
  })

  it('200 counts by vin and plate', async () => {
    const vehicle = { vin: 'WVWZZZ1KZ6W000001', plate: 'AB-123-CD' }
    const ids = [
      await createInspection(service, { tasks: {}, vehicle }),
      await createInspection(service, { tasks: {}, vehicle: { vin: vehicle.vin } }),
    ]
    await createInspection(service, { tasks: {}, vehicle }, 'birch-manager')
    expect(await count(`?vin=${vehicle.vin}`)).toEqual({ total: 2, sub_count: { NOT_STARTED: 2 } })
    expect(await count(`?vin=${vehicle.vin}&plate=${vehicle.plate}`)).toMatchObject({ total: 1 })
    expect(await count('?plate=none')).toEqual({ total: 0, sub_count: {} })
    const { body } = await service.call('GET', `/inspections?vin=${vehicle.vin}&pagination_order=asc`)
    expect(body.data.map((row: { id: string }) => row.id)).toEqual(ids)
  })

  it('400 for a filter nobody knows, 403 beyond what the token reaches', async () => {
    expect((await service.call('GET', '/inspections/count?colour=red')).status).toBe(400)
    const other = await service.call('GET', '/inspections/count?ownership_filter=organization_resources', {
      as: 'alder-member',
    })
    expect(other.status).toBe(403)
    expect((await service.call('GET', '/inspections/count', { as: 'alder-none' })).status).toBe(403)
  })
})
