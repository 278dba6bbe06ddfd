import { expect, it } from 'vitest'
import { OWN_MODELS_DIR, readManifests } from '../inference/read-manifests.ts'
import { REQUIRED_MODELS } from './required-models.ts'

it('every model of the repository is required, and every required one is there', async () => {
  const found = await readManifests(OWN_MODELS_DIR)
  expect(REQUIRED_MODELS.toSorted()).toEqual(found.map(({ name }) => name))
})
