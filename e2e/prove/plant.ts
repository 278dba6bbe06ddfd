import { neverId } from './tenant-requests.ts'

type Owner = { rows: (query: string, values: unknown[]) => Promise<object[]> }

const UNKNOWN = { prediction: 'unknown', confidence: -1 }
const WHEEL = {
  rim_condition: UNKNOWN,
  rim_material: UNKNOWN,
  rim_visual_aspect: UNKNOWN,
  hubcap_over_rim: UNKNOWN,
  hubcap_condition: UNKNOWN,
  hubcap_visual_aspect: UNKNOWN,
}

/** What tasks record of a picture. The pictures of campaigns show no vehicle, so no model finds anything on them. */
export async function plantFindings(owner: Owner, inspection: string, image: string): Promise<void> {
  await owner.rows(
    `insert into wheel_analyses (org_id, inspection_id, id, image_id, predictions)
     select org_id, id, $2, $3, $4 from inspections where id = $1`,
    [inspection, neverId(), image, JSON.stringify(WHEEL)],
  )
  await owner.rows(
    `insert into documents (org_id, inspection_id, id, image_id, content)
     select org_id, id, $2, $3, '{"lines": [], "vin": null, "plate": null, "fields": {}}' from inspections where id = $1`,
    [inspection, neverId(), image],
  )
  await owner.rows(
    `insert into rendered_outputs (org_id, inspection_id, id, image_id, description, instructions)
     select org_id, id, $2, $3, 'rendering of detected damages', '{"kind": "regions", "regions": []}'
     from inspections where id = $1`,
    [inspection, neverId(), image],
  )
}

/** What a worker records of a task and its replay, where a campaign runs none. The task must have ended. */
export async function plantReplay(owner: Owner, inspection: string, image: string): Promise<string> {
  await owner.rows(
    `insert into task_results (org_id, task_id, generation, image_id, result, origin)
     select org_id, id, generation, $2, '{}', 'planted' from tasks where inspection_id = $1
     on conflict do nothing`,
    [inspection, image],
  )
  const id = neverId()
  await owner.rows(
    `insert into task_replays (org_id, inspection_id, id, task_id, generation, created_by, status, done_at, outcome)
     select org_id, inspection_id, $2, id, generation, 'planted', 'DONE', now(), '{"is_identical": true, "images": []}'
     from tasks where inspection_id = $1`,
    [inspection, id],
  )
  return id
}

/** Damage detection that a worker has finished. */
export async function plantAnalyzed(owner: Owner, inspection: string): Promise<void> {
  await owner.rows(
    `insert into tasks (org_id, inspection_id, id, name, status, generation, started_at, done_at)
     select org_id, id, $2, 'damage_detection', 'DONE', 1, now(), now() from inspections where id = $1
     on conflict do nothing`,
    [inspection, neverId()],
  )
}

/** A comparison that a worker has finished, with a place and a paper. What a worker finds itself has lower numbers. */
export async function plantPlace(owner: Owner, comparison: string): Promise<string> {
  await owner.rows(
    "update comparisons set status = 'DONE', progress = 100, done_at = now(), last_number = 900 where id = $1",
    [comparison],
  )
  const id = neverId()
  await owner.rows(
    `insert into comparison_places (org_id, comparison_id, id, number, proposed_verdict, certainty, part_type,
       damage_type, reasons, other_pairs)
     select org_id, id, $2, 900, 'new', 0.9, 'hood', 'scratch', '[]', '[]' from comparisons where id = $1`,
    [comparison, id],
  )
  await owner.rows(
    `insert into reports (org_id, inspection_id, comparison_id, comparison_version, id, created_by, source, status,
       progress, done_at, sha256)
     select org_id, later_inspection_id, id, version, $2, 'planted', 'generated', 'DONE', 100, now(), repeat('0', 64)
     from comparisons where id = $1`,
    [comparison, neverId()],
  )
  return id
}
