import { MODEL_TASKS } from '@walkaround/catalog/tasks'
import { describe, expect, it } from 'vitest'
import { OWN_MODELS_DIR, readManifests } from './inference/read-manifests.ts'
import { REQUIRED_MODELS, requireConclusion, TASK_ANALYSES } from './task-analyses.ts'

it('every model of the repository is required, and every required one is there', async () => {
  const found = await readManifests(OWN_MODELS_DIR)
  expect(REQUIRED_MODELS).toEqual(found.map(({ name }) => name))
})

describe('a task', () => {
  it.each(MODEL_TASKS)('%s names the models it asks', (name) => {
    expect(TASK_ANALYSES[name].models.length).toBeGreaterThan(0)
  })

  it.each(['human_in_the_loop', 'tire_tread'])(
    '%s, which no model does, has no conclusion that would end it as if nothing had been found',
    (name) => {
      expect(() => requireConclusion(name)).toThrow(`no model does the task ${name}`)
    },
  )
})
