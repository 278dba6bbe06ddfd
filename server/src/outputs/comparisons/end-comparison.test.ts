import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAnalyzed,
  createCompared,
  createComparison,
  createPair,
  runComparison,
} from '../../../test/comparisons.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { compareInspections } from './compare-inspections.job.ts'
import { compareReturn } from './compare-return.job.ts'
import { failComparison } from './fail-comparison.job.ts'
import { perceptualHash } from './method/perceptual-hash.ts'
import { matchPlaces } from './store-places.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const get = async (id: string) => (await service.call('GET', `/comparisons/${id}`)).body
const jobOf = (comparison_id: string, run = 1) => ({ org_id: service.org.alder, comparison_id, run })
const endings = async (inspectionId: string) =>
  (
    await service.rows(
      "select type from events where inspection_id = $1 and type in ('comparison.done', 'comparison.failed')",
      [inspectionId],
    )
  ).map(({ type }) => type)

describe('a comparison that cannot be made', () => {
  it('ends in ERROR with words after the last attempt, once', async () => {
    const { earlier, later, json } = await createPair(service)
    const id = await createComparison(service, json)
    const ctx = workerContext(service)
    await failComparison(ctx, jobOf(id))
    await failComparison(ctx, jobOf(id))
    await compareInspections(ctx, jobOf(id))
    expect(await get(id)).toMatchObject({
      status: 'ERROR',
      error: expect.stringMatching(/^The inspections could not be compared after several attempts/),
    })
    for (const side of [earlier, later]) expect(await endings(side.id)).toEqual(['comparison.failed'])
  })

  it('ends in ERROR when an inspection is deleted before, or is analyzed again', async () => {
    const { earlier, json } = await createPair(service)
    const id = await createComparison(service, json)
    await service.call('DELETE', earlier.at)
    await runComparison(service, id)
    expect((await get(id)).error).toMatch(/^One of the inspections was deleted/)
    const later = await createAnalyzed(service, { byHand: true })
    const other = await createComparison(service, {
      earlier_inspection_id: (await createAnalyzed(service)).id,
      later_inspection_id: later.id,
    })
    const started = await service.call('POST', `${later.at}/tasks/damage_detection/runs`)
    expect(started.status).toBe(201)
    await runComparison(service, other)
    expect((await get(other)).error).toMatch(/^Damage detection of one of the inspections is not done/)
  })

  it('ends in ERROR without models when the earlier pictures must be read again', async () => {
    const earlier = await createAnalyzed(service, { byHand: true })
    const later = await createAnalyzed(service)
    const pair = { earlier_inspection_id: earlier.id, later_inspection_id: later.id }
    const id = await createComparison(service, pair)
    const provenance = { models: [{ name: 'damage-segmenter', version: '0', sha256: 'old' }] }
    await service.rows(
      `insert into task_results (org_id, task_id, generation, image_id, result, origin, provenance)
       select org_id, id, generation, $2, '{}', 'test', $3 from tasks where inspection_id = $1 and name = 'damage_detection'`,
      [earlier.id, earlier.image_id, provenance],
    )
    await runComparison(service, id)
    expect((await get(id)).error).toMatch(/^The models are not ready/)
  })
})

describe('a comparison whose worker dies', () => {
  it('is the same when the job is delivered again, and an older run writes nothing', async () => {
    const { id } = await createCompared(service)
    await service.call('POST', `/comparisons/${id}/runs`)
    const ctx = workerContext(service)
    await compareInspections(ctx, jobOf(id, 1))
    expect((await get(id)).status).toBe('IN_PROGRESS')
    // Two attempts at once, as when the first one was only thought to be dead.
    await Promise.all([compareInspections(ctx, jobOf(id, 2)), compareInspections(ctx, jobOf(id, 2))])
    const once = await get(id)
    await compareInspections(ctx, jobOf(id, 2))
    expect(await get(id)).toEqual(once)
    expect(once.places.map((place: { number: number }) => place.number)).toEqual([1, 2])
  })
})

describe('a return', () => {
  const createReturn = (related_inspection_id: string) =>
    createAnalyzed(service, {
      byHand: true,
      body: { related_inspection_id, inspection_type: 'check_in_check_out' },
    })
  const queued = async (inspectionId: string) =>
    service.jobRows(
      "select data from pgboss.job where name = 'compare_return' and data ->> 'inspection_id' = $1",
      [inspectionId],
    )

  it('is compared by itself once the organization wants it, and again when it is analyzed again', async () => {
    const settings = (json?: object, as = 'alder-manager') =>
      service.call(json ? 'PATCH' : 'GET', '/comparisons/settings', { as, ...(json ? { json } : {}) })
    expect((await settings()).body).toMatchObject({ compares_returns: false, version: 0, updated_by: null })
    const earlier = await createAnalyzed(service)
    expect(await queued((await createReturn(earlier.id)).id)).toEqual([])
    expect((await settings({ compares_returns: true }, 'alder-member')).status).toBe(403)
    expect((await settings({ compares_returns: true })).body).toMatchObject({
      compares_returns: true,
      version: 1,
      updated_by: 'alder-manager',
    })
    expect((await settings(undefined, 'birch-admin')).body.compares_returns).toBe(false)
    const later = await createReturn(earlier.id)
    const [job] = await queued(later.id)
    await compareReturn(workerContext(service), job.data)
    const { data } = (await service.call('GET', `/comparisons?inspection_id=${later.id}`)).body
    expect(data).toMatchObject([
      { started_by: 'return', status: 'IN_PROGRESS', earlier_inspection_id: earlier.id },
    ])
    await runComparison(service, data[0].id)
    await compareReturn(workerContext(service), job.data)
    expect(await get(data[0].id)).toMatchObject({ status: 'IN_PROGRESS' })
  })

  it('is not compared with one that is deleted', async () => {
    const earlier = await createAnalyzed(service)
    const later = await createReturn(earlier.id)
    await service.call('DELETE', earlier.at)
    await compareReturn(workerContext(service), { org_id: service.org.alder, inspection_id: later.id })
    expect((await service.call('GET', `/comparisons?inspection_id=${later.id}`)).body.data).toEqual([])
  })
})

describe('places', () => {
  const sighting = (damage_id: string | null, xmin: number) => ({
    damage_id,
    image_id: 'i',
    polygons: [],
    bounding_box: { xmin, ymin: 0, width: 10, height: 10 },
    score: null,
    length_mm: null,
    length_error_mm: null,
    min_resolvable_mm: null,
    captured_at: null,
    captured_at_source: 'upload' as const,
    sha256: '',
    alignment: null,
  })
  const place = (later: string | null, xmin: number, part_type: string | null = 'hood') => ({
    part_type,
    earlier: null,
    later: sighting(later, xmin),
  })

  it('are found again by their damage, then by part and spot, each once', () => {
    const [a, b, c] = [place('a', 0), place('b', 100), place('c', 200, 'trunk')]
    expect(matchPlaces([place('b', 0), place('x', 5), place('y', 205)], [a, b, c])).toEqual([b, a, undefined])
  })
})

describe('perceptualHash', () => {
  const raster = (change: (x: number, y: number) => number) => ({
    pixels: Uint8Array.from({ length: 90 * 80 }, (_, at) => change(at % 90, Math.floor(at / 90))),
    width: 90,
    height: 80,
  })
  const wave = (x: number, y: number) => 120 + 100 * Math.sin(x / 9 + y / 13)

  it('is the same for a brighter picture, another for a turned one, none for a blank one', () => {
    const hash = perceptualHash(raster(wave))
    expect(hash).toMatch(/^[0-9a-f]{128}$/)
    expect(perceptualHash(raster((x, y) => wave(x, y) + 9))).toBe(hash)
    expect(perceptualHash(raster((x, y) => wave(89 - x, y)))).not.toBe(hash)
    expect(perceptualHash(raster(() => 7))).toBeNull()
  })
})
