import { randomUUID } from 'node:crypto'
import type { ConsoleWorld, Drawn } from './console-world.ts'

/** No such number was ever given to a vehicle. */
export const SAMPLE_VIN = 'XTEST000000000017'

const CONFIDENCES = [0.94, 0.88, 0.71, 0.66, 0.97, 0.52, 0.83, 0.9]
const PRICES = [
  { label: 'door_front_left', level: 2, pricing: 480, repair_operation: 'repair' },
  { label: 'bumper_front', level: 3, pricing: 912.5, repair_operation: 'replace' },
  { label: 'fender_front_left', level: 1, pricing: 145, repair_operation: 'repair' },
  { label: 'hood', level: 2, pricing: 310, repair_operation: 'repair' },
]

/**
 * An inspection as it stands after the models: they do not run here, so what they would have written is written in
 * their place, into the same tables.
 */
export async function createAnalyzed(world: ConsoleWorld, damages = 8): Promise<Drawn> {
  const drawn = await world.createInspection({ pictures: 4, damages, points: 9 })
  const { id, images } = drawn
  const { rows } = world.harness
  const write = (query: string, values: unknown[]) => rows.call(world.harness, query, values)
  for (const [n, damageId] of drawn.damages.entries())
    await write(
      `update damages set created_by = 'algo', confidence = $2, damage_size_cm = $3, scale_source = 'vehicle_type' where id = $1`,
      [damageId, CONFIDENCES[n % CONFIDENCES.length], n % 3 === 2 ? null : 4 + n * 3.5],
    )
  for (const price of PRICES.slice(0, damages))
    await world.call('POST', `/inspections/${id}/severity_pricing`, price)
  for (const [n, wheel] of WHEELS.entries())
    await write(
      `insert into wheel_analyses (org_id, inspection_id, id, image_id, wheel_name, bounding_box, predictions) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        world.organization,
        id,
        randomUUID(),
        images[n % images.length],
        wheel.name,
        JSON.stringify(wheel.box),
        JSON.stringify(wheel.said),
      ],
    )
  await write(
    `insert into documents (org_id, inspection_id, id, image_id, type, content) values ($1, $2, $3, $4, 'VEHICLE_REGISTRATION_PAPERS_FR', $5)`,
    [world.organization, id, randomUUID(), images[3], JSON.stringify(REGISTRATION)],
  )
  const guess = { prediction: SAMPLE_VIN, confidence: 0.97, check_digit: 'right', is_entered: true }
  await write(
    `update vehicles set vin = $2, mileage_value = 48210, mileage_unit = 'km', color = 'blue', additional_data = $3 where inspection_id = $1`,
    [id, SAMPLE_VIN, JSON.stringify({ vin: guess })],
  )
  await write(`update images set odometer = $2 where id = $1`, [
    images[2],
    JSON.stringify({ value: 48_210, unit: 'km', confidence_score: 0.91, error: null }),
  ])
  return drawn
}

const FIELDS = [
  'rim_condition',
  'rim_material',
  'rim_visual_aspect',
  'hubcap_over_rim',
  'hubcap_condition',
  'hubcap_visual_aspect',
]
const said = (...answers: [string, number][]) =>
  Object.fromEntries(
    FIELDS.map((field, n) => {
      const [prediction, confidence] = answers[n] ?? ['UNKNOWN', -1]
      return [field, { prediction, confidence }]
    }),
  )
const [FRONT, BACK] = [
  { xmin: 320, ymin: 730, width: 240, height: 240 },
  { xmin: 1060, ymin: 730, width: 240, height: 240 },
]
const WHEELS = [
  {
    name: 'wheel_front_left',
    box: FRONT,
    said: said(
      ['DAMAGED', 0.91],
      ['ALU', 0.96],
      ['BICOLOR', 0.72],
      ['RIM_ONLY', 0.93],
      ['NOT_APPLICABLE', 0.93],
    ),
  },
  {
    name: 'wheel_back_left',
    box: BACK,
    said: said(
      ['NOT_DAMAGED', 0.88],
      ['ALU', 0.95],
      ['BICOLOR', 0.7],
      ['RIM_ONLY', 0.9],
      ['NOT_APPLICABLE', 0.9],
    ),
  },
  {
    name: 'wheel_front_right',
    box: FRONT,
    said: said(['UNKNOWN', 0.4], ['ALU', 0.81]),
  },
  // The same wheel again, on another picture, told differently.
  { name: 'wheel_front_left', box: BACK, said: said(['NOT_DAMAGED', 0.55], ['ALU', 0.9]) },
]

const line = (text: string, n: number, confidence = 0.95) => ({
  text,
  confidence,
  polygon: [
    [240, 180 + n * 70],
    [240 + text.length * 26, 180 + n * 70],
    [240 + text.length * 26, 225 + n * 70],
    [240, 225 + n * 70],
  ],
})
const reading = (value: string, confidence: number, ...others: string[]) => ({
  value,
  confidence,
  candidates: [value, ...others].map((one, n) => ({ value: one, confidence: confidence / (n + 1) })),
})
const REGISTRATION = {
  lines: [
    line('CERTIFICATE OF REGISTRATION', 0),
    line('A TEST 042', 1, 0.91),
    line('B 12/03/2021', 2, 0.88),
    line(`E ${SAMPLE_VIN}`, 3, 0.97),
    line('D.1 DEMO', 4, 0.76),
  ],
  vin: {
    ...reading(SAMPLE_VIN, 0.97, 'XTEST00000000O017'),
    check_digit: 'right',
    decoded: { region: 'Europe', country: 'FR', manufacturers: ['Demo'], model_years: [2021] },
  },
  plate: { ...reading('TEST 042', 0.91, 'TEST O42'), country: 'FR' },
  fields: { first_registration_date: reading('12/03/2021', 0.88), make: reading('DEMO', 0.76) },
}
