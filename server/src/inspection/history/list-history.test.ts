import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOX, correctionsOf } from '../../../test/corrections.ts'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startService, startServiceWithWorker } from '../../../test/service.ts'

let service: Service
let corrections: ReturnType<typeof correctionsOf>
beforeAll(async () => {
  service = await startService()
  corrections = correctionsOf(service)
})
afterAll(() => service.stop())

const list = (id: string, query = '', as = 'alder-manager') =>
  service.call('GET', `/inspections/${id}/history${query}`, { as })

type Entry = { id: string; type: string; item_id: string; created_by: string | null }
const typesOf = (body: { data: Entry[] }) => body.data.map((entry) => entry.type)

/** Everything a person can correct, each once. */
async function createCorrected() {
  const id = await createInspection(service)
  const at = `/inspections/${id}`
  const image_id = await createImage(service, id)
  const send = async (method: string, path: string, json: unknown) => {
    const answer = await corrections.call(method, `${at}${path}`, json)
    if (answer.status > 299) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const damage_id = await send('POST', '/damages', { damage_type: 'dent', part_type: 'hood', reason: 'r1' })
  const view = await send('POST', '/views', { image_id, damage_id, bounding_box: BOX, reason: 'r2' })
  await send('PATCH', `/damages/${damage_id}`, { damage_type: 'scratch', reason: 'r3' })
  await send('PATCH', `/views/${view}`, { bounding_box: { ...BOX, xmin: 9 }, reason: 'r4' })
  await send('DELETE', `/views/${view}`, { reason: 'r5' })
  await send('POST', `/views/${view}/restore`, { reason: 'r6' })
  await send('DELETE', `/damages/${damage_id}`, { reason: 'r7' })
  await send('POST', `/damages/${damage_id}/restore`, { reason: 'r8' })
  const price = { pricing: 12.5, related_item_type: 'part', part_type: 'hood', reason: 'r9' }
  const pricing = await send('POST', '/pricing', price)
  await send('PATCH', `/pricing/${pricing}`, { pricing: 13, reason: 'r10' })
  await send('POST', '/severity_pricing', { label: 'hood', level: 2, reason: 'r11' })
  await send('PATCH', `/severity_pricing/${pricing}`, { repair_operation: 'replace', reason: 'r12' })
  await send('DELETE', `/pricing/${pricing}`, { reason: 'r13' })
  await send('POST', `/pricing/${pricing}/restore`, { reason: 'r14' })
  return { id, image_id, damage_id, view, pricing }
}

describe('listHistory', () => {
  it('200 tells every correction in order, with author, reason, version and what changed', async () => {
    const { id, image_id, damage_id, view, pricing } = await createCorrected()
    const { status, body } = await list(id, '?pagination_order=asc')
    expect(status).toBe(200)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/)
    const entry = (type: string, item_id: string, rest: object) => ({
      id: expect.any(String),
      object_type: 'HISTORY_ENTRY',
      created_at: time,
      created_by: 'alder-manager',
      type,
      item_type: type.split('.')[0],
      item_id,
      ...rest,
    })
    const plain = { item_version: null, reason: null, changes: null }
    const shape = expect.any(Array)
    const moved = { ...BOX, xmin: 9 }
    expect(body.data).toEqual([
      entry('inspection.created', id, plain),
      entry('image.created', image_id, plain),
      entry('damage.created', damage_id, {
        item_version: 1,
        reason: 'r1',
        changes: { damage_type: { before: null, after: 'dent' }, part_type: { before: null, after: 'hood' } },
      }),
      entry('view.created', view, {
        item_version: 1,
        reason: 'r2',
        changes: { bounding_box: { before: null, after: BOX }, polygons: { before: null, after: shape } },
      }),
      entry('damage.updated', damage_id, {
        item_version: 2,
        reason: 'r3',
        changes: { damage_type: { before: 'dent', after: 'scratch' } },
      }),
      entry('view.updated', view, {
        item_version: 2,
        reason: 'r4',
        changes: { bounding_box: { before: BOX, after: moved }, polygons: { before: shape, after: shape } },
      }),
      entry('view.deleted', view, {
        item_version: 3,
        reason: 'r5',
        changes: { deleted_at: { before: null, after: time } },
      }),
      entry('view.restored', view, {
        item_version: 4,
        reason: 'r6',
        changes: { deleted_at: { before: time, after: null } },
      }),
      entry('damage.deleted', damage_id, {
        item_version: 3,
        reason: 'r7',
        changes: { deleted_at: { before: null, after: time }, view_ids: { before: [view], after: [] } },
      }),
      entry('damage.restored', damage_id, {
        item_version: 4,
        reason: 'r8',
        changes: { deleted_at: { before: time, after: null }, view_ids: { before: [], after: [view] } },
      }),
      entry('pricing.created', pricing, {
        item_version: 1,
        reason: 'r9',
        changes: { pricing: { before: null, after: 12.5 }, currency: { before: null, after: 'EUR' } },
      }),
      entry('pricing.updated', pricing, {
        item_version: 2,
        reason: 'r10',
        changes: { pricing: { before: 12.5, after: 13 } },
      }),
      entry('pricing.updated', pricing, {
        item_version: 3,
        reason: 'r11',
        changes: { level: { before: null, after: 2 } },
      }),
      entry('pricing.updated', pricing, {
        item_version: 4,
        reason: 'r12',
        changes: { repair_operation: { before: null, after: 'replace' } },
      }),
      entry('pricing.deleted', pricing, {
        item_version: 5,
        reason: 'r13',
        changes: { deleted_at: { before: null, after: time } },
      }),
      entry('pricing.restored', pricing, {
        item_version: 6,
        reason: 'r14',
        changes: { deleted_at: { before: time, after: null } },
      }),
    ])
    const shown = (await service.call('GET', `/inspections/${id}`)).body
    expect(shown.damages[0].version).toBe(4)
    expect(shown.severity_results[0]).toMatchObject({
      version: 6,
      value: { custom_severity: { level: 2, pricing: 13, repair_operation: { REPLACE: true } } },
    })
  })

  it('200 lists newest first and pages both ways, each entry once', async () => {
    const { id } = await createCorrected()
    const all = (await list(id)).body.data.map((entry: Entry) => entry.id)
    expect(all).toEqual(all.toSorted().toReversed())
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 10; page++) {
      const { body } = await list(id, `?limit=3${after}`)
      seen.push(...body.data.map((entry: Entry) => entry.id))
      if (!body.paging.next) break
      after = `&after=${body.paging.next}`
    }
    expect(seen).toEqual(all)
    const back = (await list(id, `?limit=2&before=${all[4]}`)).body
    expect(back.data.map((entry: Entry) => entry.id)).toEqual(all.slice(2, 4))
  })

  it('200 tells what the service did itself, by algo', async () => {
    const own = await startServiceWithWorker()
    try {
      const id = await createInspection(own)
      await createImage(own, id)
      const read = () => own.call('GET', `/inspections/${id}/history`)
      const body = await waitFor('the quality check', async () => {
        const { body } = await read()
        return typesOf(body).includes('image.compliances_done') && body
      })
      const check = body.data.find((entry: Entry) => entry.type === 'image.compliances_done')
      expect(check).toMatchObject({ created_by: 'algo', item_type: 'image', reason: null })
      expect(body.data.at(-1)).toMatchObject({ type: 'inspection.created', created_by: 'alder-manager' })
    } finally {
      await own.stop()
    }
  })

  it('200 shows events from before authors were kept', async () => {
    const id = await createInspection(service)
    await service.rows('update events set created_by = null where inspection_id = $1', [id])
    expect((await list(id)).body.data).toMatchObject([{ type: 'inspection.created', created_by: null }])
  })

  it('200 in the normalised form', async () => {
    const { id, damage_id } = await corrections
      .createAll()
      .then(({ id, damage }) => ({ id, damage_id: damage }))
    const headers = { accept: 'application/vnd.walkaround.entities+json' }
    const { body } = await service.call('GET', `/inspections/${id}/history?limit=2&pagination_order=asc`, {
      headers,
    })
    expect(body.result).toHaveLength(2)
    const { entities } = (await service.call('GET', `/inspections/${id}/history`, { headers })).body
    const made = Object.values<{ type: string }>(entities.historyEntries).find(
      (entry) => entry.type === 'damage.created',
    )
    expect(made).toMatchObject({
      itemType: 'damage',
      itemId: damage_id,
      itemVersion: 1,
      createdBy: 'alder-manager',
      changes: { damageType: { before: null, after: 'dent' } },
    })
  })

  it('200 for whoever may read the inspection, 403 for who may read none', async () => {
    const id = await createInspection(service)
    expect((await list(id, '', 'alder-reader')).status).toBe(200)
    expect((await list(id, '', 'alder-none')).status).toBe(403)
  })

  it('400 for two cursors and for an unknown filter', async () => {
    const { id } = await corrections.createAll()
    const [first, second] = (await list(id)).body.data
    expect((await list(id, `?after=${first.id}&before=${second.id}`)).status).toBe(400)
    expect((await list(id, '?author=algo')).status).toBe(400)
    expect((await list(id, '?limit=0')).status).toBe(400)
  })

  it('404 for another organization, another person, a deleted inspection, and the cursor of another one', async () => {
    const { id, damage } = await corrections.createAll()
    const [entry] = (await list(id)).body.data
    const other = await createInspection(service)
    expect((await list(id, '', 'birch-admin')).status).toBe(404)
    expect((await list(id, '', 'alder-member')).status).toBe(404)
    expect((await list('x')).status).toBe(404)
    for (const cursor of [entry.id, damage, 'x'])
      expect((await list(other, `?after=${cursor}`)).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await list(id)).status).toBe(404)
  })

  it('422 for a page larger than an answer may be, which fewer entries fit into', async () => {
    const small = await startOwnService({ settings: { ANSWER_BYTES_MAX: '2000' } })
    try {
      const own = correctionsOf(small)
      const { id, view } = await own.createAll()
      for (const n of [1, 2, 3]) {
        const polygons = [Array.from({ length: 40 }, (_, at) => [at + n, n])]
        await own.call('PATCH', `/inspections/${id}/views/${view}`, { polygons })
      }
      const read = (query = '') => small.call('GET', `/inspections/${id}/history${query}`)
      expect(await read()).toMatchObject({
        status: 422,
        body: { code: 'answer_too_large', limit_bytes: 2000 },
      })
      expect((await read('?limit=1')).status).toBe(200)
    } finally {
      await small.stop()
    }
  })
})

describe('the history while many correct at once', () => {
  it('has each correction once, in the order of the versions', async () => {
    const { id, damage } = await corrections.createAll()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        corrections.call('PATCH', `/inspections/${id}/damages/${damage}`, {
          damage_size_cm: n + 1,
          reason: `${n}`,
        }),
      ),
    )
    const { body } = await list(id, '?pagination_order=asc')
    const updates = body.data.filter((entry: Entry) => entry.type === 'damage.updated')
    expect(updates.map((entry: { item_version: number }) => entry.item_version)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 2),
    )
    expect(new Set(updates.map((entry: { reason: string }) => entry.reason)).size).toBe(20)
    // Each begins where the one before it ended.
    const sizes = updates.map(
      (entry: { changes: { damage_size_cm: object } }) => entry.changes.damage_size_cm,
    )
    for (const [n, size] of sizes.entries()) if (n > 0) expect(size.before).toBe(sizes[n - 1].after)
  })
})
