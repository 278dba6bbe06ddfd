import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { recordResults, startRun, workerContext } from '../../test/runs.ts'
import type {
  FoundWheel,
  ImagesOcrResult,
  OdometerResult,
  Prediction,
  TextLine,
} from '../core/contracts/findings.ts'
import { finishTask } from './finish-task.job.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { FREE_DATA_BYTES_MAX: '2000' } })
})
afterAll(() => service.stop())

const VIN = 'WVWZZZ1JZXW000001'
const PLATE = 'AB-123-CD'

function text(fields: Partial<ImagesOcrResult> = {}): ImagesOcrResult {
  const lines: TextLine[] = [{ text: VIN, confidence: 0.95, polygon: [[1, 2]] }]
  return { type: 'VIN', lines, vin: vin(VIN, 0.9), plate: null, fields: {}, ...fields }
}

function vin(value: string, confidence: number, check_digit: 'right' | 'wrong' | 'not_used' = 'not_used') {
  return { value, confidence, candidates: [{ value, confidence }], check_digit }
}

const plate = (value: string, confidence: number) => ({ value, confidence, candidates: [], country: 'FR' })

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body

/** Runs a task over pictures with these results, on a vehicle of which the client knows this. */
async function conclude(task: string, results: unknown[], vehicle: object = {}) {
  const ctx = workerContext(service)
  const id = await createInspection(service, { tasks: { [task]: {} }, vehicle })
  const images: string[] = []
  for (const _ of results) images.push(await createImage(service, id, { tasks: [task] }))
  const run = await startRun(service, id, task)
  await recordResults(ctx, run, Object.fromEntries(images.map((image, n) => [image, results[n]])))
  await finishTask(ctx, run)
  return { ctx, id, images, run, body: await read(id) }
}

const events = async (id: string, type: string) =>
  service.rows('select payload from events where inspection_id = $1 and type = $2', [id, type])

describe('the end of wheel_analysis', () => {
  const unknown: Prediction = { prediction: 'UNKNOWN', confidence: -1 }
  const wheel = (width: number, wheel_name: FoundWheel['wheel_name']): FoundWheel => ({
    wheel_name,
    bounding_box: { xmin: 1, ymin: 2, width, height: 40 },
    predictions: {
      rim_condition: { prediction: 'DAMAGED', confidence: 0.71 },
      rim_material: unknown,
      rim_visual_aspect: unknown,
      hubcap_over_rim: unknown,
      hubcap_condition: unknown,
      hubcap_visual_aspect: unknown,
    },
  })

  it.each([
    ['DAMAGED', 0.71, true],
    ['NOT_DAMAGED', 0.51, true],
    ['NOT_DAMAGED', 0.5, false],
    ['UNKNOWN', -1, false],
  ])('of a rim that is %s with %d is assessed: %s', async (prediction, confidence, is_assessed) => {
    const seen = wheel(30, 'wheel_back_left')
    const predictions = { ...seen.predictions, rim_condition: { prediction, confidence } }
    const { body } = await conclude('wheel_analysis', [{ wheels: [{ ...seen, predictions }] }])
    expect(body.wheel_analysis).toMatchObject([{ is_assessed, rim_condition: { prediction, confidence } }])
  })

  it('shows every wheel on the inspection and the largest of each picture on the picture', async () => {
    const { body, images, id } = await conclude('wheel_analysis', [
      { wheels: [wheel(30, null), wheel(50, 'wheel_back_left')] },
      { wheels: [] },
    ])
    expect(body.wheel_analysis).toMatchObject([
      { object_type: 'WHEEL_ANALYSIS', image_id: images[0], wheel_name: null, bbox: { width: 30 } },
      {
        id: expect.any(String),
        wheel_name: 'wheel_back_left',
        rim_condition: { prediction: 'DAMAGED', confidence: 0.71 },
        hubcap_visual_aspect: { prediction: 'UNKNOWN', confidence: -1 },
      },
    ])
    expect(body.images[0].wheel_analysis).toEqual(body.wheel_analysis[1])
    expect(body.images[1]).not.toHaveProperty('wheel_analysis')
    await service.call('DELETE', `/inspections/${id}/images/${images[0]}`, {
      json: { authorized_tasks_statuses: ['NOT_STARTED', 'TODO', 'DONE'] },
    })
    expect((await read(id)).wheel_analysis).toEqual([])
  })
})

describe('the end of images_ocr', () => {
  it('keeps a document of each picture with text and enters the surest VIN and plate', async () => {
    const { body, images, id } = await conclude('images_ocr', [
      text({ vin: vin('WVWZZZ1JZXW000002', 0.49), plate: plate(PLATE, 0.8) }),
      text(),
      text({ type: null, lines: [], vin: null }),
    ])
    expect(body.documents).toMatchObject([
      { image_id: images[0], object_type: 'DOCUMENT', type: 'VIN', content: { plate: { value: PLATE } } },
      {
        image_id: images[1],
        content: { vin: { value: VIN }, lines: [{ text: VIN, confidence: 0.95, polygon: [[1, 2]] }] },
      },
    ])
    expect(body.vehicle).toMatchObject({
      vin: VIN,
      plate: PLATE,
      additional_data: {
        vin: { prediction: VIN, confidence: 0.9, is_entered: true, candidates: [{ value: VIN }] },
        plate: { prediction: PLATE, country: 'FR', is_entered: true },
      },
    })
    expect(await events(id, 'vehicle.updated')).toEqual([{ payload: { vehicle_id: body.vehicle.id } }])
  })

  it('leaves what a person entered, and keeps what was read beside it', async () => {
    const { body } = await conclude('images_ocr', [text({ plate: plate(PLATE, 0.8) })], { vin: 'OTHER' })
    expect(body.vehicle).toMatchObject({
      vin: 'OTHER',
      plate: PLATE,
      additional_data: { vin: { prediction: VIN, is_entered: false }, plate: { is_entered: true } },
    })
  })

  it('enters no VIN whose check digit is wrong, and prefers one whose digit is not', async () => {
    const wrong = vin('1M8GDM9AXKP042789', 0.99, 'wrong')
    const alone = await conclude('images_ocr', [text({ vin: wrong })])
    expect(alone.body.vehicle.vin).toBeNull()
    expect(alone.body.vehicle.additional_data.vin).toMatchObject({
      check_digit: 'wrong',
      is_entered: false,
    })
    const both = await conclude('images_ocr', [text({ vin: wrong }), text()])
    expect(both.body.vehicle.vin).toBe(VIN)
  })

  it('enters nothing that is hardly sure', async () => {
    const { body } = await conclude('images_ocr', [text({ vin: vin(VIN, 0.49), plate: plate(PLATE, 0.49) })])
    expect(body.vehicle).toMatchObject({
      vin: null,
      plate: null,
      additional_data: { vin: { prediction: VIN, is_entered: false }, plate: { is_entered: false } },
    })
  })

  it('enters the plate that most pictures show, and none where as many show another', async () => {
    const readings = [plate('XY-123-CD', 0.95), plate(PLATE, 0.8), plate(PLATE, 0.7)]
    const results = readings.map((reading) => text({ vin: null, plate: reading }))
    expect((await conclude('images_ocr', results)).body.vehicle.plate).toBe(PLATE)
    const { body } = await conclude('images_ocr', results.slice(0, 2))
    expect(body.vehicle).toMatchObject({
      plate: null,
      additional_data: {
        plate: { prediction: 'XY-123-CD', is_entered: false, candidates: [{}, { value: PLATE }] },
      },
    })
  })

  it('leaves what a client keeps under the same key', async () => {
    const { body } = await conclude('images_ocr', [text()], { additional_data: { vin: 'see papers' } })
    expect(body.vehicle).toMatchObject({ vin: null, additional_data: { vin: 'see papers' } })
  })

  it('enters nothing where there is no room to say that a model did', async () => {
    const { body } = await conclude('images_ocr', [text()], { additional_data: { note: 'x'.repeat(1_900) } })
    expect(body.vehicle.vin).toBeNull()
    expect(body.tasks.find((task: { name: string }) => task.name === 'images_ocr').status).toBe('DONE')
  })
})

describe('the end of odometer', () => {
  const reading = (
    value: number | null,
    confidence_score: number,
    unit: 'km' | null = 'km',
  ): OdometerResult => ({
    value,
    unit: value === null ? null : unit,
    confidence_score,
    error: value === null ? 'no number can be read' : null,
  })

  it('shows the reading of each picture and enters what most of them show', async () => {
    const results = [reading(41_250, 0.7), reading(41_256, 0.9), reading(41_250, 0.8), reading(null, 0)]
    const { body, images, id } = await conclude('odometer', results)
    expect(body.images.map((image: { odometer: OdometerResult }) => image.odometer)).toEqual(results)
    expect(body.vehicle.mileage).toMatchObject({ value: 41_250, unit: 'km' })
    expect(body.vehicle.additional_data.mileage).toEqual({
      prediction: 41_250,
      unit: 'km',
      confidence: 0.8,
      candidates: [
        { value: 41_250, unit: 'km', confidence: 0.8 },
        { value: 41_256, unit: 'km', confidence: 0.9 },
      ],
      is_entered: true,
    })
    expect(await events(id, 'image.updated')).toEqual(images.map((image_id) => ({ payload: { image_id } })))
  })

  it('enters none where as many pictures show another', async () => {
    const { body } = await conclude('odometer', [reading(41_250, 0.7), reading(41_256, 0.9)])
    expect(body.vehicle).toMatchObject({
      mileage_value: null,
      additional_data: {
        mileage: { prediction: 41_256, is_entered: false, candidates: [{}, { value: 41_250 }] },
      },
    })
  })

  it('enters no number that is hardly sure', async () => {
    const { body } = await conclude('odometer', [reading(41_250, 0.49)])
    expect(body.vehicle).toMatchObject({
      mileage_value: null,
      additional_data: { mileage: { prediction: 41_250, is_entered: false } },
    })
    const sure = await conclude('odometer', [reading(41_250, 0.5)])
    expect(sure.body.vehicle).toMatchObject({ mileage_value: 41_250 })
  })

  it('enters no number without its unit, and none over a person', async () => {
    const unitless = await conclude('odometer', [reading(41_250, 0.9, null)])
    expect(unitless.body.vehicle).toMatchObject({
      mileage_value: null,
      additional_data: { mileage: { prediction: 41_250, unit: null, is_entered: false } },
    })
    const given = await conclude('odometer', [reading(41_250, 0.9)], { mileage: { value: 7, unit: 'miles' } })
    expect(given.body.vehicle.mileage).toMatchObject({ value: 7, unit: 'miles' })
    const half = await conclude('odometer', [reading(41_250, 0.9)], { mileage: { unit: 'miles' } })
    expect(half.body.vehicle).toMatchObject({ mileage_value: null, mileage_unit: 'miles' })
  })
})
