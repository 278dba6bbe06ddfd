import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompared, runComparison } from '../../../test/comparisons.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const get = async (id: string) => (await service.call('GET', `/comparisons/${id}`)).body
const decide = (id: string, place: string, json: object, more: object = {}) =>
  service.call('PATCH', `/comparisons/${id}/places/${place}`, { json, ...more })
const placeIn = (comparison: { places: { id: string }[] }, id: string) =>
  comparison.places.find((place) => place.id === id)

describe('updateComparisonPlace', () => {
  it('200 agrees, notes, and takes it back, each once in the history', async () => {
    const { id, place, earlier, later } = await createCompared(service)
    const agreed = await decide(id, place, { verdict: 'new' })
    expect(agreed.status).toBe(200)
    expect(agreed.headers.get('etag')).toMatch(/^"3-/)
    expect(agreed.body).toMatchObject({
      verdict: 'new',
      version: 3,
      decision: { verdict: 'new', reason: null, decided_by: 'alder-manager' },
      comparison_effect: { summary: { new: 1 } },
    })
    expect((await decide(id, place, { verdict: 'new' })).body.version).toBe(3)
    await decide(id, place, { note: 'seen at the desk' })
    const undone = await decide(id, place, { verdict: null })
    expect(undone.body).toMatchObject({ verdict: 'new', decision: null, note: 'seen at the desk' })
    const { data } = (await service.call('GET', `/comparisons/${id}/history?pagination_order=asc`)).body
    const number = undone.body.number
    expect(data.map(({ type, changes }: Record<string, unknown>) => [type, changes])).toEqual([
      ['comparison.created', null],
      ['comparison.done', null],
      ['comparison.updated', { [`places.${number}.verdict`]: { before: null, after: 'new' } }],
      ['comparison.updated', { [`places.${number}.note`]: { before: null, after: 'seen at the desk' } }],
      ['comparison.updated', { [`places.${number}.verdict`]: { before: 'new', after: null } }],
    ])
    for (const { at } of [earlier, later]) {
      const { data } = (await service.call('GET', `${at}/history?limit=1`)).body
      expect(data[0]).toMatchObject({ type: 'comparison.updated', item_type: 'comparison', item_id: id })
    }
  })

  it('422 for another verdict than the proposed one without a reason', async () => {
    const { id, place } = await createCompared(service)
    const { status, body } = await decide(id, place, { verdict: 'unchanged' })
    expect([status, body.code, body.proposed_verdict]).toEqual([422, 'comparison_reason_missing', 'new'])
    const told = await decide(id, place, { verdict: 'unchanged', reason: 'it is on the hand-over sheet' })
    expect(told.body).toMatchObject({
      verdict: 'unchanged',
      proposed_verdict: 'new',
      decision: { reason: 'it is on the hand-over sheet' },
      is_chargeable: false,
    })
  })

  it('200 keeps the reason when the same decision is sent again without one', async () => {
    const { id, place } = await createCompared(service)
    const other = (await decide(id, place, { verdict: 'unchanged', reason: 'hand-over sheet' })).body
    const again = await decide(id, place, { verdict: 'unchanged' })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ version: other.version, decision: { reason: 'hand-over sheet' } })
    const noted = await decide(id, place, { verdict: 'unchanged', note: 'n' })
    expect(noted.body).toMatchObject({ note: 'n', decision: { reason: 'hand-over sheet' } })
    const replaced = await decide(id, place, { verdict: 'unchanged', reason: 'old pictures' })
    expect(replaced.body).toMatchObject({ decision: { reason: 'old pictures' } })
    await decide(id, place, { verdict: 'new', reason: 'not on the sheet' })
    const agreed = await decide(id, place, { verdict: 'new' })
    expect(agreed.body).toMatchObject({ decision: { reason: 'not on the sheet' } })
    // Another decision doesn't inherit the reason of the previous one.
    await decide(id, place, { verdict: 'unchanged', reason: 'old pictures' })
    expect((await decide(id, place, { verdict: 'new' })).body).toMatchObject({ decision: { reason: null } })
  })

  it('200 counts nowhere what is no damage', async () => {
    const { id, place } = await createCompared(service)
    const before = (await get(id)).summary
    const { body } = await decide(id, place, { is_damage: false })
    expect(body).toMatchObject({ is_damage: false, is_chargeable: false })
    expect(body.comparison_effect.summary).toEqual({ ...before, new: 0, open: before.open - 1 })
  })

  it('200 charges new damages by the estimate, line by line; confirmed ones count apart', async () => {
    const { id, place, later } = await createCompared(service)
    expect(await get(id)).toMatchObject({ charges: { currency: null, confirmed: null, proposed: null } })
    await later.send('POST', '/estimate', {})
    const proposed = await get(id)
    const lines = (await service.call('GET', `${later.at}/estimate`)).body.net.likely
    expect(placeIn(proposed, place)).toMatchObject({
      is_chargeable: true,
      chargeable_rule: 'wear_no_rule',
      amount: lines,
    })
    const undecided = { currency: 'EUR', confirmed: 0, proposed: lines, needs_human_decision: true }
    expect(proposed.charges).toEqual(undecided)
    const { body } = await decide(id, place, { verdict: 'new' })
    const decided = { currency: 'EUR', confirmed: lines, proposed: 0, needs_human_decision: false }
    expect(body.comparison_effect.charges).toEqual(decided)
    const freed = await decide(id, place, { is_chargeable: false })
    expect(freed.body).toMatchObject({ is_chargeable: false, chargeable_rule: 'person', amount: null })
  })

  it('200 restores the proposal of the wear rules with null', async () => {
    const { id, place, later } = await createCompared(service)
    await later.send('POST', '/estimate', {})
    await decide(id, place, { is_chargeable: false })
    const proposed = await decide(id, place, { is_chargeable: null })
    expect(proposed.status).toBe(200)
    expect(proposed.body).toMatchObject({ is_chargeable: true, chargeable_rule: 'wear_no_rule' })
    expect((await decide(id, place, { is_chargeable: null })).body.version).toBe(proposed.body.version)
    await decide(id, place, { verdict: 'uncertain', reason: 'dirt' })
    await decide(id, place, { is_chargeable: true, reason: 'the customer says so' })
    const restored = await decide(id, place, { is_chargeable: null })
    expect(restored.body).toMatchObject({ is_chargeable: false, chargeable_rule: null })
  })

  it('200 leaves fair wear uncharged by the rules of the operator', async () => {
    const { id, place, later } = await createCompared(service)
    await later.send('PATCH', `/damages/${later.damage_id}`, { damage_size_cm: 1 })
    await later.send('POST', '/estimate', { wear_pack: 'wear-a' })
    const wear = placeIn(await get(id), place)
    expect(wear).toMatchObject({ is_chargeable: false, chargeable_rule: expect.stringMatching(/^\w+$/) })
  })

  it('422 for a charge on what the pictures do not settle without a reason, and on what was there before', async () => {
    for (const verdict of ['not_comparable', 'uncertain']) {
      const { id, place } = await createCompared(service, { verdict })
      expect(placeIn(await get(id), place)).toMatchObject({ is_chargeable: false })
      const refused = await decide(id, place, { is_chargeable: true })
      expect([refused.status, refused.body.code]).toEqual([422, 'comparison_reason_missing'])
      const told = await decide(id, place, { is_chargeable: true, reason: 'the customer says so' })
      expect(told.body).toMatchObject({ verdict, is_chargeable: true, chargeable_rule: 'person' })
    }
    const { id, place } = await createCompared(service, { verdict: 'unchanged' })
    const refused = await decide(id, place, { is_chargeable: true, reason: 'r' })
    expect([refused.status, refused.body.code]).toEqual([422, 'comparison_not_chargeable'])
  })

  it('409 for a new charge once the earlier inspection is deleted', async () => {
    const { id, place, earlier } = await createCompared(service, { verdict: 'unchanged' })
    await service.call('DELETE', earlier.at)
    const { status, body } = await decide(id, place, { verdict: 'new', reason: 'r' })
    expect([status, body.code]).toEqual([409, 'comparison_evidence_gone'])
    expect((await decide(id, place, { verdict: 'unchanged' })).status).toBe(200)
  })

  it('412 when somebody else has decided since', async () => {
    const { id, place } = await createCompared(service)
    await decide(id, place, { verdict: 'new' })
    const old = await decide(id, place, { note: 'n' }, { headers: { 'if-match': '"1"' } })
    expect(old.status).toBe(412)
  })

  it('404 for another organization, another comparison, and 403 for who may only read', async () => {
    const { id, place } = await createCompared(service)
    const other = await createCompared(service)
    expect((await decide(id, place, { verdict: 'new' }, { as: 'birch-admin' })).status).toBe(404)
    expect((await decide(id, other.place, { verdict: 'new' })).status).toBe(404)
    expect((await decide(id, 'x', { verdict: 'new' })).status).toBe(404)
    expect((await decide(id, place, { verdict: 'new' }, { as: 'alder-reader' })).status).toBe(403)
    const history = await service.call('GET', `/comparisons/${id}/history`, { as: 'birch-admin' })
    expect(history.status).toBe(404)
  })
})

describe('createComparisonRun', () => {
  it('201 keeps numbers and decisions; who only agreed has agreed with what was proposed', async () => {
    const { id, place, later } = await createCompared(service)
    const before = await get(id)
    const numbers = new Map(
      before.places.map((each: { id: string; number: number }) => [each.id, each.number]),
    )
    await decide(id, place, { verdict: 'new', note: 'n' })
    const [other] = before.places.filter((each: { id: string }) => each.id !== place)
    await decide(id, other.id, { verdict: 'repaired', reason: 'the bill is here' })
    // Another damage comes, and the place is proposed otherwise: this method cannot tell.
    await later.send('POST', '/views', {
      image_id: later.image_id,
      damage_id: await later.send('POST', '/damages', { damage_type: 'dent', part_type: 'grill' }),
      bounding_box: { xmin: 200, ymin: 10, width: 20, height: 20 },
    })
    const started = await service.call('POST', `/comparisons/${id}/runs`)
    expect([started.status, started.body.status, started.body.places.length]).toEqual([201, 'IN_PROGRESS', 2])
    expect((await service.call('POST', `/comparisons/${id}/runs`)).status).toBe(201)
    await runComparison(service, id)
    const after = await get(id)
    expect(after).toMatchObject({ status: 'DONE', is_outdated: false })
    expect(after.places.map((each: { number: number }) => each.number)).toEqual([1, 2, 3])
    for (const each of after.places) if (numbers.has(each.id)) expect(each.number).toBe(numbers.get(each.id))
    expect(placeIn(after, place)).toMatchObject({
      decision: null,
      note: 'n',
      proposed_verdict: 'not_comparable',
    })
    expect(placeIn(after, other.id)).toMatchObject({
      verdict: 'repaired',
      decision: { reason: 'the bill is here', decided_by: 'alder-manager' },
    })
  })

  it('404 for another organization', async () => {
    const { id } = await createCompared(service)
    expect((await service.call('POST', `/comparisons/${id}/runs`, { as: 'birch-admin' })).status).toBe(404)
  })
})
