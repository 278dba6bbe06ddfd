import type { ConsoleWorld, Json } from '../console/console-world.ts'

type Sent = { inspection: string; url: string; link: string }

/** An inspection, and a link to take its pictures. */
export async function createLink(
  world: ConsoleWorld,
  fields: Json = {},
  tasks = ['damage_detection'],
): Promise<Sent> {
  const { id } = await world.call('POST', '/inspections', {
    tasks: Object.fromEntries(tasks.map((name) => [name, {}])),
    vehicle: { plate: 'TEST 418', vehicle_type: 'hatchback' },
  })
  const link = await world.call('POST', `/inspections/${id}/capture_links`, {
    profile_id: 'walk-8',
    ...fields,
  })
  return { inspection: String(id), url: String(link.url), link: String(link.id) }
}

/** No model runs here: this stands for what the check of a picture would have found. */
export async function judgePicture(
  world: ConsoleWorld,
  inspection: string,
  place: string,
  issues: string[],
): Promise<void> {
  const compliances = { compliance_status: 'non_compliant', compliance_issues: issues }
  await world.harness.rows(
    `update images set compliances = $3 where inspection_id = $1 and additional_data ->> 'capture_step' = $2`,
    [inspection, place, JSON.stringify(compliances)],
  )
}

/** The same for what a worker would have read on it. */
export async function recordReading(
  world: ConsoleWorld,
  inspection: string,
  place: string,
  value: string,
  alternatives: string[] = [],
): Promise<void> {
  const capture_reading = { value, unit: null, alternatives, confidence: 0.8 }
  await world.harness.rows(
    `update images set additional_data = additional_data || $3
     where inspection_id = $1 and additional_data ->> 'capture_step' = $2`,
    [inspection, place, JSON.stringify({ capture_reading })],
  )
}
