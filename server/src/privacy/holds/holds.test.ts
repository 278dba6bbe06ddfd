import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompared } from '../../../test/comparisons.ts'
import { createErasure, runErasure } from '../../../test/erasures.ts'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { findDue } from '../retention/due.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const hold = (id: string, reason = 'Claim 4711', as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/hold`, { json: { reason }, as })
const release = (id: string) => service.call('DELETE', `/inspections/${id}/hold`)
const erase = (json: object) => service.call('POST', '/erasures', { json: { reason: 'request', ...json } })

describe('holdInspection', () => {
  it('200 keeps it from being erased, by its id or with its vehicle, until it is released', async () => {
    const plate = 'HELD 77'
    const held = await createInspection(service, { tasks: {}, vehicle: { plate } })
    await createInspection(service, { tasks: {}, vehicle: { plate } })
    expect(await hold(held)).toMatchObject({
      status: 200,
      body: { id: held, object_type: 'HOLD', reason: 'Claim 4711', created_by: 'alder-manager' },
    })
    for (const what of [{ inspection_id: held }, { plate }])
      expect(await erase(what)).toMatchObject({
        status: 409,
        body: { code: 'inspection_held', held_count: 1 },
      })
    expect((await release(held)).body).toMatchObject({ id: held, deleted: true })
    const id = await createErasure(service, { plate, reason: 'request' })
    expect(await runErasure(service, id)).toMatchObject({ status: 'DONE', erased_inspection_count: 2 })
  })

  it('200 keeps those that it is compared with, and with them the comparison', async () => {
    const { earlier, later } = await createCompared(service)
    await hold(later.id)
    expect(await erase({ inspection_id: earlier.id })).toMatchObject({ status: 409, body: { held_count: 1 } })
    await service.call('DELETE', earlier.at)
    await service.rows("update inspections set deleted_at = now() - interval '2 days' where id = $1", [
      earlier.id,
    ])
    const findThose = () => findDue(workerContext(service), 'deleted_inspections_days', 1, 1_000)
    expect(await findThose()).not.toContain(earlier.id)
    await release(later.id)
    expect(await findThose()).toContain(earlier.id)
    expect((await erase({ inspection_id: earlier.id })).status).toBe(201)
  })

  it('200 again keeps the first reason, and takes a deleted one', async () => {
    const id = await createInspection(service)
    await service.call('DELETE', `/inspections/${id}`)
    await hold(id, 'first')
    expect((await hold(id, 'second')).body.reason).toBe('first')
  })

  it('409 when its erasure has begun', async () => {
    const id = await createInspection(service)
    await createErasure(service, { inspection_id: id, reason: 'request' })
    expect(await hold(id)).toMatchObject({ status: 409, body: { code: 'inspection_being_erased' } })
  })

  it('one of a hold and an erasure at the same moment wins', async () => {
    for (let n = 0; n < 10; n++) {
      const id = await createInspection(service)
      const answers = await Promise.all([hold(id), erase({ inspection_id: id })])
      expect(answers.map(({ status }) => status).toSorted()).toSatisfy((statuses: number[]) =>
        ['200,409', '201,409'].includes(statuses.join()),
      )
    }
  })

  it('403 for whoever changes only their own', async () => {
    const id = await createInspection(service)
    expect(await hold(id, 'r', 'alder-member')).toMatchObject({ status: 403 })
  })

  it('is obeyed by the database itself', async () => {
    const id = await createInspection(service)
    const erasure = await createErasure(service, { inspection_id: id, reason: 'request' })
    await service.rows(
      `insert into holds (org_id, inspection_id, reason, created_by) values ('${service.org.alder}', $1, 'r', 'b')`,
      [id],
    )
    await expect(runErasure(service, erasure)).rejects.toThrow('holds')
    expect((await service.call('GET', `/inspections/${id}`)).status).toBe(200)
  })
})

describe('listHolds', () => {
  it('200 in pages, and none of another organization', async () => {
    const ids = []
    for (let n = 0; n < 3; n++) {
      const id = await createInspection(service)
      await hold(id)
      ids.unshift(id)
    }
    const first = await service.call('GET', '/holds?limit=2')
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    const next = await service.call('GET', `/holds?limit=1&after=${first.body.paging.next}`)
    expect(next.body.data[0].id).toBe(ids[2])
    const others = await service.call('GET', '/holds', { as: 'birch-manager' })
    expect(others.body.data).toEqual([])
  })

  it('200 with the hold of one inspection alone, 404 for one of another organization', async () => {
    const [held, free] = [await createInspection(service), await createInspection(service)]
    await hold(held)
    expect((await service.call('GET', `/holds?inspection_id=${held}`)).body.data).toMatchObject([
      { id: held },
    ])
    expect((await service.call('GET', `/holds?inspection_id=${free}`)).body.data).toEqual([])
    const others = await service.call('GET', `/holds?inspection_id=${held}`, { as: 'birch-manager' })
    expect(others.status).toBe(404)
  })
})
