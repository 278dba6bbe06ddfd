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
