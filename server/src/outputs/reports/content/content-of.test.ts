import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../../test/factories.ts'
import type { Service } from '../../../../test/own-service.ts'
import { startService } from '../../../../test/service.ts'
import { createContext } from '../../../core/platform/context.ts'
import type { ReportContent } from '../report-content.ts'
import type { CreateReport } from '../schema.ts'
import { contentOf } from './content-of.ts'
import { readFacts } from './read-facts.ts'
import { frameOf } from './report-frame.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const call = async (method: string, path: string, json: unknown = {}) => {
  const { status, body } = await service.call(method, path, { json })
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

const read = async (path: string) => (await service.call('GET', path)).body

/** What a report of the inspection would say now. */
async function contentNow(id: string, options: CreateReport = {}): Promise<ReportContent> {
  const [{ org_id }] = await service.rows('select org_id from inspections where id = $1', [id])
  const principal = { subject: 'algo', org_id, permissions: new Set<never>() }
  const ctx = createContext(service.parts, principal, service.log)
  const facts = await readFacts(ctx, id)
  if (!facts) throw new Error('the inspection is gone')
  const asked = { report_id: id, created_at: '2026-11-14T10:00:00.000Z', options }
  return contentOf(facts, frameOf(service.config, asked))
}

const damage = (id: string, damage_type: string, part_type: string) =>
  call('POST', `/inspections/${id}/damages`, { damage_type, part_type })
/** As if a model had found it. */
const foundByModel = (damageId: string) =>
  service.rows("update damages set created_by = 'algo', confidence = 0.6 where id = $1", [damageId])

describe('what a report tells', () => {
  it('of corrections: who, what of which damage, and what people removed', async () => {
    const id = await createInspection(service)
    const at = `/inspections/${id}`
    const hood = await damage(id, 'dent', 'hood')
    await foundByModel(hood.id)
    const roof = await damage(id, 'scratch', 'roof')
    await call('PATCH', `${at}/damages/${hood.id}`, { damage_type: 'misshape', reason: 'bent' })
    await call('DELETE', `${at}/damages/${roof.id}`, { reason: 'a reflection' })
    await call('POST', `${at}/estimate`)
    await call('POST', `${at}/pricing`, { pricing: 320, related_item_type: 'part', part_type: 'hood' })
    const { history, damages } = await contentNow(id)
    expect(damages).toMatchObject([
      {
        number: 1,
        origin: { kind: 'model' },
        corrected: { by: 'alder-manager' },
        confirmed: null,
        hours: null,
      },
    ])
    const named = (event: string) => history.filter((entry) => entry.event === event)
    expect(named('damage.updated')).toMatchObject([
      {
        by: 'alder-manager',
        damage: { number: 1, damage_type: 'misshape', part_types: ['hood'] },
        changes: [{ field: 'damage_type', before: 'dent', after: 'misshape' }],
        reason: 'bent',
      },
    ])
    expect(named('damage.deleted')).toMatchObject([
      {
        damage: { number: null, damage_type: 'scratch', part_types: ['roof'] },
        changes: [],
        reason: 'a reflection',
      },
    ])
    expect(named('pricing.updated')).toMatchObject([
      { part_type: 'hood', currency: 'EUR', changes: [{ field: 'pricing', after: 320 }] },
    ])
    const withoutPrices = await contentNow(id, { pricing: false })
    expect(withoutPrices.history.filter(({ event }) => event.startsWith('pricing.'))).toEqual([])
  })

  it('of work: the hours of each part once', async () => {
    const id = await createInspection(service)
    await damage(id, 'dent', 'hood')
    await damage(id, 'scratch', 'hood')
    await call('POST', `/inspections/${id}/estimate`)
    const { damages, estimate } = await contentNow(id)
    const [part] = estimate?.parts ?? []
    const hours = Object.values(part?.hours ?? {}).reduce((sum, count) => sum + count, 0)
    expect(hours).toBeGreaterThan(0)
    expect(damages.map((one) => one.hours)).toEqual([hours, null])
  })

  it('of damages and pictures: the labels that the API has, also after some are deleted', async () => {
    const id = await createInspection(service)
    const at = `/inspections/${id}`
    const [, gone] = [await damage(id, 'dent', 'hood'), await damage(id, 'dent', 'roof')]
    await damage(id, 'scratch', 'bumper_front')
    const images = [await createImage(service, id), await createImage(service, id)]
    await call('DELETE', `${at}/damages/${gone.id}`)
    await call('DELETE', `${at}/images/${images[0]}`)
    const said = await read(at)
    const { damages, images: shown } = await contentNow(id)
    expect(damages.map(({ number }) => `D${number}`)).toEqual(['D1', 'D3'])
    expect(said.damages.map(({ label }: { label: string }) => label)).toEqual(['D1', 'D3'])
    expect(shown.map(({ number }) => `P${number}`)).toEqual(['P2'])
    expect(said.images.map(({ label }: { label: string }) => label)).toEqual(['P2'])
  })

  it('of severity: what the API says, also of a damage without a price and in a report without prices', async () => {
    const id = await createInspection(service)
    const at = `/inspections/${id}`
    await damage(id, 'dent', 'hood')
    const doubtful = await damage(id, 'scratch', 'hood')
    await service.rows("update damages set created_by = 'algo', confidence = 0.01 where id = $1", [
      doubtful.id,
    ])
    await damage(id, 'scratch', 'ignore')
    await call('POST', `${at}/estimate`)
    await call('POST', `${at}/severity_pricing`, { label: 'hood', level: 3 })
    const said = (await read(at)).damages.map(
      ({ severity_level }: { severity_level: number | null }) => severity_level,
    )
    expect(said).toEqual([3, 3, null])
    for (const pricing of [true, false]) {
      const { damages } = await contentNow(id, { pricing })
      expect(damages.map(({ severity }) => severity?.level ?? null)).toEqual(said)
    }
  })

  it('of money: the sums and the count that the estimate states', async () => {
    const id = await createInspection(service)
    await damage(id, 'dent', 'hood')
    await damage(id, 'scratch', 'roof')
    await damage(id, 'scratch', 'ignore')
    await call('POST', `/inspections/${id}/estimate`)
    await call('POST', `/inspections/${id}/pricing`, {
      pricing: 320,
      related_item_type: 'part',
      part_type: 'hood',
    })
    const { standing } = await read(`/inspections/${id}/estimate`)
    const { estimate, priced_damages } = await contentNow(id)
    expect(standing).toEqual({
      currency: 'EUR',
      damage_count: 3,
      priced_damage_count: 2,
      net: estimate?.net,
      tax: estimate?.tax,
      total: estimate?.total,
    })
    expect(priced_damages).toBe(2)
  })

  it('of a part that only a failed picture shows: it was seen', async () => {
    const id = await createInspection(service)
    const image_id = await createImage(service, id)
    const { id: damage_id } = await damage(id, 'dent', 'hood')
    const before = await contentNow(id)
    expect(before.coverage.parts_not_seen).toContain('hood')
    const bounding_box = { xmin: 4, ymin: 5, width: 40, height: 30 }
    await call('POST', `/inspections/${id}/views`, { image_id, damage_id, bounding_box })
    const { coverage } = await contentNow(id)
    expect(coverage.parts_not_seen).not.toContain('hood')
    expect(coverage.parts_seen).toContain('hood')
  })

  it('of what is open: one row for each reason', async () => {
    const id = await createInspection(service)
    for (const part of ['roof', 'hood', 'trunk']) await foundByModel((await damage(id, 'dent', part)).id)
    const { unresolved } = await contentNow(id)
    const reasons = unresolved.map(({ reason }) => reason)
    expect(new Set(reasons).size).toBe(reasons.length)
    expect(unresolved.find(({ reason }) => reason === 'not_confirmed')).toMatchObject({
      damage_numbers: [1, 2, 3],
    })
    expect(reasons).not.toContain('part_not_seen')
  })

  it('nothing of the inspection it is related to: a comparison has a report of its own', async () => {
    const earlier = await createInspection(service)
    await damage(earlier, 'scratch', 'bumper_front')
    await damage(earlier, 'dent', 'trunk')
    const { id } = await call('POST', '/inspections', { tasks: {}, related_inspection_id: earlier })
    await damage(id, 'scratch', 'bumper_front')
    const content = await contentNow(id)
    expect(content.damages.map(({ number, part_types }) => [number, part_types])).toEqual([
      [1, ['bumper_front']],
    ])
    for (const said of [earlier, 'dent']) expect(JSON.stringify(content)).not.toContain(`"${said}"`)
  })

  it('of validation: only once every task of this inspection is validated, whatever happens to others', async () => {
    const start = { tasks: { dashboard_ocr: {}, human_in_the_loop: {} } }
    const [id, other] = [await createInspection(service, start), await createInspection(service, start)]
    await call('PATCH', `/inspections/${other}/vehicle`, { brand: 'Other' })
    const move = (inspection: string, task: string, status: string) =>
      call('PATCH', `/inspections/${inspection}/tasks/${task}`, { status })
    const validate = async (inspection: string, task: string) => {
      for (const status of ['TODO', 'DONE', 'VALIDATED']) await move(inspection, task, status)
    }
    for (const task of ['dashboard_ocr', 'compliances', 'human_in_the_loop']) await validate(other, task)
    const before = await contentNow(id)
    expect(before.inspection.validated).toBeNull()
    expect(before.history.map(({ event }) => event)).toEqual(['inspection.created'])
    for (const task of ['dashboard_ocr', 'compliances']) await validate(id, task)
    expect((await contentNow(id)).inspection.validated).toBeNull()
    await validate(id, 'human_in_the_loop')
    expect((await contentNow(id)).inspection.validated).toEqual({
      at: expect.any(String),
      by: 'alder-manager',
    })
  })

  it('of a picture by the name it has in the language of the report', async () => {
    const id = await createInspection(service)
    await createImage(service, id, { additional_data: { label: { en: 'Front', fr: 'Avant' } } })
    for (const [language, label] of [
      ['fr', 'Avant'],
      ['de', 'Front'],
    ] as const)
      expect((await contentNow(id, { language })).images[0]?.label).toBe(label)
  })
})
