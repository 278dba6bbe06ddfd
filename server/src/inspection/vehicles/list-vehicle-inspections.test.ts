import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Entry = { id: string; joined_by: string; disagreements: string[]; status: string }

const create = (vehicle: object, rest: object = {}, as?: string) =>
  createInspection(service, { tasks: {}, vehicle, ...rest }, as)
const list = (id: string, query = '', as = 'alder-manager') =>
  service.call('GET', `/inspections/${id}/vehicle/inspections${query}`, { as })
const timeline = async (id: string, query = '', as?: string): Promise<Entry[]> =>
  (await list(id, query, as)).body.data
const idsOf = async (id: string, as?: string) => (await timeline(id, '', as)).map((entry) => entry.id)
const patch = (id: string, json: object) => service.call('PATCH', `/inspections/${id}/vehicle`, { json })

let vehicles = 0
/** A VIN and a plate that no other test has. */
const nextVehicle = () => {
  const number = String(++vehicles).padStart(6, '0')
  return { vin: `VF1AAAAA${number}`, plate: `AB-${number}` }
}

describe('listVehicleInspections', () => {
  it('200 shows the inspections with the same VIN or plate, newest first, however they are written', async () => {
    const { vin, plate } = nextVehicle()
    const byPlate = await create({ plate: plate.toLowerCase().replace('-', ' ') })
    const byVin = await create({ vin: ` ${vin.toLowerCase()}`, color: 'red', brand: 'Renault' })
    const asked = await create(
      { vin, plate, brand: 'renault', color: 'RED' },
      { inspection_type: 'check_in_check_out' },
    )
    await create(nextVehicle())
    const { status, body } = await list(asked)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { id: asked, joined_by: 'self', disagreements: [], inspection_type: 'check_in_check_out', plate, vin },
      { id: byVin, joined_by: 'vin', disagreements: [], brand: 'Renault', plate: null },
      { id: byPlate, joined_by: 'plate', disagreements: [], vin: null, related_inspection_id: null },
    ])
    expect(body.data[0]).toMatchObject({ object_type: 'TIMELINE_ENTRY', status: 'NOT_STARTED' })
    // The other two have nothing in common.
    expect(await idsOf(byPlate)).toEqual([asked, byPlate])
  })

  it('200 says where inspections disagree, and hides none of them', async () => {
    const { vin, plate } = nextVehicle()
    const other = nextVehicle()
    const colour = await create({ vin, color: 'blue', vehicle_type: 'suv' })
    const otherVin = await create({ vin: other.vin, plate, brand: 'Fiat', model: '500' })
    const asked = await create({
      vin,
      plate,
      brand: 'Renault',
      model: 'Clio',
      color: 'red',
      vehicle_type: 'city',
    })
    expect(await timeline(asked)).toMatchObject([
      { id: asked, disagreements: [] },
      { id: otherVin, joined_by: 'plate', disagreements: ['vin', 'brand', 'model'] },
      { id: colour, joined_by: 'vin', disagreements: ['color', 'vehicle_type'] },
    ])
    // What one does not say contradicts nothing.
    expect(await timeline(otherVin)).toMatchObject([
      { id: asked, disagreements: ['vin', 'brand', 'model'] },
      { id: otherVin },
    ])
  })

  it('200 joins linked inspections, which lend each other their VIN and plate', async () => {
    const { vin, plate } = nextVehicle()
    const earlier = await create({ vin })
    const handOver = await create({ plate })
    const comeBack = await create({}, { related_inspection_id: handOver })
    expect(await idsOf(handOver)).toEqual([comeBack, handOver])
    expect(await timeline(comeBack)).toMatchObject([
      { id: comeBack, joined_by: 'self' },
      { id: handOver, joined_by: 'related_inspection' },
    ])
    // The VIN is read later, on either.
    await patch(handOver, { vin })
    expect(await idsOf(earlier)).toEqual([comeBack, handOver, earlier])
    await patch(handOver, { vin: null })
    await patch(comeBack, { vin })
    expect(await idsOf(earlier)).toEqual([comeBack, handOver, earlier])
    const next = await create({}, { related_inspection_id: comeBack })
    expect(await idsOf(earlier)).toEqual([next, comeBack, handOver, earlier])
  })

  it('200 keeps linked inspections together that contradict each other, and lends neither VIN', async () => {
    const [one, two] = [nextVehicle(), nextVehicle()]
    const handOver = await create({ vin: one.vin })
    const comeBack = await create({ vin: two.vin }, { related_inspection_id: handOver })
    const third = await create({}, { related_inspection_id: comeBack })
    const ofOne = await create({ vin: one.vin })
    expect(await timeline(comeBack)).toMatchObject([
      { id: third, disagreements: [] },
      { id: comeBack },
      { id: handOver, joined_by: 'related_inspection', disagreements: ['vin'] },
    ])
    expect(await idsOf(ofOne)).toEqual([ofOne, handOver])
  })

  it('200 shows an inspection of an unknown vehicle alone, and follows what becomes known of it', async () => {
    const { vin } = nextVehicle()
    const known = await create({ vin })
    const asked = await create({})
    await create({})
    expect(await idsOf(asked)).toEqual([asked])
    await patch(asked, { vin, color: 'red' })
    expect(await idsOf(known)).toEqual([asked, known])
    await patch(asked, { vin: nextVehicle().vin })
    expect(await idsOf(known)).toEqual([known])
  })

  it('200 shows the status of now, and no deleted inspection', async () => {
    const { vin } = nextVehicle()
    const first = await createInspection(service, { tasks: { human_in_the_loop: {} }, vehicle: { vin } })
    const child = await create({}, { related_inspection_id: first })
    const asked = await create({ vin })
    const path = `/inspections/${first}/tasks/human_in_the_loop`
    await service.call('PATCH', path, { json: { status: 'TODO' } })
    const { body } = await service.call('GET', `/inspections/${first}`)
    expect((await timeline(asked)).at(-1)).toMatchObject({ id: first, status: body.status })
    expect(body.status).not.toBe('NOT_STARTED')
    await service.call('DELETE', `/inspections/${first}`)
    // With the inspection goes the VIN that it lent.
    expect(await idsOf(asked)).toEqual([asked])
    expect(await idsOf(child)).toEqual([child])
    expect((await list(first)).status).toBe(404)
  })

  it('200 shows every inspection once, in pages, both ways', async () => {
    const vehicle = nextVehicle()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.unshift(await create(vehicle))
    const asked = ids[3] ?? ''
    const walked: string[] = []
    let query: string | null = '?limit=3'
    while (query) {
      const { body } = await list(asked, query)
      walked.push(...body.data.map((entry: Entry) => entry.id))
      query = body.paging.next && `?limit=3&after=${body.paging.next}`
    }
    expect(walked).toEqual(ids)
    const before = await timeline(asked, `?limit=2&before=${ids[5]}`)
    expect(before.map((entry) => entry.id)).toEqual(ids.slice(3, 5))
    const ascending = await timeline(asked, '?pagination_order=asc&limit=2')
    expect(ascending.map((entry) => entry.id)).toEqual(ids.toReversed().slice(0, 2))
  })

  it('200 keeps texts that are too long for an index', async () => {
    // A letter of four bytes; an index holds 2,700 bytes in a row, and each of these fields is longer or comes close.
    const [short, long] = ['𠮷'.repeat(50), '𠮷'.repeat(1_000)]
    const asked = await create(
      { vin: short, plate: short, brand: long, model: long, color: long, vehicle_type: long },
      { inspection_type: long },
    )
    expect(await idsOf(asked)).toEqual([asked])
  })

  it('200 links inspections that are created and changed at once, without a deadlock', async () => {
    const { vin, plate } = nextVehicle()
    const first = await create({})
    const children = await Promise.all(
      Array.from({ length: 6 }, () => create({}, { related_inspection_id: first })),
    )
    const answers = await Promise.all([
      patch(first, { plate }),
      ...children.map((id, n) => patch(id, n % 2 ? { vin } : { color: 'red' })),
      ...children.map((id) => create({}, { related_inspection_id: id })),
    ])
    expect(answers.flatMap((answer) => (typeof answer === 'string' ? [] : answer.status))).toEqual(
      Array(7).fill(200),
    )
    const late = await create({ vin, plate })
    expect(await idsOf(late)).toHaveLength(14)
  })

  it('200 shows only their own inspections to somebody who may not read the others', async () => {
    const { vin } = nextVehicle()
    const own = await create({ vin }, {}, 'alder-member')
    const others = await create({ vin })
    expect(await idsOf(own, 'alder-member')).toEqual([own])
    expect(await idsOf(own)).toEqual([others, own])
    expect((await list(others, '', 'alder-member')).status).toBe(404)
    expect((await list(own, `?after=${others}`, 'alder-member')).status).toBe(404)
  })

  it('404 for an inspection of another organization, whose inspections of the same vehicle are not shown', async () => {
    const { vin, plate } = nextVehicle()
    const theirs = await create({ vin, plate }, {}, 'birch-manager')
    const ours = await create({ vin, plate })
    expect(await idsOf(ours)).toEqual([ours])
    expect(await list(theirs)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await list(ours, `?after=${theirs}`)).status).toBe(404)
    expect((await list('nothing')).status).toBe(404)
  })
})
