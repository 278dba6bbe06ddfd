import {
  deletedExample,
  EXAMPLE_PICTURE_URL,
  EXAMPLE_VALUES,
  type Examples,
  lastPageExample,
} from '../../core/contracts/examples.ts'

const { inspection_id, image_id, subject, time, picture_signature } = EXAMPLE_VALUES
const NOBODY = '0199a3c4-0000-7000-8000-000000000000'

export const imageExample = {
  id: image_id,
  object_type: 'IMAGE',
  label: 'P1',
  inspection_id,
  created_at: time,
  deleted_at: null,
  version: 2,
  path: EXAMPLE_PICTURE_URL,
  name: null,
  mimetype: 'image/jpeg',
  captured_at: null,
  image_width: 1920,
  image_height: 1080,
  binary_size: 845409,
  sha256: '4d8b8e5688a2e5d9fad5703ec8932d0022a47ec3476248ef0e82d3726d6c60d3',
  image_type: 'beauty_shot',
  image_subtype: null,
  image_sibling_key: null,
  rotate_image_before_upload: 'NO_ROTATION',
  additional_data: { sight_id: 'fesc20-H1dfdfvH' },
  tasks: ['damage_detection', 'compliances'],
  compliances: {
    compliance_status: 'compliant',
    compliance_issues: [],
    should_retake: false,
    image_analysis: {
      blurriness: 0.94,
      overexposure: 0.993,
      underexposure: 0.975,
      lens_flare: 1,
      binary_size: 845409,
      image_width: 1920,
      image_height: 1080,
      orientation: 'landscape',
      predicted_image_type: 'beauty_shot',
      zoom: 0.41,
    },
    image_quality_assessment: {
      status: 'DONE',
      is_compliant: true,
      reasons: [],
      details: { blurriness_score: 0.94, overexposure_score: 0.993, underexposure_score: 0.975 },
      parameters: {},
    },
    coverage_360: {
      status: 'DONE',
      is_compliant: true,
      reasons: [],
      sight_id: 'fesc20-H1dfdfvH',
      parameters: { sight_id: 'fesc20-H1dfdfvH' },
    },
    zoom_level: { status: 'DONE', is_compliant: true, reasons: [], details: { zoom_score: 0.41 } },
    vehicle_analysis: {
      is_vehicle_present: true,
      vehicle_fully_in_frame: true,
      ratio_of_vehicle_to_image_pixels: 0.5904,
    },
    coverage_analysis: {
      is_compliant_with_sight: true,
      compliance_issues: [],
      probability_by_viewpoint: {
        front: 0.9125,
        front_left: 0.0125,
        left: 0.0125,
        back_left: 0.0125,
        back: 0.0125,
        back_right: 0.0125,
        right: 0.0125,
        front_right: 0.0125,
      },
    },
  },
  viewpoint: { prediction: 'front' as const, confidence: 0.9125 },
  has_vehicle: true,
}

const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }
const NOT_STARTED = { authorized_tasks_statuses: ['NOT_STARTED'] }

const settingsExample = {
  object_type: 'PICTURE_SETTINGS',
  hides_bystanders: true,
  keeps_own_plate: false,
  version: 1,
  updated_at: time,
  updated_by: subject,
}

export const imageExamples: Examples = {
  createImage: [
    {
      summary: 'A front picture with its quality check',
      body: {
        acquisition,
        image_type: 'beauty_shot',
        tasks: [
          'damage_detection',
          { name: 'compliances', image_details: { sight_id: 'fesc20-H1dfdfvH' }, wait_for_result: true },
        ],
        additional_data: { sight_id: 'fesc20-H1dfdfvH' },
      },
      file: { part: 'image', name: 'front.jpeg', holds: 'picture' },
      answer: { status: 201, body: imageExample },
    },
    {
      summary: 'A task the inspection does not have',
      body: { acquisition, tasks: ['wheel_analysis'] },
      file: { part: 'image', name: 'wheel.jpeg', holds: 'picture' },
      answer: { problem: 'task_not_in_inspection', params: { task_name: 'wheel_analysis' } },
    },
  ],
  listImages: [
    {
      summary: 'The newest picture',
      query: { limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [imageExample],
          paging: lastPageExample(image_id),
        },
      },
    },
  ],
  getImage: [{ summary: 'One picture', answer: { status: 200, body: imageExample } }],
  openOriginal: [
    {
      summary: 'To see a damage behind a person',
      body: { reason: 'A person stands in front of the dent.' },
      answer: {
        status: 200,
        body: { object_type: 'ORIGINAL', image_id, path: EXAMPLE_PICTURE_URL, expires_at: time },
      },
    },
  ],
  getPictureSettings: [
    {
      summary: 'Before anybody set them',
      answer: {
        status: 200,
        body: { ...settingsExample, keeps_own_plate: true, version: 0, updated_at: null, updated_by: null },
      },
    },
  ],
  updatePictureSettings: [
    {
      summary: 'Hide the plate of the inspected vehicle, too',
      body: { keeps_own_plate: false },
      answer: { status: 200, body: settingsExample },
    },
  ],
  updateImage: [
    {
      summary: 'Add a remark',
      body: { additional_data: { remark: 'wet paint' } },
      answer: {
        status: 200,
        body: {
          ...imageExample,
          additional_data: { ...imageExample.additional_data, remark: 'wet paint' },
          version: 3,
        },
      },
    },
    {
      summary: 'Say which side it shows',
      body: { seen_from: 'front_left' },
      answer: {
        status: 200,
        body: {
          ...imageExample,
          seen_from: 'front_left',
          viewpoint: { prediction: 'front_left' as const, confidence: 1 },
          version: 3,
        },
      },
    },
  ],
  deleteImage: [
    {
      summary: 'If no task has started',
      body: NOT_STARTED,
      answer: { status: 200, body: deletedExample(image_id, 'IMAGE') },
    },
  ],
  deleteImages: [
    {
      summary: 'Delete several pictures',
      body: { image_ids: [image_id, NOBODY], ...NOT_STARTED },
      answer: {
        status: 200,
        body: {
          message: '1 of 2 images are deleted',
          deleted_image_ids: [image_id],
          failed: [{ image_id: NOBODY, reason: 'not_found' }],
        },
      },
    },
  ],
  updateDamageArea: [
    {
      summary: 'A damage between two parts',
      body: { relevant_elements: ['hood', 'bumper_front'] },
      answer: {
        status: 200,
        body: {
          id: '0199a3c5-3e71-7b0c-8d2f-6a9c4e1b7f80',
          object_type: 'DAMAGE_AREA',
          relevant_elements: ['hood', 'bumper_front'],
        },
      },
    },
  ],
  getPicture: [
    {
      summary: 'Download it',
      path: { signature: picture_signature, variant: 'picture.jpg' },
      as: null,
      answer: { status: 200 },
    },
  ],
  getThumbnail: [
    {
      summary: 'One tenth of the size',
      query: { image_url: EXAMPLE_PICTURE_URL, width: '192', height: '108' },
      as: null,
      answer: { status: 200 },
    },
    {
      summary: 'A URL of another service',
      query: { image_url: 'https://elsewhere.example.com/car.jpg' },
      as: null,
      answer: { problem: 'not_found' },
    },
  ],
}
