/** Answers of the service as they stand on the wire, one for each operation. */

const time = '2026-03-01T09:15:00.065973+00:00'
const ids = (kind: string, id: string) => ({ id, object_type: kind })

export const vehicle = {
  ...ids('VEHICLE', 'vehicle-1'),
  created_at: time,
  brand: 'Peugeot',
  plate: 'AB-123-CD',
  vehicle_type: 'suv',
  serie: '3008',
  vehicle_age: '4',
  date_of_circulation: '2022-01-31',
  mileage_value: 48_210,
  mileage_unit: 'km',
  market_value_value: null,
  market_value_unit: null,
  mileage: { mileage_value: 48_210, mileage_unit: 'km' },
  market_value: {},
  owner_info: { first_name: 'Ada', homeTown: 'Lyon' },
  repair_estimate: 912.5,
  additional_data: { brand: { prediction: 'peugeot', top_scores: [0.9] } },
}

export const renderedOutput = {
  ...ids('RENDERED_OUTPUT', 'rendered-1'),
  path: 'https://api.example/pictures/r1',
  base_image_id: 'image-1',
  additional_data: { description: 'rendering of detected damages' },
}

export const region = {
  ...ids('IMAGE_REGION', 'region-1'),
  image_id: 'image-1',
  specification: {
    bounding_box: { xmin: 10, ymin: 20, width: 30, height: 40 },
    polygons: [
      [
        [10, 20],
        [40, 20],
        [40, 60],
      ],
    ],
  },
}

export const view = {
  ...ids('VIEW', 'view-1'),
  created_at: time,
  deleted_at: null,
  created_by: 'algo',
  element_id: 'damage-1',
  image_region: region,
  rendered_outputs: [{ ...renderedOutput, id: 'rendered-2' }],
}

export const image = {
  ...ids('IMAGE', 'image-1'),
  inspection_id: 'inspection-1',
  created_at: time,
  path: 'https://api.example/pictures/1',
  name: null,
  mimetype: 'image/jpeg',
  image_width: 4032,
  image_height: 3024,
  binary_size: 2_411_002,
  image_type: 'beauty_shot',
  rotate_image_before_upload: 'NO_ROTATION',
  detailed_viewpoint: { is_exterior: true, centers_on: ['hood'] },
  damage_area: { id: 'area-1', relevant_elements: ['front_left'] },
  tasks: ['damage_detection', 'compliances'],
  additional_data: { sight_id: 'fesc20-H1dfdfvH', label: { en: 'Front', fr: 'Avant' }, createdAt: 'T' },
  compliances: {
    image_quality_assessment: { status: 'DONE', is_compliant: true, details: { blurriness_score: 0.8 } },
    coverage_360: { sight_id: 'fesc20-H1dfdfvH' },
  },
  odometer: { value: 48_210, unit: 'km', confidence_score: 0.97 },
  warning_lights: { activated_warning_lights: ['ABS'], light_to_score: { ABS: 0.7, door_open: 0.1 } },
}

export const task = {
  ...ids('TASK', 'task-1'),
  name: 'damage_detection',
  status: 'ERROR',
  created_at: time,
  started_at: time,
  done_at: null,
  inspection_id: 'inspection-1',
  images: [{ image_id: 'image-1', details: { viewpoint_name: 'front', viewpoint_details: { a_b: 1 } } }],
  arguments: { damage_score_threshold: 0.3, generate_visual_output: { generate_parts: true } },
  confidence_pre_execution: null,
  confidence_pre_execution_status: 'NOT_STARTED',
  confidence_post_execution: null,
  error_messages: [{ ...ids('ERROR_MESSAGE', 'error-1'), message: 'gave up', error_code: 500 }],
}

export const ocrTask = {
  ...task,
  id: 'task-2',
  name: 'images_ocr',
  status: 'NOT_STARTED',
  error_messages: [],
}

export const damage = {
  ...ids('DAMAGE', 'damage-1'),
  created_by: 'algo',
  damage_type: 'scratch',
  damage_size_cm: 12.5,
  inspection_id: 'inspection-1',
  part_ids: ['part-1'],
  related_images: [{ base_image_id: 'image-1', base_image_type: 'close_up', object_type: 'RELATED_IMAGE' }],
}

export const part = {
  ...ids('PART', 'part-1'),
  part_type: 'bumper_front',
  damage_ids: ['damage-1'],
  related_images: [],
  part_operation: { part_id: 'part-1', labour_details: { t1: 2, paint_hours: 1.5 }, pieces_OEM_cost: 210 },
}

export const severityResult = {
  ...ids('SEVERITY_RESULT', 'severity-1'),
  label: 'bumper_front',
  is_user_modified: true,
  related_item_id: 'part-1',
  value: { custom_severity: { level: 2, pricing: 120, repair_operation: { T1: 1, REPLACE: false } } },
}

export const price = {
  ...ids('PRICING', 'pricing-1'),
  related_item_type: 'part',
  related_item_id: 'part-1',
  pricing: 120,
  operations: ['painting'],
  hours: { PAINT_HARD: 1.5 },
}

export const wheel = {
  ...ids('WHEEL_ANALYSIS', 'wheel-1'),
  image_id: 'image-1',
  wheel_name: 'wheel_front_left',
  rim_condition: { prediction: 'DAMAGED', confidence: 0.8 },
}

export const inspection = {
  ...ids('INSPECTION', 'inspection-1'),
  created_at: time,
  deleted_at: null,
  owner_id: 'google-oauth2|1097',
  creator_id: 'google-oauth2|1097',
  status: 'IN_PROGRESS',
  inspection_type: 'claim',
  related_inspection_id: null,
  usage_duration: 3,
  damage_areas: [{ id: 'area-1', relevant_elements: ['front_left'] }],
  additional_data: { damage_detection_version: 'v2', pdf_data: { agent_first_name: 'Ada' } },
  images: [{ ...image, views: [view], rendered_outputs: [renderedOutput] }],
  tasks: [task, ocrTask],
  vehicle,
  damages: [damage],
  parts: [part],
  wheel_analysis: [wheel],
  severity_results: [severityResult],
  documents: [{ ...ids('DOCUMENT', 'document-1'), type: 'VIN', content: { vin_number: 'VF3' } }],
  pricing: { labor_cost: { details: { bumper_front: price }, total_price: 120 }, flat_rate: null },
}

export const paging = {
  cursors: {
    before: 'image-1',
    after: 'image-2',
    next: { limit: 2, after: 'image-2', pagination_order: 'desc' },
    previous: null,
  },
  next: 'image-2',
  previous: null,
}
