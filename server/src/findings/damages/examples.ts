import { DAMAGE_TYPES } from '../../core/contracts/damage-types.ts'
import { deletedExample, EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, damage_id, part_id, later, subject } = EXAMPLE_VALUES

export const damageExample = {
  id: damage_id,
  object_type: 'DAMAGE',
  label: 'D1',
  inspection_id,
  created_at: later,
  deleted_at: null,
  created_by: subject,
  damage_type: 'scratch',
  damage_size_cm: null,
  part_ids: [part_id],
  is_user_modified: false,
  confirmed_by: null,
  confirmed_at: null,
  version: 1,
}

const corrected = { ...damageExample, part_type: 'hood', parts: [part_id], estimate_effect: null }

export const damageExamples: Examples = {
  createDamage: [
    {
      summary: 'A dent the model missed',
      body: { damage_type: 'dent', part_type: 'hood' },
      answer: {
        status: 201,
        body: { ...corrected, damage_type: 'dent' },
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
  updateDamage: [
    {
      summary: 'Measured by hand and confirmed',
      body: { damage_size_cm: 4.5, is_confirmed: true, reason: 'measured with a ruler' },
      answer: {
        status: 200,
        body: {
          ...corrected,
          damage_size_cm: 4.5,
          scale_source: 'person',
          is_user_modified: true,
          confirmed_by: subject,
          confirmed_at: later,
          version: 2,
        },
      },
    },
  ],
  deleteDamage: [
    {
      summary: 'It is only a reflection',
      body: { reason: 'a reflection of the sky' },
      answer: {
        status: 200,
        body: { ...deletedExample(damage_id, 'DAMAGE'), parts: [], estimate_effect: null },
      },
    },
  ],
  restoreDamage: [
    {
      summary: 'It was a scratch after all',
      after: 'damage deleted',
      body: { reason: 'seen again on the close-up' },
      answer: { status: 200, body: { ...corrected, version: 3 } },
    },
  ],
}
