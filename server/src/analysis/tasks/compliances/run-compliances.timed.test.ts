import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { openLocalModels } from '../../../../test/local-models.ts'
import { createLog } from '../../../core/platform/log.ts'
import { VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import type { Models } from '../../inference/model.ts'
import { checkPicture } from './run-compliances.ts'

const DATA = join(import.meta.dirname, '../../../../../../shared/data/damage/hitl-cc0/images')
const log = createLog('error', 'test')
let models: Models
beforeAll(async () => {
  models = await openLocalModels([VEHICLE_DETECTOR])
}, 60_000)

// The target is 1.5 s; what is measured here is a tenth of it, so half a second already means that something broke.
it('a check takes little of one processor for 95 % of large pictures', async () => {
  const files = readdirSync(DATA)
    .filter((name) => name.endsWith('.jpg'))
    .slice(0, 30)
  const seconds: number[] = []
  for (const file of files) {
    const jpeg = await sharp(join(DATA, file))
      .resize(2048, 1536, { fit: 'fill' })
      .jpeg({ quality: 90 })
      .toBuffer()
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
}, 600_000)

async function secondsOf(jpeg: Buffer): Promise<number> {
  const before = process.cpuUsage()
  await checkPicture(
    { models, log },
    { jpeg },
    {
      image_width: 2048,
      image_height: 1536,
      binary_size: 900_000,
      image_type: 'beauty_shot',
      compliances_version: null,
      deleted_at: null,
      compliances: null,
      compliances_provenance: null,
      parameters: { coverage_360: { sight_id: 'fesc20-H1dfdfvH' } },
      additional_data: {},
      detailed_viewpoint: null,
      seen_from: null,
      tasks: ['damage_detection', 'compliances'],
    },
  )
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
