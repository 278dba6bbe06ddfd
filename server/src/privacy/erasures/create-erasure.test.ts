import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdLink } from '../../../test/capture-device.ts'
import { createCompared } from '../../../test/comparisons.ts'
import { createErasure, objectsOf, runErasure } from '../../../test/erasures.ts'
import { createImage, createInspection } from '../../../test/factories.ts'
import { createObjection } from '../../../test/objections.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { inspectionDigest } from './receipt.ts'

const NEVER = '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01'
const CANARY = 'CANARY7Q9'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** An inspection that holds the canary wherever a client may put one. */
async function createFull(canary: string): Promise<{ id: string; image: string }> {
  const id = await createInspection(service, {
    tasks: { damage_detection: {} },
    vehicle: { plate: canary, vin: `${canary}VIN`, owner_info: { name: canary } },
    additional_data: { note: canary },
  })
  const at = `/inspections/${id}`
  const image = await createImage(service, id, { additional_data: { note: canary } })
  const { body: damage } = await service.call('POST', `${at}/damages`, {
    json: { damage_type: 'scratch', part_type: 'hood', reason: canary },
    headers: { 'idempotency-key': `damage-${id}` },
  })
  await service.call('POST', `${at}/views`, {
    json: { image_id: image, damage_id: damage.id, bounding_box: { xmin: 4, ymin: 6, width: 12, height: 4 } },
  })
  await service.call('POST', `${at}/pricing`, {
    json: { related_item_type: 'vehicle', pricing: 12, reason: canary },
  })
  await service.call('POST', `${at}/pdf`, { json: { language: 'en' } })
  return { id, image }
}

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await service.rows(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const texts = []
  for (const { name } of tables)
    for (const { text } of await service.rows(`select t::text as text from ${name} t`)) texts.push(text)
  for (const { text } of await service.jobRows('select t::text as text from pgboss.job t')) texts.push(text)
  return texts.join('\n')
}

describe('createErasure', () => {
  it('201 and then nothing of the inspection is left, and all of another one', async () => {
    const erased = await createFull(CANARY)
    const kept = await createFull('STAYS4W2')
    const before = await everything()
    expect(before.split(CANARY).length).toBeGreaterThan(8)
    expect(await objectsOf(service, [erased.image])).toHaveLength(3)

    const id = await createErasure(service, { inspection_id: erased.id, reason: 'request' })
    const done = await runErasure(service, id)
    expect(done).toMatchObject({
      status: 'DONE',
      inspection_count: 1,
      erased_inspection_count: 1,
      receipt: {
        content: {
          inspections: [inspectionDigest(service.org.alder, erased.id)],
          objects: 2,
          rows: { inspections: 1, vehicles: 1, images: 1, damages: 1, views: 1, idempotency_keys: 1 },
        },
        jws: null,
      },
    })
    const left = await everything()
    expect(left).not.toContain(CANARY)
    expect(await objectsOf(service, [erased.image])).toEqual([])
    expect((await service.call('GET', `/inspections/${erased.id}`)).status).toBe(404)
    expect((await service.call('GET', `/inspections/${kept.id}`)).status).toBe(200)
    expect(await objectsOf(service, [kept.image])).toHaveLength(3)
    expect(left.split('STAYS4W2').length).toBe(before.split('STAYS4W2').length)
  })

  it('201 takes a deleted inspection, and the sums of the organization with it', async () => {
    const count = async () => (await service.call('GET', '/inspections/count')).body
    const used = async () => (await service.call('GET', '/quotas')).body.used.bytes_stored
    const before = [await count(), await used()]
    const inspection = await createInspection(service)
    await createImage(service, inspection)
    expect([await count(), await used()]).not.toEqual(before)
    await service.call('DELETE', `/inspections/${inspection}`)
    await runErasure(service, await createErasure(service, { inspection_id: inspection, reason: 'mistake' }))
    expect([await count(), await used()]).toEqual(before)
  })

  it.each([
    ['vin', 'wvw zzz-1kz 8w00 4711', { vin: 'WVWZZZ1KZ8W004711' }],
    ['plate', 'ab cd-12', { plate: 'AB-CD 12' }],
  ])('201 finds every inspection of a %s, however it is spelled', async (field, term, vehicle) => {
    const create = (vehicle: object) => createInspection(service, { tasks: {}, vehicle })
    const ids = [await create(vehicle), await create(vehicle)]
    const other = await create({ vin: 'OTHER', plate: 'OTHER' })
    await service.call('DELETE', `/inspections/${ids[0]}`)
    const id = await createErasure(service, { [field]: term, reason: 'contract' })
    expect(await runErasure(service, id)).toMatchObject({ status: 'DONE', erased_inspection_count: 2 })
    expect((await service.call('GET', `/inspections/${ids[1]}`)).status).toBe(404)
    expect((await service.call('GET', `/inspections/${other}`)).status).toBe(200)
    expect(
      (await service.call('POST', '/erasures', { json: { [field]: term, reason: 'contract' } })).status,
    ).toBe(404)
  })

  it('201 takes what was made with a capture link, and the link', async () => {
    const { inspection, link } = await holdLink(service)
    const id = await createErasure(service, { capture_link_id: link, reason: 'request' })
    expect((await runErasure(service, id)).receipt.content.rows).toMatchObject({
      capture_links: 1,
      capture_sessions: 1,
    })
    expect((await service.call('GET', `/capture_links/${link}`)).status).toBe(404)
    expect((await service.call('GET', `/inspections/${inspection}`)).status).toBe(404)
  })

  it('201 of the earlier inspection takes the comparison, its paper and its decisions, not the later one', async () => {
    const { id: comparison, place, earlier, later } = await createCompared(service)
    await service.call('PATCH', `/comparisons/${comparison}/places/${place}`, {
      json: { verdict: 'uncertain', reason: `${CANARY}-decision` },
      headers: { 'idempotency-key': 'decision' },
    })
    const objection = await createObjection(service, { comparison_id: comparison }, { about: place })
    const answered = await service.call('POST', `/objections/${objection.id}/decisions`, {
      json: { decision: 'rejected', reason: `${CANARY}-decision` },
      headers: { 'idempotency-key': 'answer' },
    })
    expect(answered.status).toBe(201)
    expect(await everything()).toContain(`${CANARY}-decision`)
    await runErasure(service, await createErasure(service, { inspection_id: earlier.id, reason: 'request' }))
    expect((await service.call('GET', `/comparisons/${comparison}`)).status).toBe(404)
    expect((await service.call('GET', later.at)).status).toBe(200)
    expect(await everything()).not.toContain(`${CANARY}-decision`)
  })

  it('201 erases again what a backup brought back, by the receipt alone', async () => {
    const inspection = await createInspection(service)
    const digest = inspectionDigest(service.org.alder, inspection)
    const json = { inspection_digests: [digest, '0'.repeat(64)], reason: 'restored' }
    expect(await runErasure(service, await createErasure(service, json))).toMatchObject({
      status: 'DONE',
      subject: 'receipt',
      inspection_count: 1,
    })
    expect((await service.call('GET', `/inspections/${inspection}`)).status).toBe(404)
    expect(await runErasure(service, await createErasure(service, json))).toMatchObject({
      status: 'DONE',
      inspection_count: 0,
    })
  })

  it('201 again for a repeat with its key, when the inspection is long gone', async () => {
    const json = { inspection_id: await createInspection(service), reason: 'request' }
    const headers = { 'idempotency-key': 'erase-once' }
    const { body } = await service.call('POST', '/erasures', { json, headers })
    await runErasure(service, body.id)
    const repeat = await service.call('POST', '/erasures', { json, headers })
    expect([repeat.status, repeat.body.id]).toEqual([201, body.id])
  })

  it('400 unless it says exactly one thing, and why', async () => {
    const inspection_id = await createInspection(service)
    for (const json of [
      { reason: 'request' },
      { inspection_id },
      { inspection_id, reason: 'because' },
      { inspection_id, plate: 'X', reason: 'request' },
    ])
      expect((await service.call('POST', '/erasures', { json })).status, JSON.stringify(json)).toBe(400)
    expect((await service.call('GET', `/inspections/${inspection_id}`)).status).toBe(200)
  })

  it('403 for who may not write the whole organization, 404 for an inspection of another one', async () => {
    const inspection_id = await createInspection(service)
    const json = { inspection_id, reason: 'request' }
    for (const as of ['alder-member', 'alder-reader', 'alder-none'])
      expect((await service.call('POST', '/erasures', { json, as })).status, as).toBe(403)
    expect((await service.call('POST', '/erasures', { json, as: 'birch-manager' })).status).toBe(404)
    for (const wrong of [{ inspection_id: NEVER }, { capture_link_id: NEVER }, { capture_link_id: 'x' }])
      expect(
        (await service.call('POST', '/erasures', { json: { ...wrong, reason: 'request' } })).status,
      ).toBe(404)
    const id = await createErasure(service, json)
    expect((await service.call('GET', `/erasures/${id}`, { as: 'birch-manager' })).status).toBe(404)
    expect((await service.call('GET', `/erasures/${id}`, { as: 'alder-member' })).status).toBe(403)
    await runErasure(service, id)
  })
})
