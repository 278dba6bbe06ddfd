import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLocalModels } from '../../../../test/local-models.ts'
import type { Models } from '../../../inference/model.ts'
import { createLog } from '../../../platform/log.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
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
}, 60_000)

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

describe('checkPicture', { timeout: 60_000 }, () => {
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

  // The target is 1.5 s; what is measured here is a tenth of it, so half a second already means that something broke.
  it('takes little of one processor for 95 % of large pictures', async () => {
    const files = readdirSync(DATA)
      .filter((name) => name.endsWith('.jpg'))
      .slice(0, 30)
    const seconds: number[] = []
    for (const file of files) {
      const jpeg = await workingPicture(join(DATA, file))
      // The lesser of two: once in a while the garbage of other tests is collected meanwhile.
      seconds.push(Math.min(await secondsOf(jpeg), await secondsOf(jpeg)))
    }
    seconds.sort((a, b) => a - b)
    const [median = 0, p95 = 0] = [seconds[15], seconds[28]]
    console.log(
      `CPU seconds of a check: median ${median.toFixed(3)}, p95 ${p95.toFixed(3)}, n ${seconds.length}`,
    )
    expect(seconds).toHaveLength(30)
    expect(p95).toBeLessThanOrEqual(0.5)
  })
})

async function secondsOf(jpeg: Buffer): Promise<number> {
  const before = process.cpuUsage()
  await check(jpeg, asked(FRONT))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
