import { setTimeout as delay } from 'node:timers/promises'
import { FormData } from 'undici'
import { type Box, drawPicture, type Mark } from '../../dev/src/samples/draw-picture.ts'
import type { ConsoleWorld } from './console-world.ts'

type Drawing = Parameters<typeof drawPicture>[0]

type FleetDamage = Mark & {
  view: Drawing['view']
  type: string
  /** How sure a model is; without it a person found the damage. */
  confidence?: number
  level?: number
  cost?: number
  isReplaced?: boolean
  end?: 'confirmed' | 'rejected'
}

export type FleetVehicle = {
  name: string
  body: Drawing['body']
  paint: string
  plate: string
  mileageKm: number
  damages: readonly FleetDamage[]
  end: 'not_started' | 'to_review' | 'validated'
}

/** The vehicle whose history is on a picture. */
const HISTORIC = 'Finch'

const VIEWS = ['front', 'left', 'rear', 'right'] as const

/** No such make exists, and no plate of any country has these letters. The last one made stands first in the list. */
export const FLEET: readonly FleetVehicle[] = [
  {
    name: 'Wren',
    body: 'city',
    paint: '#b3262e',
    plate: 'UO-118-QI',
    mileageKm: 7_380,
    damages: [],
    end: 'not_started',
  },
  {
    name: 'Pelican',
    body: 'van',
    paint: '#d9dcdf',
    plate: 'IQ-902-OU',
    mileageKm: 163_500,
    damages: [
      {
        view: 'front',
        part: 'bumper_front',
        kind: 'smash',
        size_cm: 40,
        type: 'smash',
        confidence: 0.97,
        level: 3,
        cost: 890,
        isReplaced: true,
        end: 'confirmed',
      },
      {
        view: 'left',
        part: 'door_front_left',
        kind: 'scratch',
        size_cm: 30,
        type: 'scratch',
        confidence: 0.81,
        level: 1,
        cost: 120,
        end: 'confirmed',
      },
    ],
    end: 'validated',
  },
  {
    name: 'Osprey',
    body: 'pickup',
    paint: '#3d4b3f',
    plate: 'QU-377-IO',
    mileageKm: 58_920,
    damages: [
      { view: 'right', part: 'door_back_right', kind: 'dent', size_cm: 18, type: 'dent', confidence: 0.74 },
      { view: 'rear', part: 'bumper_back', kind: 'scratch', size_cm: 32, type: 'scratch', confidence: 0.66 },
    ],
    end: 'to_review',
  },
  {
    name: 'Heron',
    body: 'suv',
    paint: '#6f767e',
    plate: 'IO-640-UQ',
    mileageKm: 91_044,
    damages: [
      {
        view: 'right',
        part: 'door_front_right',
        kind: 'scratch',
        size_cm: 22,
        type: 'scratch',
        level: 1,
        cost: 95,
        end: 'confirmed',
      },
    ],
    end: 'validated',
  },
  {
    name: 'Finch',
    body: 'sedan',
    paint: '#2f5d8c',
    plate: 'OU-418-IQ',
    mileageKm: 48_210,
    damages: [
      {
        view: 'left',
        part: 'door_front_left',
        kind: 'scratch',
        size_cm: 38,
        type: 'scratch',
        confidence: 0.94,
        level: 2,
        cost: 480,
        end: 'confirmed',
      },
      {
        view: 'left',
        part: 'fender_front_left',
        kind: 'dent',
        size_cm: 14,
        type: 'dent',
        confidence: 0.88,
        level: 2,
        cost: 310,
      },
      {
        view: 'left',
        part: 'door_back_left',
        kind: 'scratch',
        size_cm: 20,
        type: 'scratch',
        confidence: 0.66,
      },
      {
        view: 'left',
        part: 'fender_back_left',
        kind: 'dent',
        size_cm: 16,
        type: 'dent',
        confidence: 0.41,
        end: 'rejected',
      },
      {
        view: 'front',
        part: 'bumper_front',
        kind: 'smash',
        size_cm: 34,
        type: 'smash',
        confidence: 0.97,
        level: 3,
        cost: 620,
        isReplaced: true,
      },
      {
        view: 'front',
        part: 'head_light_left',
        kind: 'scratch',
        size_cm: 16,
        type: 'broken_light',
        confidence: 0.71,
        level: 2,
        cost: 240,
        isReplaced: true,
      },
      {
        view: 'rear',
        part: 'bumper_back',
        kind: 'scratch',
        size_cm: 30,
        type: 'scratch',
        level: 1,
        cost: 145,
        end: 'confirmed',
      },
    ],
    end: 'to_review',
  },
]

/** Makes the vehicle's inspection the way a capture, a model and a person would, and answers its id. */
export async function createFleetInspection(world: ConsoleWorld, vehicle: FleetVehicle): Promise<string> {
  const { name, plate, body, mileageKm } = vehicle
  const tasks =
    vehicle.end === 'not_started' ? ['damage_detection'] : ['damage_detection', 'human_in_the_loop']
  const { id } = await world.call('POST', '/inspections', {
    tasks: Object.fromEntries(tasks.map((task) => [task, { status: 'NOT_STARTED' }])),
    vehicle: {
      brand: 'Sample',
      model: name,
      plate,
      vehicle_type: body,
      mileage: { value: mileageKm, unit: 'km' },
    },
  })
  const at = `/inspections/${id}`
  for (const view of VIEWS) {
    const marks = vehicle.damages.filter((damage) => damage.view === view)
    const { jpeg, boxes } = await drawPicture({ ...vehicle, view, marks })
    const image = await addPicture(world, at, view, jpeg, tasks)
    // The history of one is looked at, and the check of a picture stands there where it came.
    if (vehicle.name === HISTORIC) await waitForChecks(world, id)
    for (const [n, damage] of marks.entries()) {
      const box = boxes[n]
      if (box) await addDamage(world, at, image, damage, box)
    }
  }
  if (vehicle.end !== 'not_started') {
    await world.endDetection(String(id))
    for (const status of ['TODO', 'DONE'])
      await world.call('PATCH', `${at}/tasks/human_in_the_loop`, { status })
  }
  return String(id)
}

/** Waits until the quality of all pictures was looked at, and validates where that is how it ends. */
export async function endFleetInspection(
  world: ConsoleWorld,
  id: string,
  { end }: Pick<FleetVehicle, 'end'>,
): Promise<void> {
  const at = `/inspections/${id}`
  await waitForChecks(world, id)
  if (end !== 'validated') return
  while ((await listed(world, id, 'tasks')).some((task) => task.status !== 'DONE')) await delay(500)
  for (const { name } of await listed(world, id, 'tasks'))
    await world.call('PATCH', `${at}/tasks/${name}`, { status: 'VALIDATED' })
}

async function waitForChecks(world: ConsoleWorld, id: unknown): Promise<void> {
  while ((await listed(world, id, 'images')).some((image) => !image.compliances)) await delay(200)
}

async function listed(world: ConsoleWorld, id: unknown, field: string) {
  const rows = (await world.call('GET', `/inspections/${id}`))[field]
  return Array.isArray(rows) ? rows : []
}

async function addPicture(world: ConsoleWorld, at: string, view: string, jpeg: Buffer, tasks: string[]) {
  const form = new FormData()
  const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }
  form.set('json', JSON.stringify({ acquisition, tasks, name: view }))
  form.set('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), `${view}.jpg`)
  return (await world.call('POST', `${at}/images`, form)).id
}

async function addDamage(world: ConsoleWorld, at: string, image: unknown, damage: FleetDamage, box: Box) {
  const { part, type, confidence, level, cost, isReplaced, end } = damage
  const { id } = await world.call('POST', `${at}/damages`, { damage_type: type, part_type: part })
  await world.call('POST', `${at}/views`, { image_id: image, damage_id: id, polygons: [outlineOf(box)] })
  // Only models say how sure they are, and what one says changes with its next version.
  if (confidence !== undefined)
    await world.harness.rows("update damages set created_by = 'algo', confidence = $2 where id = $1", [
      id,
      confidence,
    ])
  if (level !== undefined)
    await world.call('POST', `${at}/severity_pricing`, {
      label: part,
      level,
      pricing: cost ?? null,
      repair_operation: isReplaced ? 'replace' : 'repair',
    })
  if (end === 'confirmed') await world.call('PATCH', `${at}/damages/${id}`, { is_confirmed: true })
  if (end === 'rejected') await world.call('DELETE', `${at}/damages/${id}`)
}

/** As a model would draw it: around the damage, not square. */
function outlineOf({ xmin, ymin, width, height }: Box): number[][] {
  const corners = [
    [-0.1, 0.5],
    [0.05, 0],
    [0.45, -0.15],
    [0.9, -0.05],
    [1.1, 0.4],
    [0.95, 0.95],
    [0.5, 1.15],
    [0.1, 1],
  ]
  return corners.map(([x = 0, y = 0]) => [Math.round(xmin + x * width), Math.round(ymin + y * height)])
}
