import { describe, expect, it } from 'vitest'
import { findTask, isModelTask, TASK_NAMES, TASKS } from './tasks.ts'

describe('tasks', () => {
  it.each(TASK_NAMES)('%s is derived from a task a model or a person does, or from none', (name) => {
    const { by, derived_from } = TASKS[name]
    expect(derived_from !== undefined).toBe(by === 'derived')
    if (derived_from) expect(['model', 'person']).toContain(findTask(derived_from)?.by)
  })

  it.each(TASK_NAMES)('%s asks for the permission that has its name, or for none', (name) => {
    expect([undefined, `monk_core_api:${name}`]).toContain(TASKS[name].permission)
  })

  it.each(TASK_NAMES)('%s is offered only if somebody can do it', (name) => {
    const { by, console } = TASKS[name]
    if (by === 'nobody') expect(console).toBe('hidden')
  })

  it('a result at upload is that of a model', () => {
    expect(TASK_NAMES.filter((name) => TASKS[name].at_upload && !isModelTask(name))).toEqual([])
  })

  it('a name of a newer service has no row', () => {
    expect(findTask('tire_tread')).toBeUndefined()
    expect(findTask('constructor')).toBeUndefined()
  })
})
