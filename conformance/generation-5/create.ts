import type { Checks } from '../checks.ts'
import { api, create, member, read } from './client.ts'

export const TASKS = [
  'damage_detection',
  'wheel_analysis',
  'images_ocr',
  'human_in_the_loop',
  'pricing',
  'odometer',
  'warning_lights',
]

const VEHICLE = {
  brand: 'Skoda',
  model: 'Octavia',
  serie: 'IV',
  plate: 'AB-123-CD',
  type: 'cuv',
  mileageUnit: 'km',
  mileageValue: 12,
  marketValueUnit: 'EUR',
  marketValue: 3,
  vin: 'TMBJR9NX1MY000001',
  color: 'green',
  exteriorCleanliness: 'clean',
  interiorCleanliness: 'dirty',
  dateOfCirculation: '2021-04-30',
  duplicateKeys: true,
  expertiseRequested: false,
  carRegistration: true,
  vehicleQuotation: 12_000,
  tradeInOffer: 11_500,
  ownerInfo: { name: 'A. Owner', phone: { home: '1' } },
  additionalData: { some_key: 2, camelKey: [1, null, 'x'] },
}

export async function checkCreate(checks: Checks): Promise<void> {
  await checks.journey('create with the names of tasks', () => createByNames(checks))
  await checks.journey('create with every option', () => createByOptions(checks))
  await checks.journey('create and change the vehicle', () => changeVehicle(checks))
  await checks.journey('create and change the additional data', () => changeAdditionalData(checks))
}

async function createByNames(checks: Checks): Promise<void> {
  const { id } = await api.createInspection({ tasks: TASKS }, member)
  checks.text('the id is a text', id)
  const { inspections, tasks, vehicles, images, damages, parts, views, pricings } = await read(id)
  const [inspection] = inspections
  checks.equal(
    'reading gives one inspection with that id',
    inspections.map((one) => one.id),
    [id],
  )
  checks.equal(
    'the tasks are those asked for and compliances',
    tasks.map((task) => task.name).sort(),
    [...TASKS, 'compliances'].sort(),
  )
  checks.that(
    'no task has started, pricing and compliances included',
    tasks.every((task) => task.status === 'NOT_STARTED'),
    tasks,
  )
  checks.that(
    'every task has an id',
    tasks.every((task) => typeof task.id === 'string'),
    tasks,
  )
  checks.equal(
    'the inspection names its tasks by id',
    inspection?.tasks,
    tasks.map((task) => task.id),
  )
  checks.equal(
    'long shots stay on',
    tasks.find((task) => task.name === 'wheel_analysis')?.wheelAnalysisCloseUp,
    false,
  )
  checks.equal(
    'there is a vehicle, still empty',
    vehicles.map((vehicle) => [typeof vehicle.id, vehicle.vin ?? null]),
    [['string', null]],
  )
  checks.equal('the inspection names its vehicle', inspection?.vehicle, vehicles[0]?.id)
  checks.equal(
    'nothing else is there yet',
    [images, damages, parts, views, pricings, inspection?.severityResults],
    [[], [], [], [], [], []],
  )
  checks.equal('the wheel analysis is an empty list', inspection?.wheelAnalysis, [])
  checks.equal('no type was given, none comes back', inspection?.type, undefined)
  checks.fields('additional data', inspection?.additionalData, {
    monk_sdk_version: '5.4.2',
    damage_detection_version: 'v2',
    use_dynamic_crops: true,
    is_video_capture: false,
    user_agent: navigator.userAgent,
  })
}

async function createByOptions(checks: Checks): Promise<void> {
  const id = await create(
    [
      {
        name: 'damage_detection',
        damageScoreThreshold: 0.5,
        generateDamageVisualOutput: true,
        generateSubimageDamages: true,
        generateSubimageParts: true,
        dampartConfidenceScore: [5, 15, 30],
      },
      {
        name: 'wheel_analysis',
        useLongShots: false,
        callbacks: [
          {
            url: 'https://cb.example/x',
            headers: { 'X-Key': '1' },
            params: { a: 1 },
            event: 'STATUS_SET_TO_DONE',
          },
        ],
      },
      { name: 'human_in_the_loop', callbacks: [{ url: 'https://cb.example/h', headers: {} }] },
      { name: 'pricing', outputFormat: 'veb', config: 'cfg', methodology: 'flat_rate' },
    ],
    {
      vehicle: VEHICLE,
      type: 'claim',
      enablePricingV1: false,
      isVideoCapture: true,
      useDynamicCrops: false,
      additionalData: { k: 1, camelKey: { deepKey: [1, null] }, snake_key: 'ü 漢' },
    },
  )
  checks.text('the id is a text', id)
  const { inspections, tasks, vehicles } = await read(id)
  checks.equal('the type comes back', inspections[0]?.type, 'claim')
  checks.equal('the tasks are those asked for and compliances', tasks.map((task) => task.name).sort(), [
    'compliances',
    'damage_detection',
    'human_in_the_loop',
    'pricing',
    'wheel_analysis',
  ])
  checks.that(
    'no task has started',
    tasks.every((task) => task.status === 'NOT_STARTED'),
    tasks,
  )
  checks.equal(
    'wheels are taken close up',
    tasks.find((task) => task.name === 'wheel_analysis')?.wheelAnalysisCloseUp,
    true,
  )
  checks.fields('vehicle', vehicles[0], VEHICLE)
  checks.fields('additional data', inspections[0]?.additionalData, {
    is_video_capture: true,
    use_dynamic_crops: false,
    k: 1,
    camelKey: { deepKey: [1, null] },
    snake_key: 'ü 漢',
  })
}

async function changeVehicle(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'], {
    vehicle: { brand: 'Skoda', vin: 'OLD', ownerInfo: { a: 1 } },
  })
  const before = (await read(id)).vehicles[0]
  const changed = await api.updateInspectionVehicle(
    {
      inspectionId: id,
      vehicle: {
        type: 'suv',
        mileageValue: 1,
        mileageUnit: 'km',
        vin: 'NEW',
        marketValue: 9,
        marketValueUnit: 'USD',
        vehicleQuotation: 7,
      },
    },
    member,
  )
  checks.equal('the answer has the id of the vehicle', changed.id, before?.id)
  const { vehicles } = await read(id)
  checks.fields('vehicle', vehicles[0], {
    id: before?.id,
    type: 'suv',
    mileageValue: 1,
    mileageUnit: 'km',
    vin: 'NEW',
    marketValue: 9,
    marketValueUnit: 'USD',
    vehicleQuotation: 7,
    brand: 'Skoda',
    ownerInfo: { a: 1 },
  })

  const bare = await create(['damage_detection'])
  const answered = await api.updateInspectionVehicle(
    { inspectionId: bare, vehicle: { plate: 'XY-1' } },
    member,
  )
  const [vehicle] = (await read(bare)).vehicles
  checks.equal(
    'an inspection made without a vehicle takes one',
    [vehicle?.id, vehicle?.plate],
    [answered.id, 'XY-1'],
  )
}

async function changeAdditionalData(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'], { additionalData: { kept: { deep: [1] } } })
  const answer = await api.updateAdditionalData({ id, callback: () => ({ capture_duration: 12 }) }, member)
  checks.equal('the answer has the id of the inspection', answer.id, id)
  const merged = (await read(id)).inspections[0]?.additionalData
  checks.fields('a partial change keeps the rest:', merged, {
    capture_duration: 12,
    kept: { deep: [1] },
    damage_detection_version: 'v2',
  })

  await api.updateAdditionalData({ id, callback: () => ({ beauty_shots: { front: 'x' } }) }, member)
  const twice = (await read(id)).inspections[0]?.additionalData
  checks.fields('a second partial change:', twice, {
    capture_duration: 12,
    beauty_shots: { front: 'x' },
    kept: { deep: [1] },
  })

  let given: Record<string, unknown> | undefined
  await api.updateAdditionalData(
    {
      id,
      callback: (data) => {
        given = data
        return { ...data, other_damages: [] }
      },
    },
    member,
  )
  checks.equal('a callback that asks is given what is stored', given, twice)
  const last = (await read(id)).inspections[0]?.additionalData
  checks.equal('and its answer is stored whole', last, { ...twice, other_damages: [] })
}
