import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const post = (id: string, json: unknown, as = 'alder-manager') =>
  service.call('POST', `/inspections/${id}/damages`, { json, as })

describe('createDamage', () => {
  it('201 returns the damage on its part and records damage.created', async () => {
    const id = await createInspection(service)
    const { status, body } = await post(id, { damage_type: 'dent', part_type: 'hood' })
    expect(status).toBe(201)
    const [part] = await service.rows('select * from parts where inspection_id = $1', [id])
    expect(part).toMatchObject({ part_type: 'hood', org_id: service.org.alder })
    expect(body).toEqual({
      id: expect.any(String),
      object_type: 'DAMAGE',
      label: 'D1',
      inspection_id: id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      deleted_at: null,
      created_by: part.created_by,
      damage_type: 'dent',
      damage_size_cm: null,
      part_type: 'hood',
      part_ids: [part.id],
      parts: [part.id],
      is_user_modified: false,
      confirmed_by: null,
      confirmed_at: null,
      version: 1,
      estimate_effect: null,
    })
    expect(await events(id)).toEqual([
      { type: 'damage.created', payload: { damage_id: body.id, damage_type: 'dent', part_ids: [part.id] } },
    ])
  })

  it('201 shows damage and part in the inspection, each with the other', async () => {
    const id = await createInspection(service)
    const first = (await post(id, { damage_type: 'dent', part_type: 'hood' })).body
    const second = (await post(id, { damage_type: 'scratch', part_type: 'hood' })).body
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.damages.map((damage: { id: string }) => damage.id)).toEqual([first.id, second.id])
    expect(body.damages[0].part_ids).toEqual(first.part_ids)
    expect(body.parts).toMatchObject([
      { object_type: 'PART', part_type: 'hood', damage_ids: [first.id, second.id], deleted_at: null },
    ])
    expect(body.parts[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/)
  })

  it('201 reads the spelling of the specification, and `ignore` as a part', async () => {
    const id = await createInspection(service)
    expect(await post(id, { damageType: 'paint_damage', partType: 'ignore' })).toMatchObject({
      status: 201,
      body: { damage_type: 'paint_damage', part_type: 'ignore', parts: [expect.any(String)] },
    })
  })

  it('201 for each of twenty at once, all on one part', async () => {
    const id = await createInspection(service)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(id, { damage_type: 'dent', part_type: 'roof' })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(20)
    expect(new Set(answers.flatMap((answer) => answer.body.part_ids)).size).toBe(1)
    expect(await service.rows('select part_type from parts where inspection_id = $1', [id])).toEqual([
      { part_type: 'roof' },
    ])
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.parts[0].damage_ids).toHaveLength(20)
  })

  it.each([
    [{}],
    [{ damage_type: 'dent' }],
    [{ part_type: 'hood' }],
    [{ damage_type: 'bent', part_type: 'hood' }],
    [{ damage_type: 'dent', part_type: 'wing' }],
    [{ damage_type: 'dent', part_type: ['hood'] }],
    [{ damage_type: null, part_type: 'hood' }],
    [[]],
  ])('400 for %j', async (json) => {
    const id = await createInspection(service)
    expect(await post(id, json)).toMatchObject({ status: 400, body: { code: 'request_invalid' } })
    expect(await service.rows('select id from parts where inspection_id = $1', [id])).toEqual([])
  })

  it('403 without the permission to write', async () => {
    const id = await createInspection(service)
    for (const as of ['alder-reader', 'alder-device'])
      expect(await post(id, { damage_type: 'dent', part_type: 'hood' }, as)).toMatchObject({
        status: 403,
        body: { code: 'permission_missing' },
      })
  })

  it('404 for an inspection of another organization, of another person and for a deleted one', async () => {
    const id = await createInspection(service)
    const dent = { damage_type: 'dent', part_type: 'hood' }
    expect((await post(id, dent, 'birch-admin')).status).toBe(404)
    expect((await post(id, dent, 'alder-member')).status).toBe(404)
    expect((await post('x', dent)).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await post(id, dent)).status).toBe(404)
    expect(await service.rows('select id from damages where inspection_id = $1', [id])).toEqual([])
  })
})

describe('an inspection that is deleted while a correction is on its way', () => {
  it.each([
    ['damages', { damage_type: 'dent', part_type: 'hood' }],
    ['pricing', { pricing: 1, related_item_type: 'part', part_type: 'hood' }],
    ['severity_pricing', { label: 'hood', level: 1 }],
  ])('404 for a POST of %s, and nothing is kept', async (path, json) => {
    const id = await createInspection(service)
    // The id is a UUID of ours; several statements in one text take no parameters.
    const deleting = service.rows(
      `begin; update inspections set deleted_at = now() where id = '${id}'; select pg_sleep(2); commit`,
    )
    await waitFor('the open deletion', async () => {
      const [row] = await service.rows(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      )
      return row
    })
    expect((await service.call('POST', `/inspections/${id}/${path}`, { json })).status).toBe(404)
    await deleting
    const kept = await service.rows(
      'select id from parts where inspection_id = $1 union select id from damages where inspection_id = $1 union select id from pricings where inspection_id = $1',
      [id],
    )
    expect(kept).toEqual([])
  })
})

async function events(id: string) {
  return service.rows(
    "select type, payload from events where inspection_id = $1 and type like 'damage.%' order by id",
    [id],
  )
}
