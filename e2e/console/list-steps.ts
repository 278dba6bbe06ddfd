import type { Page } from 'playwright-core'
import type { ConsoleWorld } from './console-world.ts'

export type Wanted = { plate: string; vin?: string; isDone?: boolean }

/** An inspection whose tasks people do, so that it moves without a worker. */
export async function createVehicle(world: ConsoleWorld, { plate, vin, isDone }: Wanted): Promise<string> {
  const { id } = await world.call('POST', '/inspections', {
    tasks: { human_in_the_loop: {} },
    vehicle: { brand: 'Demo', model: 'Sedan', plate, ...(vin ? { vin } : {}) },
  })
  if (isDone) await finish(world, String(id))
  return String(id)
}

export async function moveTask(world: ConsoleWorld, id: string, name: string, status: string): Promise<void> {
  await world.call('PATCH', `/inspections/${id}/tasks/${name}`, { status })
}

async function finish(world: ConsoleWorld, id: string): Promise<void> {
  for (const status of ['TODO', 'DONE'])
    for (const name of ['human_in_the_loop', 'compliances']) await moveTask(world, id, name, status)
}

export const row = (page: Page, plate: string) => page.getByRole('row', { name: new RegExp(plate) })
export const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Plate, VIN, make or model' })
export const stateButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })
