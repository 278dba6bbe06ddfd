import { uuidv7 } from '../src/core/platform/uuid.ts'
import { imageForm, jpeg } from '../test/factories.ts'
import { clientOf, ORGANIZATION, report, type Send, send } from './compare.ts'
import type { Figures, Ground } from './pair.ts'
import { sized } from './sizes.ts'

const PARTS = ['hood', 'bumper_front', 'door_front_left', 'fender_front_left']
const OUTLINE_POINTS = 24
const LISTED = sized(20, 5)

/** An inspection as one with eight pictures is: twelve damages, each drawn on two of them. */
export async function createInspection(call: Send): Promise<string> {
  const { id } = JSON.parse(await call('POST', '/inspections', newInspection()))
  const images: string[] = []
  for (let n = 0; n < 8; n++) {
    const form = imageForm(await jpeg(n), {
      tasks: ['damage_detection'],
      additional_data: { sight_id: `sight-${n}` },
    })
    images.push(JSON.parse(await call('POST', `/inspections/${id}/images`, form)).id)
  }
  for (let n = 0; n < 12; n++) {
    const json = { damage_type: 'scratch', part_type: PARTS[n % PARTS.length] }
    const damage = JSON.parse(await call('POST', `/inspections/${id}/damages`, json))
    for (const image_id of [images[n % 8], images[(n * 3 + 1) % 8]])
      await call('POST', `/inspections/${id}/views`, {
        image_id,
        damage_id: damage.id,
        polygons: [outline(n)],
      })
  }
  return id
}

const outline = (n: number) =>
  Array.from({ length: OUTLINE_POINTS }, (_, p) => [(n * 13 + p * 3.25) % 320, (n * 5 + p * 2.75) % 240])

const newInspection = () => ({
  id: uuidv7(),
  tasks: { damage_detection: { status: 'NOT_STARTED' }, wheel_analysis: { status: 'NOT_STARTED' } },
  vehicle: { plate: 'AB-123-CD', brand: 'Demo', model: 'Sedan' },
  additional_data: { source: 'bench' },
})

export async function benchRead(ground: Ground): Promise<Figures> {
  const call = await clientOf(ground.ours.url)
  const id = await createInspection(call)
  const ours = () => call('GET', `/inspections/${id}`)
  const bare = () => send(`${ground.bare.url}/read?org=${ORGANIZATION}&id=${id}`)
  return report('read', ground, { ours, bare }, sized(400, 150))
}

export async function benchList(ground: Ground): Promise<Figures> {
  const call = await clientOf(ground.ours.url)
  for (let n = 0; n < LISTED; n++) await createInspection(call)
  const ours = () => call('GET', `/inspections?limit=${LISTED}`)
  const bare = () => send(`${ground.bare.url}/list?org=${ORGANIZATION}&limit=${LISTED}`)
  return report('list', ground, { ours, bare }, sized(150, 100))
}

export async function benchCreate(ground: Ground): Promise<Figures> {
  const call = await clientOf(ground.ours.url)
  const ours = () => {
    const { id: _, ...body } = newInspection()
    return call('POST', '/inspections', body)
  }
  const bare = () =>
    send(`${ground.bare.url}/create?org=bare`, { method: 'POST', body: JSON.stringify(newInspection()) })
  return report('create', ground, { ours, bare }, sized(300, 100))
}
