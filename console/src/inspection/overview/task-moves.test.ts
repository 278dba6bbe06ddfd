import { describe, expect, it } from 'vitest'
import { movesOf } from './task-moves.ts'

const moves = (...[task]: Parameters<typeof movesOf>) => movesOf(task).map(({ name }) => name)

describe('what can be done with a task', () => {
  it('that a model has finished: validate it, or run it again', () => {
    expect(moves({ name: 'damage_detection', status: 'DONE' })).toEqual(['validate', 'rerun'])
    expect(moves({ name: 'damage_detection', status: 'VALIDATED' })).toEqual(['rerun'])
  })

  it('that a person or the service has finished: only validate it', () => {
    expect(moves({ name: 'human_in_the_loop', status: 'DONE' })).toEqual(['validate'])
    expect(moves({ name: 'repair_estimate', status: 'VALIDATED' })).toEqual([])
  })

  it('that waits for a person: validate it in one move, or finish it', () => {
    const waiting = { status: 'TODO' as const, waitsForPerson: true }
    expect(moves({ name: 'human_in_the_loop', ...waiting })).toEqual(['validate', 'finish'])
    expect(moves({ name: 'damage_detection', status: 'IN_PROGRESS' })).toEqual([])
  })
})
