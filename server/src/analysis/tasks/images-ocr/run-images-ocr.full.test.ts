import { afterAll, beforeAll, it } from 'vitest'
import { openReaders, requireRead } from '../../../../test/read-photos.ts'
import type { Models } from '../../inference/model.ts'

let models: Models
beforeAll(async () => {
  models = await openReaders()
})
afterAll(() => models.close())

it.each(['ro_00.jpg', 'ro_16.jpg', 'ro_25.jpg'])('reads the plate on %s', (file) =>
  requireRead(models, 'plate', file),
)

it.each(['image_1441_jpg.jpg', 'image_1644_jpg.jpg', 'image_1680_jpg.jpg'])('reads the VIN on %s', (file) =>
  requireRead(models, 'vin', file),
)
