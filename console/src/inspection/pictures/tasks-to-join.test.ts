import { normalize } from '@walkaround/sdk'
import { expect, it } from 'vitest'
import { tasksToJoin } from './tasks-to-join.ts'

it('pictures are for every task that was asked for and is not started', () => {
  const { entities } = normalize({ id: 'i', object_type: 'INSPECTION' })
  const named = (name: string, status: 'NOT_STARTED' | 'DONE' = 'NOT_STARTED') => ({ id: name, name, status })
  const tasks = [
    named('images_ocr'),
    named('wheel_analysis'),
    named('damage_detection'),
    named('odometer', 'DONE'),
    named('repair_estimate'),
  ]
  const joined = tasksToJoin({ ...entities, tasks: Object.fromEntries(tasks.map((task) => [task.id, task])) })
  expect(joined).toEqual(['damage_detection', 'wheel_analysis', 'images_ocr'])
})
