import { FormData } from 'undici'
import type { ConsoleWorld, Json } from './console-world.ts'
import { drawScratchedPanel } from './scratched-panel.ts'

/** One picture of a door, on which a model finds damages if there are scratches. Its analysis is not started. */
export async function createScratched(
  world: ConsoleWorld,
  fields: Json = {},
  scratchCount?: number,
): Promise<string> {
  const { id } = await world.call('POST', '/inspections', {
    ...fields,
    tasks: { damage_detection: { status: 'NOT_STARTED' }, repair_estimate: { status: 'NOT_STARTED' } },
    vehicle: { brand: 'Demo', model: 'Sedan', plate: 'TEST 001', vehicle_type: 'sedan' },
  })
  const form = new FormData()
  const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }
  const detailed_viewpoint = { distance: 'close', is_exterior: true, centers_on: 'door_front_left' }
  form.set(
    'json',
    JSON.stringify({ acquisition, tasks: ['damage_detection'], name: 'door', detailed_viewpoint }),
  )
  const jpeg = new Uint8Array(await drawScratchedPanel(scratchCount))
  form.set('image', new Blob([jpeg], { type: 'image/jpeg' }), 'door.jpg')
  await world.call('POST', `/inspections/${id}/images`, form)
  return String(id)
}

export async function startDetection(world: ConsoleWorld, id: string): Promise<void> {
  await world.call('PATCH', `/inspections/${id}/tasks/damage_detection`, { status: 'TODO' })
}
