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
import type { SampleDamage, SampleVehicle, SampleView } from './sample-vehicles.ts'

const VIEWS: readonly SampleView[] = ['front', 'left', 'rear', 'right']
const TASKS = ['damage_detection', 'repair_estimate']
/** Where the camera stood, in the words of the published clients. */
const SIGHTS: Record<SampleView, string> = {
  front: 'fesc20-H1dfdfvH',
  left: 'fesc20-26n47kaO',
  rear: 'fesc20-xBFiEy-_',
  right: 'fesc20-HYz5ziHi',
}

/** One finished inspection, the way a client makes it. Every write has a key: begun twice, it is made once. */
export async function makeSample(client: Client, vehicle: SampleVehicle, number: number): Promise<string> {
  const key = (step: string) => ({ idempotencyKey: `sample-${vehicle.name}-${step}` })
  const { result: id } = await createInspection(
    client,
    {
      tasks: Object.fromEntries(TASKS.map((name) => [name, {}])),
      vehicle: {
        brand: 'Sample',
        model: vehicle.name,
        plate: `SAMPLE ${number}`,
        vehicleType: vehicle.body,
        color: vehicle.color,
        mileage: { value: vehicle.mileage_km, unit: 'km' },
      },
      additionalData: { sample: vehicle.name },
    },
    key('inspection'),
  )
  const seen = new Map<SampleDamage, { image_id: string; box: Box }>()
  for (const view of VIEWS) {
    const marks = vehicle.damages.filter((damage) => damage.view === view)
    const { jpeg, boxes } = await drawPicture({ ...vehicle, view, marks })
    const picture = new File([new Uint8Array(jpeg)], `${view}.jpg`, { type: 'image/jpeg' })
    const image = await uploadImage(
      client,
      id,
      picture,
      { name: view, tasks: ['damage_detection'], additionalData: { sight_id: SIGHTS[view] } },
      key(`image-${view}`),
    )
    for (const [n, mark] of marks.entries()) {
      const box = boxes[n]
      if (box) seen.set(mark, { image_id: image.result, box })
    }
  }
  if (vehicle.end === 'not_started') return id
  await updateTask(client, id, 'damage_detection', { status: 'TODO' }, key('start'))
  for (const name of [...TASKS, 'compliances']) await waitForTask(client, id, name)
  for (const [damage, { image_id, box }] of seen) await addDamage(client, id, damage, image_id, box, key)
  if (vehicle.end === 'validated')
    // Every inspection has the checks of its pictures, asked for or not.
    for (const name of [...TASKS, 'compliances'])
      await updateTask(client, id, name, { status: 'VALIDATED' }, key(`validate-${name}`))
  await createReport(client, id, { language: 'en' }, key('report'))
  await waitForReport(client, id)
  if (vehicle.end === 'corrected_later') {
    const reason = 'seen after the report was made'
    await createDamage(
      client,
      id,
      { damageType: 'broken_light', partType: 'head_light_left', reason },
      key('later'),
    )
  }
  return id
}

/** A person finds it, shows where it is, and comes back to it. */
async function addDamage(
  client: Client,
  inspectionId: string,
  { part, kind, correction, isDeleted }: SampleDamage,
  imageId: string,
  box: Box,
  key: (step: string) => { idempotencyKey: string },
): Promise<void> {
  const body = { damageType: kind, partType: part, reason: 'seen on the picture' }
  const { result: damageId } = await createDamage(client, inspectionId, body, key(`damage-${part}`))
  await createView(client, inspectionId, { imageId, damageId, boundingBox: box }, key(`view-${part}`))
  if (correction) await updateDamage(client, inspectionId, damageId, correction, key(`correction-${part}`))
  if (isDeleted)
    await deleteDamage(client, inspectionId, damageId, { reason: 'a reflection' }, key(`delete-${part}`))
}
