import { normalize } from '@walkaround/sdk'
import { expect, it } from 'vitest'
import type { Edit } from '../../review/edits/edit.ts'
import { reviewOf } from '../../review/review-model.ts'
import { type Asked, damageEditsOf } from './damage-context.ts'

it('a severity of a damage whose part is unknown asks for the part first', () => {
  const { entities } = normalize({ id: 'i', object_type: 'INSPECTION' })
  const damages = { a: { id: 'a', partType: 'ignore' as const }, b: { id: 'b', partType: 'hood' as const } }
  const [unknown, hood] = ['a', 'b'].map((id) =>
    reviewOf('i', { ...entities, damages }).findings.find((one) => one.id === id),
  )
  const run: Edit[] = []
  let asked: Asked | null = null
  const queue = { run: (edit: Edit) => String(run.push(edit)), runAll: () => undefined }
  const edits = damageEditsOf(queue, (what) => {
    asked = what
  })
  if (!unknown || !hood) throw new Error('the damages were not read')
  edits.setLevel(unknown, 2)
  expect(run).toEqual([])
  expect(asked).toMatchObject({ what: 'part', of: { id: 'a' }, severity: { level: 2 } })
  edits.setLevel(hood, 2)
  expect(run).toHaveLength(1)
})
