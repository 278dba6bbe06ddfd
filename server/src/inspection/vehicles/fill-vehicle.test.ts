import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { fillVehicle, type VehicleReadings } from './fill-vehicle.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const reading = (prediction: string, is_sure = true) => ({ guess: { prediction, confidence: 0.9 }, is_sure })
const fillWith = (id: string, readings: VehicleReadings) =>
  inTransaction(workerContext(service), (ctx) => fillVehicle(ctx, id, readings))
const fill = (id: string, vin: string) => fillWith(id, { vin: reading(vin) })
const patch = (id: string, json: object) => service.call('PATCH', `/inspections/${id}/vehicle`, { json })
const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body.vehicle

const waitingForLock = () =>
  waitFor('somebody to wait for the lock', async () => {
    const rows = await service.rows(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
    return rows.length > 0
  })

describe('fillVehicle', () => {
  it('replaces what a model entered before', async () => {
    const id = await createInspection(service)
    await fill(id, 'FIRST')
    await fill(id, 'SECOND')
    expect(await read(id)).toMatchObject({ vin: 'SECOND', additional_data: { vin: { is_entered: true } } })
  })

  it('says nothing when the same is read again', async () => {
    const id = await createInspection(service)
    await fill(id, 'FIRST')
    const before = await read(id)
    await fill(id, 'FIRST')
    expect(await read(id)).toEqual(before)
  })

  it('leaves a correction, also one to what was only read and not entered', async () => {
    const id = await createInspection(service)
    await fill(id, 'FIRST')
    await patch(id, { vin: 'PERSON' })
    await fill(id, 'SECOND')
    expect((await read(id)).vin).toBe('PERSON')
    await patch(id, { vin: 'SECOND' })
    await fill(id, 'THIRD')
    expect(await read(id)).toMatchObject({
      vin: 'SECOND',
      additional_data: { vin: { prediction: 'THIRD', is_entered: false } },
    })
  })

  it('withdraws what a model entered once a later run is unsure, and enters again what a run is sure of', async () => {
    const id = await createInspection(service)
    const mileage = { guess: { prediction: 41_250, unit: 'km', confidence: 0.9 }, is_sure: true }
    await fillWith(id, { vin: reading('FIRST'), plate: reading('PLATE'), mileage })
    await fillWith(id, { vin: reading('SECOND', false), mileage: { ...mileage, is_sure: false } })
    expect(await read(id)).toMatchObject({
      vin: null,
      plate: 'PLATE',
      mileage_value: null,
      mileage_unit: null,
      additional_data: {
        vin: { prediction: 'SECOND', is_entered: false },
        plate: { is_entered: true },
        mileage: { prediction: 41_250, is_entered: false },
      },
    })
    await fill(id, 'THIRD')
    expect(await read(id)).toMatchObject({ vin: 'THIRD', additional_data: { vin: { is_entered: true } } })
  })

  it('withdraws nothing that a person entered, corrected or confirmed', async () => {
    const id = await createInspection(service, { tasks: {}, vehicle: { plate: 'PERSON' } })
    const mileage = { guess: { prediction: 41_250, unit: 'km', confidence: 0.9 }, is_sure: true }
    await fillWith(id, {
      vin: { guess: { ...reading('BESIDE').guess, is_confirmed: true }, is_sure: true },
      mileage,
    })
    await patch(id, { mileage: { value: 41_250, unit: 'miles' } })
    await fillWith(id, {
      vin: reading('BESIDE', false),
      plate: reading('PERSON', false),
      mileage: { ...mileage, is_sure: false },
    })
    expect(await read(id)).toMatchObject({
      vin: 'BESIDE',
      plate: 'PERSON',
      mileage: { value: 41_250, unit: 'miles' },
      additional_data: {
        vin: { is_entered: true },
        plate: { is_entered: false },
        mileage: { is_entered: false },
      },
    })
  })

  it('waits for a person who is writing, and then leaves their entry', async () => {
    const id = await createInspection(service)
    let filling: Promise<void> | undefined
    await inTransaction(workerContext(service), async ({ db }) => {
      // What updateVehicle has done when the model comes: the row is written and not committed.
      await db.updateTable('vehicles').set({ vin: 'PERSON' }).where('inspection_id', '=', id).execute()
      filling = fill(id, 'MODEL')
      await waitingForLock()
    })
    await filling
    expect((await read(id)).vin).toBe('PERSON')
  })

  it('is written over by a person who comes while it is writing', async () => {
    const id = await createInspection(service)
    let patching: ReturnType<typeof patch> | undefined
    await inTransaction(workerContext(service), async (ctx) => {
      await fillVehicle(ctx, id, { vin: reading('MODEL') })
      patching = patch(id, { vin: 'PERSON' })
      await waitingForLock()
    })
    expect((await patching)?.status).toBe(200)
    expect(await read(id)).toMatchObject({ vin: 'PERSON', additional_data: { vin: { prediction: 'MODEL' } } })
  })
})
