import { compareInspections } from '../src/outputs/comparisons/compare-inspections.job.ts'
import { createImage, createInspection } from './factories.ts'
import type { Service } from './own-service.ts'
import { workerContext } from './runs.ts'

const BOX = { xmin: 40, ymin: 60, width: 120, height: 45 }

/** An inspection with a scratch on its hood, whose damage detection is done: a worker's, or by hand over HTTP. */
export async function createAnalyzed(
  service: Service,
  options: { as?: string; byHand?: boolean; body?: object } = {},
) {
  const { as = 'alder-manager', byHand = false, body = {} } = options
  const id = await createInspection(service, { tasks: byHand ? { damage_detection: {} } : {}, ...body }, as)
  const at = `/inspections/${id}`
  const image_id = await createImage(service, id, byHand ? { tasks: ['damage_detection'] } : {}, as)
  const send = async (method: string, path: string, json: object): Promise<string> => {
    const answer = await service.call(method, `${at}${path}`, { json })
    if (answer.status > 299) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const damage_id = await send('POST', '/damages', { damage_type: 'scratch', part_type: 'hood' })
  await send('POST', '/views', { image_id, damage_id, bounding_box: BOX })
  if (byHand)
    for (const status of ['TODO', 'DONE']) await send('PATCH', '/tasks/damage_detection', { status })
  else
    await service.rows(
      `insert into tasks (org_id, inspection_id, id, name, status, generation, started_at, done_at)
       select org_id, id, gen_random_uuid(), 'damage_detection', 'DONE', 1, now(), now() from inspections where id = $1`,
      [id],
    )
  return { id, at, image_id, damage_id, send }
}

/** Two inspections of one vehicle, each with a scratch on its hood. */
export async function createPair(service: Service, options: { as?: string } = {}) {
  const earlier = await createAnalyzed(service, options)
  const later = await createAnalyzed(service, options)
  return {
    earlier,
    later,
    json: { earlier_inspection_id: earlier.id, later_inspection_id: later.id },
  }
}

/** Asks for the comparison of a pair. No worker runs, so it waits for `runComparison`. */
export async function createComparison(service: Service, json: object): Promise<string> {
  const { status, body } = await service.call('POST', '/comparisons', { json })
  if (status !== 201) throw new Error(`not compared: ${JSON.stringify(body)}`)
  return body.id
}

/** Does what the worker does with it. */
export async function runComparison(service: Service, comparisonId: string): Promise<void> {
  const [{ run }] = await service.rows('select run from comparisons where id = $1', [comparisonId])
  await compareInspections(workerContext(service), {
    org_id: service.org.alder,
    comparison_id: comparisonId,
    run,
  })
}

/** A comparison that is done, with the verdict and the evidence of an answer of the method. */
export async function createCompared(service: Service, options: { verdict?: string } = {}) {
  const pair = await createPair(service)
  const id = await createComparison(service, pair.json)
  await runComparison(service, id)
  const place = await plantPlace(service, id, pair.earlier.image_id, options.verdict)
  return { id, place, ...pair }
}

/** Makes the place of the later damage say what the method says of a pair that can be aligned; returns its id. */
export async function plantPlace(
  service: Service,
  comparisonId: string,
  earlierImageId: string,
  verdict = 'new',
): Promise<string> {
  const rows = await service.rows(
    `update comparison_places set proposed_verdict = $2, certainty = 0.9,
       reasons = '[{"reason": "searched_again", "values": {"threshold": 0.1, "score": 0.04}}]',
       earlier = later || jsonb_build_object('damage_id', null, 'image_id', $3::text, 'score', 0.04,
         'alignment', '[1, 0, 0, 0, 1, 0, 0, 0, 1]'::jsonb)
     where comparison_id = $1 and later is not null returning id`,
    [comparisonId, verdict, earlierImageId],
  )
  if (rows.length !== 1) throw new Error(`${rows.length} places of the later inspection`)
  return rows[0].id
}
