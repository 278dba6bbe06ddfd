import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

const LIST_BYTES_MAX = 40_000

let service: Service
const ids: string[] = []
beforeAll(async () => {
  service = await startOwnService({
    settings: { LIST_BYTES_MAX: String(LIST_BYTES_MAX), ANSWER_BYTES_MAX: '200000' },
  })
  // Small ones between large ones; one of them larger than a whole page.
  for (const bytes of [10, 15_000, 15_000, 60_000, 10, 10, 10, 10, 15_000, 15_000, 15_000, 10])
    ids.push(await createInspection(service, { tasks: {}, additional_data: { note: 'x'.repeat(bytes) } }))
  for (const id of [ids[0], ids[3], ids[4]])
    await createImage(service, id ?? '', { additional_data: { note: 'y'.repeat(20_000) } })
  // The 30 newest make more than one piece of a page.
  for (let n = 0; n < 30; n++) ids.push(await createInspection(service, { tasks: {} }))
})
afterAll(() => service.stop())

type Body = {
  data: { id: string }[]
  paging: { cursors: { next: object | null; previous: object | null } }
}

async function walk(query: string, link: 'next' | 'previous') {
  const seen: string[][] = []
  let next: string | null = query
  while (next) {
    const { status, body }: { status: number; body: Body } = await service.call('GET', `/inspections?${next}`)
    expect(status).toBe(200)
    const bytes = Buffer.byteLength(JSON.stringify(body))
    expect(body.data.length === 1 || bytes < LIST_BYTES_MAX * 2, `${bytes} bytes`).toBe(true)
    seen.push(body.data.map((row) => row.id))
    const to = body.paging.cursors[link]
    next = to && new URLSearchParams({ ...to, verbose: '1' }).toString()
  }
  return seen
}

describe('listInspections', () => {
  it.each(['0', '1'])('200 with pages that end early, each row once, verbose=%s', async (verbose) => {
    const pages = await walk(`limit=500&verbose=${verbose}`, 'next')
    expect(pages.flat()).toEqual(ids.toReversed())
    expect(pages.length).toBeGreaterThan(3)
    // The first page is the usual one: far more rows than one piece of it.
    expect(pages[0]?.length).toBeGreaterThan(30)
  })

  it('200 walks back over the same rows', async () => {
    const pages = await walk(`limit=500&verbose=1&before=${ids[0]}`, 'previous')
    expect(pages.toReversed().flat()).toEqual(ids.toReversed().slice(0, -1))
  })

  it('422 for an inspection that alone is larger than an answer may be', async () => {
    const id = await createInspection(service, { tasks: {} }, 'birch-manager')
    for (let n = 0; n < 5; n++)
      await service.rows(
        `insert into images (org_id, inspection_id, id, name, mimetype, image_width, image_height, binary_size, sha256, additional_data, duplicate_key)
         values ('org_birch', $1, gen_random_uuid(), 'x', 'image/jpeg', 10, 10, 1, $2, $3, $2)`,
        [id, String(n).repeat(64), JSON.stringify({ note: 'z'.repeat(60_000) })],
      )
    const { status, body } = await service.call('GET', '/inspections?limit=5', { as: 'birch-manager' })
    expect([status, body.code]).toEqual([422, 'answer_too_large'])
  })
})
