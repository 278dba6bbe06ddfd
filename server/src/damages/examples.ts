import { DAMAGE_TYPES } from '../contracts/damage-types.ts'
import { deletedExample, EXAMPLE_VALUES, type Examples } from '../contracts/examples.ts'

const { inspection_id, damage_id, part_id, later, subject } = EXAMPLE_VALUES

export const damageExample = {
  id: damage_id,
  object_type: 'DAMAGE',
  inspection_id,
  created_at: later,
  deleted_at: null,
  created_by: subject,
  damage_type: 'scratch',
  damage_size_cm: null,
  part_ids: [part_id],
  version: 1,
}

export const damageExamples: Examples = {
  createDamage: [
    {
      summary: 'A dent that no model saw',
      body: { damage_type: 'dent', part_type: 'hood' },
      answer: {
        status: 201,
        body: { ...damageExample, damage_type: 'dent', part_type: 'hood', parts: [part_id] },
      },
    },
    {
      summary: 'A damage type that does not exist',
      body: { damage_type: 'sadness', part_type: 'hood' },
      answer: {
        problem: 'request_invalid',
        errors: [
          {
            field: 'damage_type',
            message: `must be equal to one of the allowed values: ${DAMAGE_TYPES.join(', ')}`,
          },
        ],
      },
    },
  ],
  deleteDamage: [
    {
      summary: 'It is only a reflection',
      answer: { status: 200, body: { ...deletedExample(damage_id, 'DAMAGE'), parts: [] } },
    },
  ],
}
