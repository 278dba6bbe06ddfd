import { PART_TYPES } from '@walkaround/catalog/parts'

export { PART_TYPES, type PartType } from '@walkaround/catalog/parts'

/** What a picture or a damage area can centre on: sides and rooms of the vehicle, and every part. */
export const CENTER_ELEMENTS = [
  'front',
  'back',
  'left',
  'right',
  'front_left',
  'front_right',
  'back_left',
  'back_right',
  'keys',
  'dashboard',
  'undercarriage',
  'seats',
  'trunk_interior',
  ...PART_TYPES,
] as const
