import { normalize, type TaskStatus } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import { reviewOf } from './review-model.ts'
import { type Standing, standingOf } from './standing.ts'

type Given = { detection?: TaskStatus; damages?: 'open' | 'decided'; pictures?: number }

function standing({ detection, damages, pictures = 1 }: Given): Standing {
  const { entities } = normalize({ id: 'i', object_type: 'INSPECTION' })
  const images = Array.from({ length: pictures }, (_, n) => ({ imageId: String(n) }))
  const damage = { id: 'a', confirmedBy: damages === 'decided' ? 'ann' : null }
  return standingOf(
    reviewOf('i', {
      ...entities,
      tasks: detection ? { t: { id: 't', name: 'damage_detection', status: detection, images } } : {},
      damages: damages ? { a: damage } : {},
    }),
  )
}

describe('standingOf', () => {
  it.each<[Given, Standing]>([
    [{}, 'unanalysed'],
    [{ detection: 'NOT_STARTED' }, 'unanalysed'],
    [{ detection: 'NOT_STARTED', damages: 'decided' }, 'unanalysed'],
    [{ detection: 'NOT_STARTED', damages: 'open' }, 'open'],
    [{ detection: 'TODO' }, 'running'],
    [{ detection: 'IN_PROGRESS' }, 'running'],
    [{ detection: 'ERROR' }, 'failed'],
    [{ detection: 'DONE', pictures: 0 }, 'unanalysed'],
    [{ detection: 'DONE' }, 'checked'],
    [{ detection: 'DONE', damages: 'open' }, 'open'],
    [{ detection: 'DONE', damages: 'decided' }, 'checked'],
    [{ damages: 'decided' }, 'checked'],
    [{ detection: 'VALIDATED' }, 'validated'],
  ])('%j is %s', (given, expected) => {
    expect(standing(given)).toBe(expected)
  })
})
