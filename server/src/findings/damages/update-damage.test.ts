import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf, statusesOf } from '../../../test/corrections.ts'
import { createInspection } from '../../../test/factories.ts'
import { deletedMeanwhile } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
let corrections: ReturnType<typeof correctionsOf>
beforeAll(async () => {
  service = await startService()
  corrections = correctionsOf(service)
})
afterAll(() => service.stop())

const patch = (id: string, damage: string, json: unknown, as = 'alder-manager', headers = {}) =>
  corrections.call('PATCH', `/inspections/${id}/damages/${damage}`, json, as, headers)

async function createDamaged() {
  const id = await createInspection(service)
  return { id, damage: await corrections.createDamage(id) }
}

/** A damage as a model leaves it. */
async function createFound() {
  const made = await createDamaged()
  await service.rows(
    `update damages set created_by = 'algo', confidence = 0.8, part_confidence = 0.7, part_source = 'sight',
       damage_size_cm = 12, size_cm_low = 10, size_cm_high = 14, scale_source = 'sight' where id = $1`,
    [made.damage],
  )
  return made
}

const updates = (id: string) => corrections.eventsOf(id, 'damage.updated')

describe('updateDamage', () => {
  it('200 changes type, part and size, keeps who made it and records what was before', async () => {
    const { id, damage } = await createFound()
    const wish = {
      damage_type: 'scratch',
      part_type: 'roof',
      damage_size_cm: 4.5,
      reason: 'seen by daylight',
    }
    const { status, body } = await patch(id, damage, wish)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: damage,
      created_by: 'algo',
      damage_type: 'scratch',
      part_type: 'roof',
      damage_size_cm: 4.5,
      scale_source: 'person',
      is_user_modified: true,
      confirmed_by: null,
      confirmed_at: null,
      version: 3,
      estimate_effect: null,
    })
    for (const field of ['size_cm_low', 'size_cm_high', 'confidence', 'part_confidence', 'part_source'])
      expect(body).not.toHaveProperty(field)
    expect(await updates(id)).toEqual([
      {
        created_by: 'alder-manager',
        reason: 'seen by daylight',
        item_version: 3,
        changes: {
          damage_type: { before: 'dent', after: 'scratch' },
          part_type: { before: 'hood', after: 'roof' },
          damage_size_cm: { before: 12, after: 4.5 },
          size_cm_low: { before: 10, after: null },
          size_cm_high: { before: 14, after: null },
          scale_source: { before: 'sight', after: 'person' },
          confidence: { before: 0.8, after: null },
          part_confidence: { before: 0.7, after: null },
          part_source: { before: 'sight', after: null },
        },
      },
    ])
    const inspection = (await service.call('GET', `/inspections/${id}`)).body
    const part = inspection.parts.find((part: { part_type: string }) => part.part_type === 'roof')
    expect(part).toMatchObject({ damage_ids: [damage] })
    expect(inspection.damages).toMatchObject([{ damage_type: 'scratch', part_ids: [part.id] }])
    expect(inspection.parts).toMatchObject([{ part_type: 'roof' }])
  })

  it('200 takes the size back', async () => {
    const { id, damage } = await createFound()
    const { body } = await patch(id, damage, { damage_size_cm: null })
    expect(body).toMatchObject({ damage_size_cm: null, is_user_modified: true, confidence: 0.8 })
    expect(body).not.toHaveProperty('scale_source')
    expect(body).not.toHaveProperty('size_cm_low')
  })

  it('200 confirms as it stands without changing it; a change withdraws that unless it confirms anew', async () => {
    const { id, damage } = await createFound()
    const confirmed = (await patch(id, damage, { is_confirmed: true })).body
    expect(confirmed).toMatchObject({
      confirmed_by: 'alder-manager',
      confirmed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      is_user_modified: false,
      confidence: 0.8,
      version: 3,
    })
    // Who confirms it second has nothing to add.
    expect((await patch(id, damage, { is_confirmed: true }, 'alder-admin')).body).toEqual(confirmed)
    expect((await patch(id, damage, { damage_type: 'scratch' })).body).toMatchObject({
      confirmed_by: null,
      confirmed_at: null,
    })
    const both = { damage_type: 'smash', is_confirmed: true }
    expect((await patch(id, damage, both, 'alder-admin')).body).toMatchObject({
      confirmed_by: 'alder-admin',
      is_user_modified: true,
    })
    expect((await patch(id, damage, { is_confirmed: false })).body).toMatchObject({
      confirmed_by: null,
      confirmed_at: null,
      damage_type: 'smash',
    })
    expect((await updates(id)).map((event) => event.created_by)).toEqual([
      'alder-manager',
      'alder-manager',
      'alder-admin',
      'alder-manager',
    ])
  })

  it('200 with the same body when it is repeated, and one event', async () => {
    const { id, damage } = await createDamaged()
    const wish = { damage_type: 'scratch', part_type: 'roof', damage_size_cm: 3, is_confirmed: true }
    const answers = await Promise.all(Array.from({ length: 20 }, () => patch(id, damage, wish)))
    expect(statusesOf(answers)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(answers[0]?.body.version).toBe(2)
    expect(await updates(id)).toHaveLength(1)
    expect((await patch(id, damage, {})).body.version).toBe(2)
  })

  it('200 for twenty different ones at once, on other parts and on other damages, each with its event', async () => {
    const id = await createInspection(service)
    const damages = [await corrections.createDamage(id), await corrections.createDamage(id, 'roof')]
    const parts = ['hood', 'roof', 'trunk', 'grill', 'logo']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        patch(id, damages[n % 2] ?? '', { part_type: parts[n % 5], damage_size_cm: n + 1 }),
      ),
    )
    expect(statusesOf(answers)).toEqual(Array(20).fill(200))
    const events = await updates(id)
    expect(events).toHaveLength(20)
    const rows = await service.rows('select version from damages where inspection_id = $1', [id])
    expect(rows).toEqual([{ version: 11 }, { version: 11 }])
    expect(await service.rows('select count(*)::int as n from damage_parts')).not.toEqual([])
    const links = await service.rows('select part_id from damage_parts where damage_id = any($1)', [damages])
    expect(links).toHaveLength(2)
  })

  it('412 for a version that is not the current one; of twenty with the same one, one wins', async () => {
    const { id, damage } = await createDamaged()
    const given = (damage_size_cm: number, version: number) =>
      patch(id, damage, { damage_size_cm }, 'alder-manager', { 'if-match': `"${version}"` })
    expect(await given(1, 9)).toMatchObject({ status: 412, body: { code: 'version_stale', version: 1 } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => given(n + 1, 1)))
    expect(answers.filter((answer) => answer.status === 200)).toMatchObject([{ body: { version: 2 } }])
    expect(answers.filter((answer) => answer.status === 412)).toHaveLength(19)
  })

  it.each([
    [{ damage_type: 'bent' }],
    [{ part_type: 'wing' }],
    [{ part_type: null }],
    [{ damage_size_cm: 0 }],
    [{ damage_size_cm: -1 }],
    [{ damage_size_cm: 10_001 }],
    [{ damage_size_cm: '3' }],
    [{ is_confirmed: 'yes' }],
    [{ reason: 'r'.repeat(1_001) }],
    [{ reason: 3 }],
    [[]],
  ])('400 for %j', async (json) => {
    const { id, damage } = await createDamaged()
    expect(await patch(id, damage, json)).toMatchObject({ status: 400, body: { code: 'request_invalid' } })
    expect(await updates(id)).toEqual([])
  })

  it('200 keeps a reason of a thousand characters, whatever they are', async () => {
    const { id, damage } = await createDamaged()
    const reason = '🚗'.repeat(1_000)
    expect((await patch(id, damage, { damage_size_cm: 2, reason })).status).toBe(200)
    expect((await updates(id))[0].reason).toBe(reason)
  })

  it('403 without the permission to write', async () => {
    const { id, damage } = await createDamaged()
    for (const as of ['alder-reader', 'alder-device'])
      expect((await patch(id, damage, { damage_type: 'scratch' }, as)).status).toBe(403)
  })

  it('404 for another organization, another person, another inspection, a deleted damage and no id', async () => {
    const { id, damage } = await createDamaged()
    const wish = { damage_type: 'scratch', part_type: 'trunk' }
    expect((await patch(id, damage, wish, 'birch-admin')).status).toBe(404)
    expect((await patch(id, damage, wish, 'alder-member')).status).toBe(404)
    expect((await patch(await createInspection(service), damage, wish)).status).toBe(404)
    expect((await patch(id, 'x', wish)).status).toBe(404)
    await corrections.call('DELETE', `/inspections/${id}/damages/${damage}`)
    expect((await patch(id, damage, wish)).status).toBe(404)
    expect(await updates(id)).toEqual([])
    expect(
      await service.rows("select id from parts where part_type = 'trunk' and inspection_id = $1", [id]),
    ).toEqual([])
  })

  it('404 when the inspection is deleted meanwhile', async () => {
    const { id, damage } = await createDamaged()
    const wish = { part_type: 'trunk' }
    expect(await deletedMeanwhile(service, id, () => patch(id, damage, wish))).toBe(404)
  })
})
