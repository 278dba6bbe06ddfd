export const ENTITIES = 'application/vnd.walkaround.entities+json'

/** What the world sends, in the words and the spelling of the specification. Every text differs from every other. */
export const VEHICLE = {
  brand: 'Alpine',
  model: 'A110',
  plate: 'AB-123-CD',
  vehicleType: 'coupe',
  series: 'Legende',
  vehicleStyle: 'two doors',
  vehicleAge: '4 years',
  vin: 'VFAAAAAAAAA000001',
  color: 'blue',
  exteriorCleanliness: 'washed',
  interiorCleanliness: 'dusty',
  dateOfCirculation: '2022-03-01',
  mileage: { value: 48_210, unit: 'km' },
  marketValue: { value: 41_000, unit: 'EUR' },
}

export const DAMAGE_AREAS = [
  { id: 'area-front', relevantElements: ['hood', 'bumper_front'] },
  { id: 'area-left', relevantElements: ['door_front_left'] },
]

export const TASKS = {
  damage_detection: { damageScoreThreshold: 0.4, scoring: { byPart: { hood: 2 } } },
  wheel_analysis: {},
  repair_estimate: {},
  images_ocr: {},
}

/** The inspection without what needs other things of the world: images and a related inspection. */
export const INSPECTION = {
  tasks: TASKS,
  vehicle: VEHICLE,
  damageAreas: DAMAGE_AREAS,
  inspectionType: 'claim',
  additionalData: { dossier: { caseNumber: 815, opened_by: 'desk 3' } },
  accidentNature: 'parking',
  usageDuration: 12.5,
}

export const SIGHT = 'fesc20-H1dfdfvH'

/** The picture that comes with the inspection, without its acquisition. */
export const IMAGE = {
  name: 'front left',
  tasks: ['damage_detection', 'wheel_analysis'],
  damageArea: 0,
  additionalData: { shotBy: 'Ada', camera_id: 7 },
  compliances: { imageQualityAssessment: {}, coverage360: { sightId: SIGHT } },
}

/** The picture that is uploaded later. */
export const UPLOAD = {
  name: 'papers',
  tasks: [
    { name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_front_left' } },
    {
      name: 'image_ocr',
      imageDetails: { imageType: 'VIN', documentId: 12, locationDetails: 'windshield' },
    },
    {
      name: 'damage_detection',
      imageDetails: { viewpointName: 'front_left', viewpointDetails: { heightCm: [120, null, 'low'] } },
    },
  ],
}

export const BOX = { xmin: 11, ymin: 22, width: 33, height: 44 }
export const POLYGONS = [
  [
    [11, 22],
    [44, 22],
    [44, 66],
  ],
  [
    [12, 30],
    [20, 30],
    [20, 40],
  ],
]

export const DAMAGE = { damageType: 'scratch', partType: 'hood' }

export const PDF_DATA = {
  mileage: { value: 48_300, unit: 'miles' },
  marketValue: { value: 39_500, unit: 'USD' },
  agentFirstName: 'Ada',
  agentLastName: 'Byron',
  agentCompany: 'Engines Ltd',
  agentCompanyCity: 'London',
  vehicleOwnerFirstName: 'Grace',
  vehicleOwnerLastName: 'Murray',
  vehicleOwnerAddress: '1 Harbour Road',
  vehicleOwnerPhone: '+1 555 0100',
  vehicleOwnerEmail: 'grace@example.com',
  dateOfStart: '2026-03-01',
  dateOfValidation: '2026-03-02',
  vinOrRegistering: 'VFAAAAAAAAA000002',
  comment: 'seen in daylight',
}
