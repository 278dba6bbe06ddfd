import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf, statusesOf } from '../../../test/corrections.ts'
import { createInspection } from '../../../test/factories.ts'
import { deletedMeanwhile } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

type Corrections = ReturnType<typeof correctionsOf>
type Created = { id: string; finding: string }

let service: Service
let corrections: Corrections
beforeAll(async () => {
  service = await startService()
  corrections = correctionsOf(service)
})
afterAll(() => service.stop())

const createPriced = async (): Promise<Created> => {
  const id = await createInspection(service)
  return { id, finding: await corrections.createPricing(id) }
}
const createMarked = async (named: 'damage' | 'view'): Promise<Created> => {
  const all = await corrections.createAll()
  return { id: all.id, finding: all[named] }
}

/** What the restores of all findings have in common; what is special to one is tested beside it. */
describe.each([
  { name: 'restoreDamage', path: 'damages', event: 'damage.restored', create: () => createMarked('damage') },
  { name: 'restoreView', path: 'views', event: 'view.restored', create: () => createMarked('view') },
  { name: 'restorePricing', path: 'pricing', event: 'pricing.restored', create: createPriced },
])('$name', ({ path, event, create }) => {
  const at = (id: string, finding: string) => `/inspections/${id}/${path}/${finding}`
  const remove = (id: string, finding: string, json?: unknown) =>
    corrections.call('DELETE', at(id, finding), json)
  const restore = (id: string, finding: string, json?: unknown, as = 'alder-manager', headers = {}) =>
    corrections.call('POST', `${at(id, finding)}/restore`, json, as, headers)
  const restorations = (id: string) => corrections.eventsOf(id, event)
  const createDeleted = async () => {
    const created = await create()
    await remove(created.id, created.finding)
    return created
  }

  it('200 with the same body for twenty at once and for one that is not deleted, and one event', async () => {
    const { id, finding } = await createDeleted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => restore(id, finding)))
    answers.push(await restore(id, finding, {}), await restore(id, finding, { reason: 'again' }))
    expect(statusesOf(answers)).toEqual(Array(22).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await restorations(id)).toHaveLength(1)
  })

  it('412 for a version that is not the current one', async () => {
    const { id, finding } = await createDeleted()
    const given = (version: number) =>
      restore(id, finding, {}, 'alder-manager', { 'if-match': `"${version}"` })
    expect(await given(1)).toMatchObject({ status: 412, body: { code: 'version_stale', version: 2 } })
    expect((await given(2)).status).toBe(200)
  })

  it.each([
    ['a list', []],
    ['a long reason', { reason: 'r'.repeat(1_001) }],
    ['a text', 'x'],
  ])('400 for %s', async (_what, json) => {
    const { id, finding } = await createDeleted()
    expect((await restore(id, finding, json)).status).toBe(400)
    expect((await remove(id, finding, json)).status).toBe(400)
    expect(await restorations(id)).toEqual([])
  })

  it('403 without the permission to write', async () => {
    const { id, finding } = await createDeleted()
    expect((await restore(id, finding, {}, 'alder-reader')).status).toBe(403)
  })

  it('404 for another organization, another person, another inspection, a deleted one and no id', async () => {
    const { id, finding } = await createDeleted()
    expect((await restore(id, finding, {}, 'birch-admin')).status).toBe(404)
    expect((await restore(id, finding, {}, 'alder-member')).status).toBe(404)
    expect((await restore(await createInspection(service), finding)).status).toBe(404)
    expect((await restore(id, 'x')).status).toBe(404)
    expect(await deletedMeanwhile(service, id, () => restore(id, finding))).toBe(404)
    expect((await restore(id, finding)).status).toBe(404)
    expect(await restorations(id)).toEqual([])
  })
})
