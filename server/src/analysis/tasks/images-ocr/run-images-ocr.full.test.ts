import { afterAll, beforeAll, it } from 'vitest'
import { copyModels, inProcess, quiet } from '../../../../test/models.ts'
import { requireRead } from '../../../../test/read-photos.ts'
import type { Models } from '../../../inference/model.ts'
import { openModels } from '../../../inference/open-models.ts'

const copies = copyModels(['text-detector', 'text-recognizer'])
let models: Models
beforeAll(async () => {
  models = await openModels({ ...inProcess, MODELS_DIR: copies.folder }, quiet)
})
afterAll(async () => {
  await models.close()
  copies.remove()
})

it.each(['ro_00.jpg', 'ro_16.jpg', 'ro_25.jpg'])('reads the plate on %s', (file) =>
  requireRead(models, 'plate', file),
)

it.each(['image_1441_jpg.jpg', 'image_1644_jpg.jpg', 'image_1680_jpg.jpg'])('reads the VIN on %s', (file) =>
  requireRead(models, 'vin', file),
)
