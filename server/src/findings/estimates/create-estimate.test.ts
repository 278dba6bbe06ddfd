import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tableOf } from '../../../test/estimate-input.ts'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startServiceWithWorker } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startServiceWithWorker()
})
afterAll(() => service.stop())

const post = (id: string, json: unknown = {}, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/estimate`, { json, as })
const get = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body

async function damaged(...damages: [damage_type: string, part_type: string, size: number | null][]) {
  const id = await createInspection(service)
  const ids: string[] = []
  for (const [damage_type, part_type, damage_size_cm] of damages) {
    const { body } = await service.call('POST', `/inspections/${id}/damages`, {
      json: { damage_type, part_type },
    })
    await service.call('PATCH', `/inspections/${id}/damages/${body.id}`, { json: { damage_size_cm } })
    ids.push(body.id)
  }
  return { id, ids }
}

describe('createEstimate', () => {
  it('201 prices each part line by line, and both views of the price say the same', async () => {
    const { id } = await damaged(['dent', 'hood', 20], ['scratch', 'door_front_left', 30])
    const { status, body } = await post(id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object_type: 'ESTIMATE',
      inspection_id: id,
      version: 1,
      region: 'DE',
      currency: 'EUR',
      scope: 'visible_damage_only',
      not_priced: [],
    })
    const lines = body.parts.flatMap((part: { lines: { likely: number }[] }) => part.lines)
    const net = lines.reduce((sum: number, line: { likely: number }) => sum + line.likely, 0)
    expect(net).toBeGreaterThan(0)
    expect(body.net.likely).toBe(net)
    for (const line of lines) {
      expect(line.rule).toEqual(expect.any(String))
      // The span only says how far off the others may be: no figure of the table made it.
      if (line.kind !== 'span') expect(line.table_rows.length).toBeGreaterThan(0)
    }
    const inspection = await get(id)
    expect(inspection.pricing.labor_cost.total_price).toBeCloseTo(net / 100, 6)
    expect(Object.keys(inspection.pricing.labor_cost.details).toSorted()).toEqual(['door_front_left', 'hood'])
    for (const result of inspection.severity_results) {
      const price = inspection.pricing.labor_cost.details[result.label]
      expect(result).toMatchObject({ id: price.id, is_user_modified: false, created_by: 'algo' })
      expect(result.value.custom_severity.pricing).toBe(price.pricing)
    }
    expect((await service.call('GET', `/inspections/${id}/estimate`)).body).toEqual(body)
  })

  it('201 tells of every price that is made, changed or withdrawn, as the work of the service', async () => {
    const { id, ids } = await damaged(['dent', 'hood', 20], ['scratch', 'door_front_left', 30])
    const events = async () =>
      service.rows(
        `select e.type, e.created_by, e.item_version, p.part_type
         from events e join pricings r on r.id = (e.payload ->> 'pricing_id')::uuid join parts p on p.id = r.part_id
         where e.inspection_id = $1 and e.type like 'pricing.%' order by e.sequence`,
        [id],
      )
    const made = (part_type: string) => ({
      type: 'pricing.created',
      created_by: 'algo',
      item_version: 1,
      part_type,
    })
    await post(id)
    const created = await events()
    expect(created).toHaveLength(2)
    expect(created).toEqual(expect.arrayContaining([made('hood'), made('door_front_left')]))
    await service.call('PATCH', `/inspections/${id}/damages/${ids[0]}`, { json: { damage_size_cm: 40 } })
    await service.call('DELETE', `/inspections/${id}/damages/${ids[1]}`)
    expect((await events()).slice(2)).toEqual([
      { type: 'pricing.updated', created_by: 'algo', item_version: 2, part_type: 'hood' },
      { type: 'pricing.deleted', created_by: 'algo', item_version: 2, part_type: 'door_front_left' },
    ])
    await post(id)
    expect(await events()).toHaveLength(4)
  })

  it('201 takes as many statements for seven parts as for two', async () => {
    const types = ['hood', 'trunk', 'roof', 'grill', 'bumper_front', 'bumper_back', 'door_front_left']
    const few = await damaged(
      ...types.slice(0, 2).map((part): [string, string, number] => ['dent', part, 20]),
    )
    const many = await damaged(...types.map((part): [string, string, number] => ['dent', part, 20]))
    const statementsOf = async (work: () => Promise<unknown>) => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await work()
      const written = query.mock.calls.filter(([query]) =>
        /pricings|into "events"/.test(JSON.stringify(query)),
      )
      query.mockRestore()
      return written.length
    }
    expect(await statementsOf(() => post(many.id))).toBe(await statementsOf(() => post(few.id)))
  })

  it('201 knows no size that nobody measured, and takes one that a person measured with an error', async () => {
    const { id, ids } = await damaged(['dent', 'hood', null])
    const unknown = (await post(id)).body
    const { unknown_mm } = tableOf('DE').size
    expect(unknown.parts[0].decisions).toMatchObject([{ size_rule: 'size_unknown', size_mm: unknown_mm }])
    expect(unknown.net.low).toBeLessThan(unknown.net.high)
    const json = { damage_size_cm: 20 }
    await service.call('PATCH', `/inspections/${id}/damages/${ids[0]}`, { json })
    const { body } = await service.call('GET', `/inspections/${id}/estimate`)
    const [{ size_rule, size_mm }] = body.parts[0].decisions
    expect({ size_rule, likely: size_mm.likely }).toEqual({ size_rule: 'size_error_assumed', likely: 200 })
    expect(size_mm.low).toBeLessThan(200)
    expect(size_mm.high).toBeGreaterThan(200)
    expect(size_mm.high).toBeLessThan(400)
  })

  it('201 again is the same version while nothing has changed', async () => {
    const { id } = await damaged(['dent', 'hood', 20])
    const first = (await post(id)).body
    expect((await post(id)).body).toEqual(first)
    expect(await service.rows('select version from estimates where inspection_id = $1', [id])).toEqual([
      { version: 1 },
    ])
  })

  it('422 for a region without a table, and it names those there are', async () => {
    const { id } = await damaged(['dent', 'hood', 20])
    const { status, body } = await post(id, { region: 'XX' })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'estimate_table_missing' })
    expect(body.errors[0].message).toMatch(/no estimate table for XX.*DE/)
    // Another currency beside the prices of people would have no sum.
    expect((await post(id, { region: 'US' })).body.errors[0].message).toMatch(/USD.*EUR/)
  })

  it('403, 404 and 422 where there is none yet', async () => {
    const { id } = await damaged(['dent', 'hood', 20])
    expect((await post(id, {}, 'alder-reader')).status).toBe(403)
    expect((await post(id, {}, 'birch-admin')).status).toBe(404)
    const none = await service.call('GET', `/inspections/${id}/estimate`)
    expect(none).toMatchObject({ status: 422, body: { code: 'estimate_not_made' } })
  })
})

describe('an estimate after a correction', () => {
  it('follows it, and the answer says what that changed', async () => {
    const { id, ids } = await damaged(['dent', 'hood', 20], ['scratch', 'door_front_left', 30])
    const before = (await post(id)).body.net.likely / 100
    const deleted = await service.call('DELETE', `/inspections/${id}/damages/${ids[0]}`)
    const after = (await get(id)).pricing.labor_cost.total_price
    expect(deleted.body.estimate_effect).toEqual({
      currency: 'EUR',
      before,
      after,
      difference: expect.closeTo(after - before, 6),
    })
    expect(after).toBeLessThan(before)
    const restored = await service.call('POST', `/inspections/${id}/damages/${ids[0]}/restore`, { json: {} })
    expect(restored.body.estimate_effect).toMatchObject({ before: after, after: before })
    expect((await service.call('GET', `/inspections/${id}/estimate`)).body.version).toBe(3)
    // Corrections without end leave one row.
    expect(await service.rows('select version from estimates where inspection_id = $1', [id])).toEqual([
      { version: 3 },
    ])
  })

  it('prices nothing that is no damage', async () => {
    const { id, ids } = await damaged(['dent', 'hood', 20])
    await post(id)
    const json = { damage_type: 'dirt', reason: 'washed off' }
    const { body } = await service.call('PATCH', `/inspections/${id}/damages/${ids[0]}`, { json })
    expect(body.estimate_effect).toMatchObject({ after: 0 })
    expect((await get(id)).pricing).toBeNull()
    expect((await service.call('GET', `/inspections/${id}/estimate`)).body).toMatchObject({
      parts: [],
      not_priced: [{ damage_id: ids[0], rule: 'not_a_damage' }],
    })
  })

  it('leaves what a person has set, and no price where a person wants none', async () => {
    const { id, ids } = await damaged(['dent', 'hood', 20], ['scratch', 'door_front_left', 30])
    await post(id)
    const price = (await get(id)).pricing.labor_cost.details
    const set = await service.call('PATCH', `/inspections/${id}/pricing/${price.hood.id}`, {
      json: { pricing: 99.5 },
    })
    expect(set.body).toMatchObject({ pricing: 99.5, is_user_modified: true })
    await service.call('DELETE', `/inspections/${id}/pricing/${price.door_front_left.id}`)
    await service.call('PATCH', `/inspections/${id}/damages/${ids[0]}`, { json: { damage_size_cm: 45 } })
    const { pricing } = await get(id)
    expect(pricing.labor_cost).toMatchObject({ total_price: 99.5, details: { hood: { pricing: 99.5 } } })
    expect(Object.keys(pricing.labor_cost.details)).toEqual(['hood'])
    await service.call('POST', `/inspections/${id}/pricing/${price.door_front_left.id}/restore`, { json: {} })
    expect((await get(id)).pricing.labor_cost.details.door_front_left.pricing).toBe(
      price.door_front_left.pricing,
    )
  })

  it('goes by what a person says: replace instead of repair', async () => {
    const { id } = await damaged(['dent', 'hood', 20])
    await post(id)
    const before = (await get(id)).pricing.labor_cost.total_price
    const { body } = await service.call('POST', `/inspections/${id}/severity_pricing`, {
      json: { label: 'hood', repair_operation: 'replace' },
    })
    const { severity_results, pricing } = await get(id)
    expect(pricing.labor_cost.total_price).not.toBe(before)
    // The answer is what a reader sees afterwards.
    const { estimate_effect, ...answered } = body
    expect(severity_results).toEqual([answered])
    expect(estimate_effect).toMatchObject({ before, after: pricing.labor_cost.total_price })
    expect(answered.value.custom_severity.repair_operation).toMatchObject({ REPLACE: true })
  })

  it('of twenty at once stays one price a part and the sum of them', async () => {
    const { id } = await damaged(['dent', 'hood', 20])
    await post(id)
    const parts = ['hood', 'roof', 'trunk', 'bumper_front', 'door_front_left']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        service.call('POST', `/inspections/${id}/damages`, {
          json: { damage_type: n % 2 ? 'dent' : 'scratch', part_type: parts[n % parts.length] },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    const { details, total_price } = (await get(id)).pricing.labor_cost
    expect(Object.keys(details).toSorted()).toEqual(parts.toSorted())
    const { net } = (await service.call('GET', `/inspections/${id}/estimate`)).body
    expect(total_price).toBeCloseTo(net.likely / 100, 6)
  })
})

describe('the tasks repair_estimate and pricing', () => {
  it('wait for damage_detection, then price what there is', async () => {
    const json = { tasks: { damage_detection: {}, pricing: { status: 'TODO' }, repair_estimate: {} } }
    const { id } = (await service.call('POST', '/inspections', { json })).body
    await service.call('POST', `/inspections/${id}/damages`, {
      json: { damage_type: 'dent', part_type: 'hood' },
    })
    await createImage(service, id, { tasks: ['damage_detection'] })
    await service.call('PATCH', `/inspections/${id}/tasks/damage_detection`, { json: { status: 'TODO' } })
    const inspection = await waitFor('the tasks to end', async () => {
      const body = await get(id)
      return body.status === 'DONE' && body
    })
    expect(inspection.pricing.labor_cost.details.hood.pricing).toBeGreaterThan(0)
    const [ended] = await service.rows(
      `select (select done_at from tasks where inspection_id = $1 and name = 'damage_detection')
         <= (select min(done_at) from tasks where inspection_id = $1 and name in ('pricing', 'repair_estimate')) as "in order"`,
      [id],
    )
    expect(ended).toEqual({ 'in order': true })
  })

  it('end in ERROR where the region has no table, and say so', async () => {
    const json = { tasks: { repair_estimate: {} } }
    const { id } = (await service.call('POST', '/inspections', { json })).body
    await service.call('PATCH', `/inspections/${id}/tasks/repair_estimate`, {
      json: { status: 'TODO', arguments: { region: 'XX' } },
    })
    const task = await waitFor('the task to end', async () => {
      const { body } = await service.call('GET', `/inspections/${id}/tasks/repair_estimate`)
      return body.status === 'ERROR' && body
    })
    expect(task.error_messages[0].message).toMatch(/no estimate table for XX/)
  })
})
