import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import { deletedMeanwhile } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const patch = (id: string, json: unknown, as = 'alder-manager') =>
  service.call('PATCH', `/inspections/${id}/vehicle`, { json, as })

const events = (id: string) =>
  service.rows(
    "select type, payload from events where inspection_id = $1 and type = 'vehicle.updated' order by id",
    [id],
  )

/** As the specification writes it, and what each field is called in the answer. */
const SPECIFIED = {
  brand: 'Renault',
  model: 'Clio',
  plate: 'AB-123-CD',
  vehicleType: 'hatchback',
  series: 'V',
  vehicleStyle: 'five doors',
  vehicleAge: '3',
  vin: 'VF1',
  color: 'blue',
  exteriorCleanliness: 'clean',
  interiorCleanliness: 'dirty',
  dateOfCirculation: '2020-01-01',
  mileage: { value: 10, unit: 'km' },
  marketValue: { value: 9000, unit: 'EUR' },
}

const ANSWERED = {
  brand: 'Renault',
  model: 'Clio',
  plate: 'AB-123-CD',
  vehicle_type: 'hatchback',
  serie: 'V',
  vehicle_style: 'five doors',
  vehicle_age: '3',
  vin: 'VF1',
  color: 'blue',
  exterior_cleanliness: 'clean',
  interior_cleanliness: 'dirty',
  date_of_circulation: '2020-01-01',
  mileage_value: 10,
  mileage_unit: 'km',
  mileage: { value: 10, unit: 'km', mileage_value: 10, mileage_unit: 'km' },
  market_value_value: 9000,
  market_value_unit: 'EUR',
  market_value: { value: 9000, unit: 'EUR', market_value_value: 9000, market_value_unit: 'EUR' },
}

describe('updateVehicle', () => {
  it('200 changes what it names, leaves the rest and records vehicle.updated', async () => {
    const id = await createInspection(service, { tasks: {}, vehicle: { brand: 'Renault', vin: 'OLD' } })
    const { body: inspection } = await service.call('GET', `/inspections/${id}`)
    const { status, body } = await patch(id, {
      vin: 'V',
      mileage: { value: 1, unit: 'km' },
      vehicle_type: 'suv',
    })
    expect(status).toBe(200)
    // The sum of the prices and what speaks against the VIN are only told with the whole inspection.
    const { repair_estimate, vin_warnings, ...before } = inspection.vehicle
    expect(body).toEqual({
      ...before,
      vin: 'V',
      vehicle_type: 'suv',
      mileage_value: 1,
      mileage_unit: 'km',
      mileage: { value: 1, unit: 'km', mileage_value: 1, mileage_unit: 'km' },
      version: before.version + 1,
    })
    expect(body).toMatchObject({ object_type: 'VEHICLE', brand: 'Renault' })
    expect(await events(id)).toEqual([{ type: 'vehicle.updated', payload: { vehicle_id: body.id } }])
    const { body: after } = await service.call('GET', `/inspections/${id}`)
    expect(after.vehicle).toEqual({ ...body, repair_estimate, vin_warnings: ['length'] })
  })

  it('200 reads every field of the specification, on creation as in a change', async () => {
    const changed = await createInspection(service)
    expect((await patch(changed, SPECIFIED)).body).toMatchObject(ANSWERED)
    const created = await createInspection(service, { tasks: {}, vehicle: SPECIFIED })
    const { body } = await service.call('GET', `/inspections/${created}`)
    expect(body.vehicle).toMatchObject(ANSWERED)
  })

  it.each([
    [{ serie: 's' }, { serie: 's' }],
    [{ series: 's' }, { serie: 's' }],
    [{ serie: 's', series: 'other' }, { serie: 's' }],
    [{ vehicle_age: '3' }, { vehicle_age: '3' }],
    [{ vehicule_age: '3' }, { vehicle_age: '3' }],
    [{ vehiculeAge: '3' }, { vehicle_age: '3' }],
    [{ mileage: { mileage_value: 5, mileage_unit: 'miles' } }, { mileage_value: 5, mileage_unit: 'miles' }],
    [{ mileage: { mileageValue: 5, mileageUnit: 'km' } }, { mileage_value: 5, mileage_unit: 'km' }],
    [
      { market_value: { market_value_value: 5, market_value_unit: 'USD' } },
      { market_value_value: 5, market_value_unit: 'USD' },
    ],
    [{ market_value: 5 }, { market_value_value: 5, market_value_unit: null }],
    [
      {
        duplicate_keys: true,
        expertise_requested: false,
        car_registration: true,
        vehicle_quotation: 1.5,
        trade_in_offer: 2,
      },
      {
        duplicate_keys: true,
        expertise_requested: false,
        car_registration: true,
        vehicle_quotation: 1.5,
        trade_in_offer: 2,
      },
    ],
  ])('200 reads %j', async (input, expected) => {
    const id = await createInspection(service)
    const { status, body } = await patch(id, input)
    expect({ status, body }).toMatchObject({ status: 200, body: expected })
  })

  it('200 clears with null, and changes half of an amount alone', async () => {
    const id = await createInspection(service, {
      tasks: {},
      vehicle: { ...SPECIFIED, owner_info: { name: 'N' } },
    })
    expect((await patch(id, { market_value: 1, mileage: { value: 20 } })).body).toMatchObject({
      market_value_value: 1,
      market_value_unit: 'EUR',
      mileage_value: 20,
      mileage_unit: 'km',
    })
    expect((await patch(id, { mileage: { value: null } })).body).toMatchObject({
      mileage_value: null,
      mileage_unit: 'km',
    })
    const { body } = await patch(id, {
      vin: null,
      series: null,
      vehicule_age: null,
      mileage: null,
      market_value: null,
      owner_info: null,
    })
    expect(body).toMatchObject({
      brand: 'Renault',
      vin: null,
      serie: null,
      vehicle_age: null,
      mileage_value: null,
      mileage_unit: null,
      market_value_value: null,
      market_value_unit: null,
      owner_info: null,
    })
    expect([body.mileage, body.market_value]).toEqual([{}, {}])
  })

  it('200 merges additional_data and owner_info one level deep and keeps their spelling', async () => {
    const id = await createInspection(service, {
      tasks: {},
      vehicle: { additional_data: { keptKey: 1, deep: { a: 1 } } },
    })
    await patch(id, { owner_info: { firstName: 'A' } })
    const { body } = await patch(id, {
      owner_info: { phone: '1' },
      additional_data: { deep: { b: 2 }, none: null },
    })
    expect(body.owner_info).toEqual({ firstName: 'A', phone: '1' })
    expect(body.additional_data).toEqual({ keptKey: 1, deep: { b: 2 }, none: null })
    expect((await patch(id, { additional_data: null })).body.additional_data).toEqual({})
  })

  it('200 keeps both of two changes that come at once', async () => {
    const id = await createInspection(service)
    const keys = Array.from({ length: 10 }, (_, n) => `key_${n}`)
    const answers = await Promise.all(keys.map((key) => patch(id, { additional_data: { [key]: true } })))
    expect(answers.map((answer) => answer.status)).toEqual(keys.map(() => 200))
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(Object.keys(body.vehicle.additional_data).sort()).toEqual(keys)
    expect(body.vehicle.version).toBe(1 + keys.length)
  })

  it('200 changes nothing and records nothing when it names nothing', async () => {
    const id = await createInspection(service, { tasks: {}, vehicle: { vin: 'V' } })
    const { status, body } = await patch(id, { unknown: 1, mileage: {} })
    expect({ status, body }).toMatchObject({ status: 200, body: { vin: 'V', version: 1 } })
    expect(await events(id)).toEqual([])
  })

  it('every inspection is created with its vehicle, and the service cannot take it away', async () => {
    const ids = [await createInspection(service), await createInspection(service, { tasks: {}, vehicle: {} })]
    const vehicles = await service.rows('select inspection_id from vehicles where inspection_id = any($1)', [
      ids,
    ])
    expect(vehicles.map((row) => row.inspection_id).sort()).toEqual(ids.sort())
    const [{ may }] = await service.rows(
      "select has_table_privilege('walkaround_app', 'vehicles', 'delete') as may",
    )
    expect(may).toBe(false)
  })

  it('500 makes no vehicle: an inspection without one is a fault, and a change does not hide it', async () => {
    const id = await createInspection(service)
    await service.rows('delete from vehicles where inspection_id = $1', [id])
    expect(await patch(id, { vin: 'V' })).toMatchObject({ status: 500, body: { code: 'internal_error' } })
    expect(await service.rows('select 1 from vehicles where inspection_id = $1', [id])).toEqual([])
    expect(await events(id)).toEqual([])
  })

  it('400 for a field of another type', async () => {
    const id = await createInspection(service)
    for (const json of [{ vin: 1 }, { mileage: 5 }, { market_value: 'much' }, { owner_info: [] }])
      expect(await patch(id, json)).toMatchObject({ status: 400, body: { code: 'request_invalid' } })
  })

  it('403 without the permission to update', async () => {
    const id = await createInspection(service)
    expect(await patch(id, { vin: 'V' }, 'alder-reader')).toMatchObject({
      status: 403,
      body: { code: 'permission_missing' },
    })
  })

  it('404 for an inspection of another organization, one that is deleted, and one that never was', async () => {
    const id = await createInspection(service)
    expect(await patch(id, { vin: 'V' }, 'birch-manager')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    await service.call('DELETE', `/inspections/${id}`)
    expect((await patch(id, { vin: 'V' })).status).toBe(404)
    expect((await patch('nothing', { vin: 'V' })).status).toBe(404)
    const rows = await service.rows('select vin from vehicles where inspection_id = $1', [id])
    expect(rows).toEqual([{ vin: null }])
  })

  it('404 when the inspection is deleted meanwhile', async () => {
    const id = await createInspection(service)
    expect(await deletedMeanwhile(service, id, () => patch(id, { vin: 'V' }))).toBe(404)
    expect(await events(id)).toEqual([])
  })

  it('412 for a version the caller has not seen', async () => {
    const id = await createInspection(service)
    const seen = (version: string) => ({ json: { vin: version }, headers: { 'if-match': version } })
    const path = `/inspections/${id}/vehicle`
    expect((await service.call('PATCH', path, seen('"1"'))).body).toMatchObject({ vin: '"1"', version: 2 })
    expect(await service.call('PATCH', path, seen('"1"'))).toMatchObject({
      status: 412,
      body: { code: 'version_stale', version: 2 },
    })
    const answer = await patch(id, { plate: 'P' })
    const tag = answer.headers.get('etag') ?? ''
    expect((await service.call('PATCH', path, seen(tag))).body).toMatchObject({ vin: tag, version: 4 })
  })
})
