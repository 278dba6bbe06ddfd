import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAsHolder, captureOf, type Held, holdLink, pictureForm } from '../../../test/capture-device.ts'
import { jpeg } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import type { CaptureReading } from '../../core/contracts/findings.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { recordCaptureReading } from '../../inspection/images/record-capture-reading.ts'
import { fillVehicle } from '../../inspection/vehicles/fill-vehicle.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let pictures = 300
const STEPS = ['around_000', 'plate', 'vin', 'odometer'].map((step) => ({ step, is_required: false }))

async function hold(tasks = ['images_ocr', 'odometer']): Promise<Held> {
  const { body } = await service.call('POST', '/capture_profiles', { json: { name: 'Read', steps: STEPS } })
  return holdLink(service, 'alder-manager', { tasks, profile_id: body.id })
}

const ask = (held: Held, method: string, path: string, call: object = {}) =>
  callAsHolder(service, held.device, held.token, method, `${captureOf(held)}${path}`, call)

async function take(held: Held, step: string): Promise<string> {
  const form = pictureForm(await jpeg(pictures++), { step })
  return (await ask(held, 'POST', '/pictures', { form })).body.image_id
}

/** What the job of a worker records. */
const record = (held: Held, imageId: string, reading: Partial<CaptureReading>) =>
  inTransaction(workerContext(service), (ctx) =>
    recordCaptureReading(ctx, held.inspection, imageId, {
      value: null,
      unit: null,
      alternatives: [],
      confidence: 0.9,
      ...reading,
    }),
  )

const confirm = (held: Held, step: string, json: object) => ask(held, 'PATCH', `/readings/${step}`, { json })

async function readingOf(held: Held, step: string) {
  const { steps } = (await ask(held, 'GET', '')).body
  return steps.find((one: { step: string }) => one.step === step).reading
}
const vehicleOf = async ({ inspection }: Held) =>
  (await service.call('GET', `/inspections/${inspection}`)).body.vehicle

describe('updateCaptureReading', () => {
  it('200 enters what the person confirms, and no model changes it afterwards', async () => {
    const held = await hold()
    const image = await take(held, 'plate')
    expect(await readingOf(held, 'plate')).toMatchObject({ status: 'reading', value: null, confirmed: null })
    await record(held, image, { value: 'OU418IQ', alternatives: ['0U418IQ'] })
    expect(await readingOf(held, 'plate')).toEqual({
      status: 'read',
      value: 'OU418IQ',
      unit: null,
      alternatives: ['0U418IQ'],
      confirmed: null,
    })
    const { status, body } = await confirm(held, 'plate', { value: ' ou-418-iq ' })
    expect([status, body.object_type]).toEqual([200, 'CAPTURE'])
    expect(await readingOf(held, 'plate')).toMatchObject({ confirmed: { value: 'OU-418-IQ', unit: null } })
    await inTransaction(workerContext(service), (ctx) =>
      fillVehicle(ctx, held.inspection, {
        plate: { guess: { prediction: 'MODEL', confidence: 0.99 }, is_sure: true },
      }),
    )
    expect((await vehicleOf(held)).plate).toBe('OU-418-IQ')
  })

  it('200 takes a correction of the correction, and the mileage with its unit', async () => {
    const held = await hold()
    await take(held, 'vin')
    await take(held, 'odometer')
    await confirm(held, 'vin', { value: 'VFAAAAAAAAA000001' })
    await confirm(held, 'vin', { value: 'VFAAAAAAAAA000002' })
    await confirm(held, 'odometer', { value: '48 213', unit: 'miles' })
    expect(await vehicleOf(held)).toMatchObject({
      vin: 'VFAAAAAAAAA000002',
      mileage: { value: 48213, unit: 'miles' },
    })
    expect(await readingOf(held, 'odometer')).toMatchObject({ confirmed: { value: '48213', unit: 'miles' } })
  })

  it('200 leaves what a user has entered, and keeps the other beside it', async () => {
    const held = await hold()
    await service.call('PATCH', `/inspections/${held.inspection}/vehicle`, { json: { plate: 'OFFICE 1' } })
    await take(held, 'plate')
    await confirm(held, 'plate', { value: 'STREET 1' })
    expect(await vehicleOf(held)).toMatchObject({
      plate: 'OFFICE 1',
      additional_data: { plate: { prediction: 'STREET 1', is_entered: false, is_confirmed: true } },
    })
  })

  it('200 asks again for a picture that was taken anew', async () => {
    const held = await hold()
    await take(held, 'plate')
    await confirm(held, 'plate', { value: 'AB 1' })
    await take(held, 'plate')
    expect(await readingOf(held, 'plate')).toMatchObject({ status: 'reading', confirmed: null })
  })

  it('200 reads nothing that no task asks for, and takes what the person says all the same', async () => {
    const held = await hold(['damage_detection'])
    await take(held, 'plate')
    expect(await readingOf(held, 'plate')).toBeNull()
    await confirm(held, 'plate', { value: 'AB 2' })
    expect(await readingOf(held, 'plate')).toMatchObject({ confirmed: { value: 'AB 2' } })
  })

  it('422 without a picture, 400 for words on an odometer, 409 after the end, 404 for another inspection', async () => {
    const [held, other] = [await hold(), await hold()]
    expect((await confirm(held, 'plate', { value: 'AB 1' })).body.code).toBe('capture_step_unknown')
    await take(held, 'odometer')
    const { status, body } = await confirm(held, 'odometer', { value: 'many' })
    expect([status, body.code]).toEqual([400, 'request_invalid'])
    expect((await confirm(held, 'registration', { value: 'x' })).status).toBe(400)
    const foreign = `${captureOf(other)}/readings/odometer`
    const answer = await callAsHolder(service, held.device, held.token, 'PATCH', foreign, {
      json: { value: '1' },
    })
    expect(answer.status).toBe(404)
    await ask(held, 'POST', '/finish')
    expect((await confirm(held, 'odometer', { value: '1' })).body.code).toBe('capture_finished')
  })

  it('404 for an inspection of another organization', async () => {
    const held = await hold()
    await take(held, 'plate')
    const { status } = await service.call('PATCH', `${captureOf(held)}/readings/plate`, {
      as: 'birch-manager',
      json: { value: 'AB 1' },
    })
    expect(status).toBe(404)
  })
})
