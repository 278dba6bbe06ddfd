/** Bodies as the client of this generation really sent them. */

const IMAGE_BY_URL = {
  acquisition: { strategy: 'download_from_url', url: 'https://x/y.jpg' },
  tasks: ['damage_detection'],
  compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'IqwSM3' } },
  rotate_image_before_upload: 'CLOCKWISE_90',
  detailed_viewpoint: { is_exterior: true, centers_on: 'hood', distance: 'far' },
}

export const INSPECTION = {
  tasks: {
    wheel_analysis: {
      status: 'NOT_STARTED',
      use_longshots: true,
      callbacks: [
        {
          url: 'https://cb/x',
          headers: { 'X-My-Key': '1' },
          params: { fooBar: 1 },
          callbackEvent: 'STATUS_SET_TO_DONE',
        },
      ],
    },
    damage_detection: {
      status: 'NOT_STARTED',
      generate_subimages_parts: { generate_tight: false },
      damage_score_threshold: 0.3,
      generate_visual_output: { generate_damages: true },
    },
    images_ocr: { status: 'NOT_STARTED' },
    repair_estimate: { status: 'NOT_STARTED' },
  },
  vehicle: {
    vehicle_type: 'cuv',
    vin: 'V',
    mileage: { value: 1, unit: 'km' },
    market_value: { value: 2, unit: 'EUR' },
    vehicule_age: '3',
    serie: 's',
  },
  damage_severity: { output_format: 'toyota' },
  damage_areas: [{ id: '1', relevant_elements: ['front'] }],
  inspection_type: 'claim',
  accident_nature: 'n',
  usage_duration: 1,
  additional_data: {
    damage_detection_version: 'v2',
    use_dynamic_crops: true,
    environment: { user_agent: 'a browser', platform: '', connection: {}, app_version: '4.0', packages: {} },
  },
}

export const INSPECTION_BY_URL = { ...INSPECTION, images: [IMAGE_BY_URL] }

export const IMAGE = {
  name: 'n',
  acquisition: { strategy: 'download_from_url', url: 'https://x/y.jpg' },
  tasks: [
    { name: 'images_ocr', image_details: { image_type: 'VIN', document_id: 1, location_details: 'l' } },
    { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } },
    { name: 'damage_detection', image_details: { viewpoint_name: 'v' } },
  ],
  damage_area: { id: 'd', relevant_elements: ['front'] },
}

export const CAMERA_FORM = {
  acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
  compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'fesc20-H1dfdfvH' } },
  tasks: ['damage_detection'],
  additional_data: { id: 'x', label: { en: 'Front' }, vehicleType: 'cuv', createdAt: 1_700_000_000_000 },
}

export const CLOSE_UP_FORM = {
  acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'close-up-1-i1.jpg' },
  image_type: 'close_up',
  detailed_viewpoint: { centers_on: ['hood'] },
  compliances: { image_quality_assessment: {} },
  tasks: ['damage_detection'],
}

export const PDF_DATA = {
  mileage: { value: 1, unit: 'km' },
  market_value: { value: 3, unit: 'EUR' },
  agent_first_name: 'a',
  vehicle_owner_phone: '1',
  date_of_start: '2024-01-01',
  vin_or_registering: 'V',
  comment: 'c',
}

export const PDF_REQUEST = { pricing: true, customer: 'cust', client_name: 'Monk', vin: 'V', language: 'fr' }
export const BOX = { xmin: 1, ymin: 2, width: 3, height: 4 }
export const POLYGONS = [
  [
    [1, 2],
    [3, 4],
  ],
]
