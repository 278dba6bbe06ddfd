import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLocalModels } from '../../../../test/local-models.ts'
import { createLog } from '../../../core/platform/log.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import type { Models } from '../../inference/model.ts'
import { type CheckedImage, checkPicture } from './run-compliances.ts'

const DATA = join(import.meta.dirname, '../../../../../../shared/data/damage/hitl-cc0/images')
const FRONT = 'fesc20-H1dfdfvH'
const log = createLog('error', 'test')

let models: Models
let none: Models
let car: Buffer
let floor: Buffer
beforeAll(async () => {
  models = await openLocalModels([VEHICLE_DETECTOR])
  none = await openLocalModels([])
  car = await workingPicture(join(DATA, '10105.jpg'))
  floor = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
})

/** As our decoder would have written it from a large photo. */
function workingPicture(file: string): Promise<Buffer> {
  return sharp(file).resize(2048, 1536, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer()
}

function image(more: Partial<CheckedImage> = {}): CheckedImage {
  return {
    image_width: 2048,
    image_height: 1536,
    binary_size: 900_000,
    image_type: 'beauty_shot',
    compliances_version: null,
    deleted_at: null,
    compliances: null,
    compliances_provenance: null,
    parameters: {},
    additional_data: {},
    detailed_viewpoint: null,
    seen_from: null,
    tasks: ['damage_detection', 'compliances'],
    ...more,
  }
}
const asked = (sight_id: string, more: Partial<CheckedImage> = {}) =>
  image({ parameters: { coverage_360: { sight_id } }, ...more })

const check = (jpeg: Buffer, given: CheckedImage, using = models) =>
  checkPicture({ models: using, log }, { jpeg }, given)

describe('checkPicture', () => {
  it('finds the vehicle that its sight asks for', async () => {
    const found = await check(car, asked(FRONT))
    expect(found).toMatchObject({
      has_vehicle: true,
      viewpoint: { prediction: 'front', confidence: 0.9125 },
      models: [VEHICLE_DETECTOR],
      parameters: { version: 'quality-3' },
      result: { vehicle_analysis: { is_vehicle_present: true } },
    })
    expect(found.result.compliance_issues).toEqual([])
    expect(await check(car, asked(FRONT))).toEqual(found)
  })

  it('misses it on a picture of a floor', async () => {
    const { result, has_vehicle } = await check(floor, asked(FRONT))
    expect(result.compliance_issues).toContain('no_vehicle')
    expect(has_vehicle).toBe(false)
  })

  it.each([
    ['a close-up', asked(FRONT, { image_type: 'close_up' })],
    ['a picture of papers', asked(FRONT, { tasks: ['images_ocr'] })],
    ['a dashboard', asked(FRONT, { tasks: ['compliances', 'odometer'] })],
    ['an interior', asked('all-1c89235c')],
    ['a wheel', asked('fesc20-YPcJPAZE')],
    ['a penny in a tyre', asked('all-8jdq7f5m')],
    ['a section', asked('fesc20-iUN0g_Zn')],
    ['a picture without a sight', image()],
  ])('expects no vehicle on %s', async (_, given) => {
    const { result, has_vehicle } = await check(floor, given)
    for (const issue of ['no_vehicle', 'too_zoomed', 'not_zoomed_enough', 'vehicle_not_fully_in_frame'])
      expect(result.compliance_issues).not.toContain(issue)
    expect(has_vehicle).toBeNull()
  })

  it('judges by a sight that is only noted, without answering for it', async () => {
    const { result, viewpoint } = await check(floor, image({ additional_data: { sight_id: FRONT } }))
    expect(result).not.toHaveProperty('coverage_360')
    expect(result.compliance_issues).toContain('no_vehicle')
    expect(viewpoint).toMatchObject({ prediction: 'front' })
    const unknown = await check(floor, image({ additional_data: { sight_id: 'mine' } }))
    expect(unknown.result.compliance_issues).not.toContain('unknown_sight')
  })

  it('gives frames of a video what the choice of the best one needs', async () => {
    const { result } = await check(car, image({ additional_data: { frame_index: 3, alpha: 92 } }))
    expect(result.vehicle_analysis?.vehicle_fully_in_frame).toBeTypeOf('boolean')
    expect(result.coverage_analysis?.probability_by_viewpoint?.left).toBeGreaterThan(0.5)
  })

  it('still judges the quality when the model is not there, and claims nothing of a vehicle', async () => {
    for (const jpeg of [car, floor]) {
      const found = await check(jpeg, asked(FRONT), none)
      expect(found.result.image_quality_assessment.status).toBe('DONE')
      expect(found.result.compliance_issues).not.toContain('no_vehicle')
      expect(found.result).not.toHaveProperty('vehicle_analysis')
      expect(found.result.coverage_analysis).not.toHaveProperty('is_compliant_with_sight')
      expect(found).toMatchObject({ has_vehicle: null, models: [] })
    }
  })

  it('fails, to be tried again, when the model fails', async () => {
    const broken: Models = {
      ...models,
      get: () => ({
        ...models.get(VEHICLE_DETECTOR),
        infer: () => Promise.reject(new Error('out of memory')),
      }),
    }
    await expect(check(car, asked(FRONT), broken)).rejects.toThrow('out of memory')
  })

  it('asks the model once for a picture, however large it is', async () => {
    const looks: number[] = []
    const counting: Models = {
      ...models,
      get: (name) => {
        const model = models.get(name)
        return {
          ...model,
          infer: (inputs, traceparent) => {
            looks.push(...Object.values(inputs).map(({ data }) => data.length))
            return model.infer(inputs, traceparent)
          },
        }
      },
    }
    await check(car, asked(FRONT), counting)
    const small = await sharp(car).resize(1024, 768).jpeg().toBuffer()
    await check(small, asked(FRONT, { image_width: 1024, image_height: 768 }), counting)
    expect(looks).toHaveLength(2)
    expect(looks[0]).toBe(looks[1])
  })
})
