import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { FormData } from 'undici'
import { root } from '../../testing/ground.ts'
import type { ConsoleWorld, Json } from './console-world.ts'
import { startDetection } from './scratched-inspection.ts'

const PICTURES = ['front-left', 'right']

/** A rendered car at its hand-over and at its return, where somebody else took the pictures in other light, compared. */
export async function createCompared(
  world: ConsoleWorld,
): Promise<{ returnId: string; comparisonId: string }> {
  const handOver = await createVisit(world, { inspection_type: 'hand_over' }, false)
  const related = { inspection_type: 'return', related_inspection_id: handOver }
  const returnId = await createVisit(world, related, true)
  const sides = { earlier_inspection_id: handOver, later_inspection_id: returnId }
  const { id } = await world.call('POST', '/comparisons', sides)
  await waitForEnd(world, `/comparisons/${id}`)
  return { returnId, comparisonId: String(id) }
}

async function createVisit(world: ConsoleWorld, fields: Json, isReturn: boolean): Promise<string> {
  const { id } = await world.call('POST', '/inspections', {
    ...fields,
    tasks: { damage_detection: { status: 'NOT_STARTED' } },
    vehicle: { brand: 'Sample', model: 'Lark', plate: 'IU-206-OQ', vehicle_type: 'city' },
  })
  for (const name of PICTURES) {
    const form = new FormData()
    const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }
    form.set('json', JSON.stringify({ acquisition, tasks: ['damage_detection'], name }))
    const jpeg = new Uint8Array(await takePicture(`${root}/docs/samples/lark/${name}.jpg`, isReturn))
    form.set('image', new Blob([jpeg], { type: 'image/jpeg' }), `${name}.jpg`)
    await world.call('POST', `/inspections/${id}/images`, form)
  }
  await startDetection(world, String(id))
  await waitForEnd(world, `/inspections/${id}/tasks/damage_detection`)
  return String(id)
}

function takePicture(file: string, isReturn: boolean): Promise<Buffer> {
  const picture = sharp(file)
  if (!isReturn) return picture.jpeg({ quality: 88 }).toBuffer()
  const closer = picture.extract({ left: 30, top: 20, width: 800, height: 600 })
  return closer.modulate({ brightness: 0.85 }).jpeg({ quality: 88 }).toBuffer()
}

async function waitForEnd(world: ConsoleWorld, path: string): Promise<void> {
  for (;;) {
    const { status } = await world.call('GET', path)
    if (status === 'DONE') return
    if (status === 'ERROR') throw new Error(`${path} failed`)
    await delay(200)
  }
}
