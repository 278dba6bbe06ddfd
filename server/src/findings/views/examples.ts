import { deletedExample, EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, image_id, damage_id, view_id, later, subject } = EXAMPLE_VALUES
const bounding_box = { xmin: 40, ymin: 60, width: 120, height: 45 }
const rectangle = [
  [
    [40, 60],
    [160, 60],
    [160, 105],
    [40, 105],
  ],
]
const polygons = [
  [
    [40, 60],
    [160, 60],
    [150, 105],
    [45, 100],
  ],
]

export const viewExample = {
  id: view_id,
  object_type: 'VIEW',
  created_at: later,
  deleted_at: null,
  created_by: subject,
  element_id: damage_id,
  image_region: {
    id: view_id,
    object_type: 'IMAGE_REGION',
    image_id,
    specification: { bounding_box, polygons: rectangle },
  },
  rendered_outputs: [],
  is_user_modified: false,
  version: 1,
}

const created = {
  ...viewExample,
  inspection_id,
  image_id,
  damage_id,
  bounding_box,
  polygons: rectangle,
  estimate_effect: null,
}

export const viewExamples: Examples = {
  createView: [
    {
      summary: 'A box on a picture of the inspection',
      body: { image_id, damage_id, bounding_box },
      answer: { status: 201, body: created },
    },
    {
      summary: 'A polygon on a new picture',
      body: {
        damage_id,
        new_image: { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } },
        polygons,
      },
      file: { part: 'image', name: 'close-up.jpeg', holds: 'picture' },
      answer: { status: 201, body: { ...created, polygons } },
    },
    {
      summary: 'Without a picture',
      body: { damage_id, new_image: {}, bounding_box },
      answer: { problem: 'view_image_missing' },
    },
  ],
  updateView: [
    {
      summary: 'A more exact outline',
      body: { polygons, bounding_box, reason: 'left out the door handle' },
      answer: {
        status: 200,
        body: {
          ...created,
          image_region: { ...created.image_region, specification: { bounding_box, polygons } },
          polygons,
          is_user_modified: true,
          version: 2,
        },
      },
    },
  ],
  deleteView: [
    {
      summary: 'Marked on the wrong picture',
      body: { reason: 'the wrong picture' },
      answer: { status: 200, body: { ...deletedExample(view_id, 'VIEW'), estimate_effect: null } },
    },
  ],
  restoreView: [
    {
      summary: 'It was the right picture',
      after: 'view deleted',
      body: {},
      answer: { status: 200, body: { ...created, version: 3 } },
    },
    {
      summary: 'Its damage is deleted',
      after: 'damage deleted',
      body: {},
      answer: {
        problem: 'view_not_restorable',
        params: { resource: 'damage', resource_id: damage_id },
      },
    },
  ],
}
