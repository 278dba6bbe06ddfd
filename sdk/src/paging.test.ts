import { afterEach, describe, expect, it } from 'vitest'
import { problem, type Scripted, startScripted } from '../test/scripted-service.ts'
import { createClient } from './client.ts'
import { listImages, listInspections } from './operations.ts'

let service: Scripted
afterEach(() => service.close())

const page = (ids: string[], next: object | null, kind = 'INSPECTION') => ({
  json: {
    data: ids.map((id) => ({ id, object_type: kind, vehicle: { id: `v-${id}`, object_type: 'VEHICLE' } })),
    paging: {
      cursors: { before: ids[0], after: ids.at(-1), next, previous: null },
      next: null,
      previous: null,
    },
  },
})
const next = (after: string) => ({ limit: 2, after, pagination_order: 'desc' })
const clientOf = () => createClient({ baseUrl: service.url, token: 'T', retries: 1 })

describe('a list', () => {
  it('is one page when it is awaited', async () => {
    service = await startScripted(page(['c', 'b'], next('b')))
    const { result, entities, paging } = await listInspections(clientOf(), {
      limit: 2,
      inspectionStatus: 'DONE',
    })
    expect(result).toEqual(['c', 'b'])
    expect(entities.vehicles['v-c']).toEqual({ id: 'v-c' })
    expect(paging.cursors.next).toEqual({ limit: 2, after: 'b', paginationOrder: 'desc' })
    expect(service.seen.map(({ path }) => path)).toEqual(['/v1/inspections?limit=2&inspectionStatus=DONE'])
  })

  it('is every record, page after page, when it is looped over', async () => {
    service = await startScripted(page(['c', 'b'], next('b')), page([], next('a')), page(['a'], null))
    const ids: string[] = []
    for await (const inspection of listInspections(clientOf(), { before: 'x', verbose: '1' }))
      ids.push(inspection.id)
    expect(ids).toEqual(['c', 'b', 'a'])
    expect(service.seen.map(({ path }) => path)).toEqual([
      '/v1/inspections?before=x&verbose=1',
      '/v1/inspections?verbose=1&limit=2&after=b&paginationOrder=desc',
      '/v1/inspections?verbose=1&limit=2&after=a&paginationOrder=desc',
    ])
  })

  it('asks for no further page once the loop is left', async () => {
    service = await startScripted(page(['c', 'b'], next('b'), 'IMAGE'))
    for await (const image of listImages(clientOf(), 'i-1')) if (image.id === 'b') break
    expect(service.seen.length).toBe(1)
  })

  it('gives whole pages to whoever wants what belongs to the records', async () => {
    service = await startScripted(page(['c'], next('c')), page(['a'], null))
    const vehicles: string[] = []
    for await (const { entities } of listInspections(clientOf()).pages())
      vehicles.push(...Object.keys(entities.vehicles))
    expect(vehicles).toEqual(['v-c', 'v-a'])
  })

  it('throws into the loop', async () => {
    service = await startScripted(page(['c'], next('c')), problem(404, 'not_found'))
    const ids: string[] = []
    const loop = async () => {
      for await (const { id } of listInspections(clientOf())) ids.push(id)
    }
    await expect(loop()).rejects.toMatchObject({ code: 'not_found' })
    expect(ids).toEqual(['c'])
  })
})
