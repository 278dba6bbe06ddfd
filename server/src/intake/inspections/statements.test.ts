import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startServiceWithWorker } from '../../../test/service.ts'

const IMAGES = 30
const DAMAGES = 40
const POLYGON_POINTS = 60

let service: Service
let inspectionId: string
beforeAll(async () => {
  service = await startServiceWithWorker()
  inspectionId = await createFullInspection()
  await waitFor('the checks of all pictures', async () => {
    const [row] = await service.rows('select count(*)::int as open from images where compliances is null')
    return row.open === 0
  })
})
afterAll(() => service.stop())

/** Every picture with a real upload's metadata, every damage seen on two pictures with an outline of many points. */
async function createFullInspection(): Promise<string> {
  const id = await createInspection(service, { tasks: { damage_detection: {} }, vehicle: { plate: 'AB-1' } })
  const images: string[] = []
  for (let n = 0; n < IMAGES; n++)
    images.push(
      await createImage(service, id, {
        tasks: ['damage_detection', { name: 'compliances', image_details: { sight_id: `sight-${n}` } }],
        additional_data: {
          sight_id: `sight-${n}`,
          created_at: new Date().toISOString(),
          label: { en: `Sight ${n}`, fr: `Vue ${n}` },
        },
      }),
    )
  const parts = ['hood', 'bumper_front', 'door_front_left', 'fender_front_left']
  for (let n = 0; n < DAMAGES; n++) {
    const damage = await service.call('POST', `/inspections/${id}/damages`, {
      json: { damage_type: 'scratch', part_type: parts[n % parts.length] },
    })
    expect(damage.status).toBe(201)
    for (const image_id of [images[n % IMAGES], images[(n * 7 + 1) % IMAGES]]) {
      const polygons = [
        Array.from({ length: POLYGON_POINTS }, (_, p) => [
          (n * 13 + p * 3.25) % 320,
          (n * 5 + p * 2.75) % 240,
        ]),
      ]
      const view = await service.call('POST', `/inspections/${id}/views`, {
        json: { image_id, damage_id: damage.body.id, polygons },
      })
      expect(view.status).toBe(201)
    }
  }
  for (const part_type of parts)
    await service.call('POST', `/inspections/${id}/pricing`, {
      json: { pricing: 120.5, related_item_type: 'part', part_type },
    })
  return id
}

/** The statements the service sends to PostgreSQL while `work` runs, but for the organization of a fresh connection. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const statements: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const seen = spy.mock.calls.length
  try {
    const answer = await work()
    for (const [query] of spy.mock.calls.slice(seen)) {
      const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
      // What the process asks by itself calls functions, such as for new events.
      if (/from "\w+"(?!\()/.test(text)) statements.push(text)
    }
    return { answer, statements }
  } finally {
    spy.mockRestore()
  }
}

describe('what reading costs', () => {
  it(`GET inspection with ${IMAGES} images and ${DAMAGES} damages: one statement, so one moment, and 100 kB compressed`, async () => {
    const { answer, statements } = await statementsOf(() =>
      service.call('GET', `/inspections/${inspectionId}`),
    )
    expect(answer.status).toBe(200)
    expect(answer.body.images).toHaveLength(IMAGES)
    expect(answer.body.damages).toHaveLength(DAMAGES)
    expect(answer.body.images.flatMap((image: { views: unknown[] }) => image.views)).toHaveLength(2 * DAMAGES)
    const bytes = gzipSync(JSON.stringify(answer.body)).length
    console.log(`GET inspection: ${statements.length} statements, ${bytes} bytes compressed`)
    expect(statements).toHaveLength(1)
    expect(bytes).toBeLessThanOrEqual(100_000)
  })

  it('a list page of 100 with verbose=1: at most 5 statements, with a cursor too', async () => {
    for (let n = 0; n < 120; n++) await createInspection(service)
    const first = await statementsOf(() => service.call('GET', '/inspections?verbose=1&limit=100'))
    expect(first.answer.body.data).toHaveLength(100)
    const { after } = first.answer.body.paging.cursors
    const next = await statementsOf(() =>
      service.call('GET', `/inspections?verbose=1&limit=100&after=${after}`),
    )
    expect(next.answer.body.data.at(-1)).toMatchObject({
      plate: 'AB-1',
      pricing: { labor_cost: { total_price: 482 } },
    })
    console.log(`list page: ${first.statements.length} statements, with a cursor ${next.statements.length}`)
    expect(first.statements.length).toBeGreaterThan(0)
    // The cursor, and two pieces of the page with what belongs to them.
    expect(Math.max(first.statements.length, next.statements.length)).toBeLessThanOrEqual(5)
  })
})
