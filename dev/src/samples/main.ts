import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@walkaround/sdk'
import { makeSample } from './make-samples.ts'
import { DRAWN_VEHICLES, RENDERED_VEHICLES } from './sample-vehicles.ts'

// Run by `pnpm dev` beside the service. What is made is written down with the stack's data, and goes with it.
const { PUBLIC_URL = '', STACK_DIR = '', WALKAROUND_TOKEN = '' } = process.env
const file = join(STACK_DIR, 'samples.json')
const made: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
// The list of the console begins with the newest.
const vehicles = [...DRAWN_VEHICLES, ...RENDERED_VEHICLES]
const missing = vehicles.filter(({ name }) => !made[name])
const client = createClient({ baseUrl: PUBLIC_URL, token: WALKAROUND_TOKEN })

for (const vehicle of missing) {
  made[vehicle.name] = await makeSample(client, vehicle, vehicles.indexOf(vehicle) + 1)
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
}
if (missing.length > 0) console.log(`Sample inspections are ready: ${PUBLIC_URL}/console/inspections`)
