import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Client,
  createDamage,
  createInspection,
  createReport,
  createView,
  deleteDamage,
  updateDamage,
  updateTask,
  uploadImage,
  waitForReport,
  waitForTask,
} from '@walkaround/sdk'
import { type Box, drawPicture } from './draw-picture.ts'
import type { DrawnVehicle, RenderedVehicle, SampleDamage, SampleView } from './sample-vehicles.ts'

const VIEWS: readonly SampleView[] = ['front', 'left', 'rear', 'right']
const MODEL_TASKS = ['damage_detection', 'wheel_analysis']
const TASKS = [...MODEL_TASKS, 'repair_estimate']
const ROOT = join(import.meta.dirname, '../../..')
/** Where the camera stood, in the words of the published clients. */
const SIGHTS: Record<SampleView, string> = {
  front: 'fesc20-H1dfdfvH',
  left: 'fesc20-26n47kaO',
  rear: 'fesc20-xBFiEy-_',
  right: 'fesc20-HYz5ziHi',
}

type Key = (step: string) => { idempotencyKey: string }
type Marked = { damage: SampleDamage; image_id: string; box: Box }

/** One finished inspection, the way a client makes it. Every write has a key: begun twice, it is made once. */
export async function makeSample(
  client: Client,
  vehicle: DrawnVehicle | RenderedVehicle,
  number: number,
): Promise<string> {
  const key: Key = (step) => ({ idempotencyKey: `sample-${vehicle.name}-${step}` })
  const { result: id } = await createInspection(
    client,
    {
      tasks: Object.fromEntries(TASKS.map((name) => [name, {}])),
      vehicle: {
        brand: 'Sample',
        model: vehicle.name,
        plate: 'plate' in vehicle ? vehicle.plate : `SAMPLE ${number}`,
        vehicleType: vehicle.body,
        color: vehicle.color,
        mileage: { value: vehicle.mileage_km, unit: 'km' },
      },
      additionalData: { sample: vehicle.name },
    },
    key('inspection'),
  )
  const marked =
    'pictures' in vehicle
      ? await uploadRendered(client, id, vehicle, key)
      : await uploadDrawn(client, id, vehicle, key)
  if (vehicle.end === 'not_started') return id
  for (const name of MODEL_TASKS) await updateTask(client, id, name, { status: 'TODO' }, key(`start-${name}`))
  for (const name of [...TASKS, 'compliances']) await waitForTask(client, id, name)
  for (const each of marked) await addDamage(client, id, each, key)
  await endSample(client, id, vehicle.end, key)
  return id
}

/** As a phone sends them: without a word on where the camera stood. */
async function uploadRendered(
  client: Client,
  id: string,
  { pictures }: RenderedVehicle,
  key: Key,
): Promise<Marked[]> {
  const names = readdirSync(join(ROOT, pictures)).filter((name) => name.endsWith('.jpg'))
  for (const name of names.toSorted()) {
    const picture = new File([readFileSync(join(ROOT, pictures, name))], name, { type: 'image/jpeg' })
    await uploadImage(client, id, picture, { name, tasks: MODEL_TASKS }, key(`image-${name}`))
  }
  return []
}

async function uploadDrawn(client: Client, id: string, vehicle: DrawnVehicle, key: Key): Promise<Marked[]> {
  const marked: Marked[] = []
  for (const view of VIEWS) {
    const marks = vehicle.damages.filter((damage) => damage.view === view)
    const { jpeg, boxes } = await drawPicture({ ...vehicle, view, marks })
    const picture = new File([new Uint8Array(jpeg)], `${view}.jpg`, { type: 'image/jpeg' })
    const image = await uploadImage(
      client,
      id,
      picture,
      { name: view, tasks: MODEL_TASKS, additionalData: { sight_id: SIGHTS[view] } },
      key(`image-${view}`),
    )
    for (const [n, damage] of marks.entries()) {
      const box = boxes[n]
      if (box) marked.push({ damage, image_id: image.result, box })
    }
  }
  return marked
}

async function endSample(client: Client, id: string, end: DrawnVehicle['end'], key: Key): Promise<void> {
  if (end === 'validated')
    // Every inspection has the checks of its pictures, asked for or not.
    for (const name of [...TASKS, 'compliances'])
      await updateTask(client, id, name, { status: 'VALIDATED' }, key(`validate-${name}`))
  await createReport(client, id, { language: 'en' }, key('report'))
  await waitForReport(client, id)
  if (end === 'corrected_later') {
    const reason = 'seen after the report was made'
    await createDamage(
      client,
      id,
      { damageType: 'broken_light', partType: 'head_light_left', reason },
      key('later'),
    )
  }
}

/** A person finds it, shows where it is, and comes back to it. */
async function addDamage(
  client: Client,
  inspectionId: string,
  { damage, image_id: imageId, box }: Marked,
  key: Key,
): Promise<void> {
  const { part, kind, correction, isDeleted } = damage
  const body = { damageType: kind, partType: part, reason: 'seen on the picture' }
  const { result: damageId } = await createDamage(client, inspectionId, body, key(`damage-${part}`))
  await createView(client, inspectionId, { imageId, damageId, boundingBox: box }, key(`view-${part}`))
  if (correction) await updateDamage(client, inspectionId, damageId, correction, key(`correction-${part}`))
  if (isDeleted)
    await deleteDamage(client, inspectionId, damageId, { reason: 'a reflection' }, key(`delete-${part}`))
}
