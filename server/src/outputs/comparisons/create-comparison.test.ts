import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAnalyzed,
  createCompared,
  createComparison,
  createPair,
  runComparison,
} from '../../../test/comparisons.ts'
import { createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { COMPARISONS_PER_INSPECTION_MAX: '2' } })
})
afterAll(() => service.stop())

const get = (id: string, as = 'alder-manager') => service.call('GET', `/comparisons/${id}`, { as })
const post = (json: object, as = 'alder-manager') => service.call('POST', '/comparisons', { json, as })
const typesOf = async (inspectionId: string) =>
  (
    await service.rows(
      "select type from events where inspection_id = $1 and type like 'comparison.%' order by id",
      [inspectionId],
    )
  ).map(({ type }) => type)

describe('createComparison', () => {
  it('201 is made by a job, and both inspections hear of it', async () => {
    const { earlier, later, json } = await createPair(service)
    const { status, body, headers } = await post(json)
    expect([status, headers.get('retry-after')]).toEqual([201, '2'])
    expect(body).toMatchObject({
      object_type: 'COMPARISON',
      status: 'IN_PROGRESS',
      started_by: 'person',
      created_by: 'alder-manager',
      is_outdated: false,
      ...json,
      places: [],
    })
    await runComparison(service, body.id)
    const done = (await get(body.id)).body
    expect(done).toMatchObject({ status: 'DONE', progress: 100, error: null, is_earlier_read_again: false })
    expect(done.summary.open).toBe(done.places.length)
    const place = done.places.find((each: { later: object | null }) => each.later)
    expect(place).toMatchObject({
      object_type: 'COMPARISON_PLACE',
      part_type: 'hood',
      damage_type: 'scratch',
      later: { damage_id: later.damage_id, image_id: later.image_id, is_gone: false },
      decision: null,
      is_damage: true,
      version: 1,
    })
    for (const { id } of [earlier, later])
      expect(await typesOf(id)).toEqual(['comparison.created', 'comparison.done'])
  })

  it('201 with the same one when the pair is asked for again, also at the same moment', async () => {
    const { json } = await createPair(service)
    const both = await Promise.all([post(json), post(json)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    await runComparison(service, both[0]?.body.id)
    expect((await post(json)).body).toMatchObject({ id: both[0]?.body.id, status: 'DONE' })
  })

  it('201 makes one that failed anew', async () => {
    const { json } = await createPair(service)
    const id = await createComparison(service, json)
    await service.rows("update comparisons set status = 'ERROR', error = 'e' where id = $1", [id])
    expect((await post(json)).body).toMatchObject({ id, status: 'IN_PROGRESS', error: null })
  })

  it('409 while damage detection of a side is not done', async () => {
    const { id } = await createAnalyzed(service)
    const other = await createInspection(service, { tasks: { damage_detection: {} } })
    const { status, body } = await post({ earlier_inspection_id: other, later_inspection_id: id })
    expect([status, body.code]).toEqual([409, 'comparison_not_analyzed'])
    expect(body.errors).toEqual([{ field: 'earlier_inspection_id', message: 'damage_detection is not done' }])
  })

  it('422 for one inspection on both sides, and beyond the limit of the later one', async () => {
    const { id } = await createAnalyzed(service)
    expect((await post({ earlier_inspection_id: id, later_inspection_id: id })).body.code).toBe(
      'comparison_of_one',
    )
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 3; n++) {
      const earlier = await createAnalyzed(service)
      codes.push((await post({ earlier_inspection_id: earlier.id, later_inspection_id: id })).body.code)
    }
    expect(codes).toEqual([undefined, undefined, 'limit_reached'])
  })

  it('404 for an inspection of another organization on either side, and for a deleted one', async () => {
    const { json } = await createPair(service)
    const foreign = await createInspection(service, { tasks: {} }, 'birch-admin')
    expect((await post({ ...json, earlier_inspection_id: foreign })).status).toBe(404)
    expect((await post({ ...json, later_inspection_id: foreign })).status).toBe(404)
    expect((await post(json, 'birch-admin')).status).toBe(404)
    await service.call('DELETE', `/inspections/${json.earlier_inspection_id}`)
    expect((await post(json)).status).toBe(404)
  })

  it("404 for a member whose colleague's inspection is on the other side", async () => {
    const own = await createAnalyzed(service, { as: 'alder-member' })
    const other = await createAnalyzed(service)
    const json = { earlier_inspection_id: other.id, later_inspection_id: own.id }
    expect((await post(json, 'alder-member')).status).toBe(404)
    const id = await createComparison(service, json)
    expect((await get(id, 'alder-member')).status).toBe(404)
    expect((await get(id, 'alder-reader')).status).toBe(200)
  })
})

describe('a comparison', () => {
  it('200 is outdated once either inspection has changed, and not by prices or reports', async () => {
    const { id, earlier, later } = await createCompared(service)
    await later.send('POST', '/estimate', {})
    await later.send('POST', '/pdf', {})
    expect((await get(id)).body.is_outdated).toBe(false)
    await earlier.send('PATCH', `/damages/${earlier.damage_id}`, { damage_type: 'dent' })
    expect((await get(id)).body.is_outdated).toBe(true)
  })

  it('200 does not make a report outdated', async () => {
    const { later } = await createCompared(service)
    const [row] = await service.rows(
      `select count_changes(org_id, id) as counted, (select count(*) from events
         where inspection_id = inspections.id) as events from inspections where id = $1`,
      [later.id],
    )
    expect(row.events - row.counted).toBe(2)
  })

  it('404 once the later inspection is deleted', async () => {
    const { id, later, json } = await createCompared(service)
    await service.call('DELETE', later.at)
    expect((await get(id)).status).toBe(404)
    const listed = await service.call('GET', `/comparisons?inspection_id=${json.earlier_inspection_id}`)
    expect(listed.body.data).toEqual([])
  })

  it('200 keeps its verdicts when the earlier one is deleted, and says that its pictures are gone', async () => {
    const { id, earlier } = await createCompared(service)
    await service.call('DELETE', earlier.at)
    const { status, body } = await get(id)
    expect([status, body.is_outdated, body.summary.new]).toEqual([200, true, 1])
    const place = body.places.find((each: { verdict: string }) => each.verdict === 'new')
    expect([place.earlier.is_gone, place.later.is_gone]).toEqual([true, false])
    const again = await service.call('POST', `/comparisons/${id}/runs`)
    expect([again.status, again.body.code]).toEqual([409, 'comparison_evidence_gone'])
  })

  it('200 is listed by either inspection, in pages, to whoever may see both', async () => {
    const later = await createAnalyzed(service)
    const ids: string[] = []
    for (let n = 0; n < 2; n++) {
      const earlier = await createAnalyzed(service)
      ids.unshift(
        await createComparison(service, { earlier_inspection_id: earlier.id, later_inspection_id: later.id }),
      )
    }
    const list = (query: string, as = 'alder-manager') => service.call('GET', `/comparisons${query}`, { as })
    const first = (await list(`?inspection_id=${later.id}&limit=1`)).body
    const next = (await list(`?inspection_id=${later.id}&limit=1&after=${first.paging.next}`)).body
    expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(ids)
    expect(first.data[0]).not.toHaveProperty('places')
    expect(next.paging.next).toBeNull()
    expect((await list('', 'alder-member')).body.data).toEqual([])
    expect((await list('', 'birch-admin')).body.data).toEqual([])
    expect((await list(`?inspection_id=${later.id}`, 'birch-admin')).status).toBe(404)
    expect((await list(`?after=${ids[0]}`, 'birch-admin')).status).toBe(404)
  })

  it('200 waits for the end with Prefer: wait', async () => {
    const { json } = await createPair(service)
    const id = await createComparison(service, json)
    const waiting = service.call('GET', `/comparisons/${id}`, { headers: { prefer: 'wait=10' } })
    await runComparison(service, id)
    expect((await waiting).body.status).toBe('DONE')
  })

  it('200 is deleted, twice the same, and its pair can be compared again', async () => {
    const { id, json, later } = await createCompared(service)
    const first = await service.call('DELETE', `/comparisons/${id}`)
    expect(first.body).toMatchObject({ id, object_type: 'COMPARISON', deleted: true })
    expect((await service.call('DELETE', `/comparisons/${id}`)).body).toEqual(first.body)
    expect((await get(id)).status).toBe(404)
    expect((await service.call('DELETE', `/comparisons/${id}`, { as: 'birch-admin' })).status).toBe(404)
    expect(await createComparison(service, json)).not.toBe(id)
    expect(await typesOf(later.id)).toEqual([
      'comparison.created',
      'comparison.done',
      'comparison.deleted',
      'comparison.created',
    ])
  })
})
