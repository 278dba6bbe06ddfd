import { EXAMPLE_PICTURE_URL, EXAMPLE_VALUES } from '../../core/contracts/examples.ts'

const { inspection_id, image_id, damage_id, part_id, later, subject } = EXAMPLE_VALUES

export const relatedImageExample = {
  base_image_id: image_id,
  base_image_type: 'beauty_shot',
  path: EXAMPLE_PICTURE_URL,
  mimetype: 'image/jpeg',
  order: 0,
  item_area: 5400,
}

export const partExample = {
  id: part_id,
  object_type: 'PART',
  inspection_id,
  created_at: later,
  deleted_at: null,
  created_by: subject,
  part_type: 'hood',
  damage_ids: [damage_id],
}
