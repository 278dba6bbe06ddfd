import type { Call } from '../../testing/history.ts'
import type { Subject } from '../../testing/subject.ts'
import type { Violations } from './campaign.ts'

type Run = {
  task_id: string
  name: string
  inspection_id: string
  generation: number
  outcome: string | null
  image_ids: string[]
  attached: string[]
  results: string[]
  strangers: number
  ends: number
  end_events: number
}

const RUNS = `
  select r.task_id, t.name, r.inspection_id, r.generation, r.outcome, r.image_ids::text[] as image_ids,
    array(select a.image_id::text from image_tasks a where a.org_id = r.org_id and a.task_id = r.task_id) as attached,
    array(select s.image_id::text from task_results s
          where s.org_id = r.org_id and s.task_id = r.task_id and s.generation = r.generation) as results,
    (select count(*)::int from image_tasks a left join images i on i.org_id = a.org_id and i.id = a.image_id
      where a.task_id = r.task_id and (a.org_id <> r.org_id or i.inspection_id is distinct from t.inspection_id)) as strangers,
    (select count(*)::int from task_transitions n where n.org_id = r.org_id and n.task_id = r.task_id
      and n.generation = r.generation and n.to_status in ('DONE', 'ERROR')) as ends,
    (select count(*)::int from events e where e.org_id = r.org_id and e.inspection_id = r.inspection_id
      and e.type in ('task.done', 'task.failed') and e.payload->>'task_id' = r.task_id::text
      and (e.payload->>'generation')::int = r.generation) as end_events
  from task_runs r join tasks t on t.org_id = r.org_id and t.id = r.task_id`

/** I3, I4 and I5: each started generation ends once, on exactly its pictures, along the allowed graph. No campaign finishes by hand. */
export async function checkTasks(subject: Subject, violations: Violations) {
  const runs = await subject.rows<Run>(RUNS)
  for (const run of runs) checkRun(run, violations)
  checkClientView(subject.calls, runs, violations)
  await checkStarted(subject, violations)
  await checkPaths(subject, violations)
  await checkTimes(subject, violations)
  const ends = (outcome: string) => runs.filter((run) => run.outcome === outcome).length
  return { runs: runs.length, runs_done: ends('DONE'), runs_error: ends('ERROR') }
}

function checkRun(run: Run, violations: Violations): void {
  const label = `task ${run.task_id} generation ${run.generation}`
  if (run.outcome === null) violations.add('tasks_lost', `${label} was started and never ended`)
  else if (run.ends !== 1 || run.end_events !== 1)
    violations.add(
      'runs_ended_not_once',
      `${label}: ${run.ends} last transitions, ${run.end_events} last events`,
    )
  if (run.strangers > 0) violations.add('picture_sets_wrong', `${label} has ${run.strangers} strange images`)
  if (!sameSet(run.image_ids, run.attached))
    violations.add('picture_sets_wrong', `${label}: run and attached differ`)
  const extra = run.results.filter((id) => !run.image_ids.includes(id))
  if (extra.length > 0) violations.add('results_wrong', `${label} has results of other images`)
  if (run.outcome === 'DONE' && !sameSet(run.results, run.image_ids))
    violations.add(
      'results_wrong',
      `${label} is DONE with ${run.results.length} of ${run.image_ids.length} results`,
    )
}

/** What clients were told: accepted for a task means in its run, refused means not, started means there is a run. */
function checkClientView(calls: readonly Call[], runs: Run[], violations: Violations): void {
  const runOf = new Map(runs.map((run) => [`${run.inspection_id} ${run.name}`, run]))
  for (const call of calls) {
    for (const name of call.task_names ?? []) {
      const run = runOf.get(`${call.inspection_id} ${name}`)
      if (call.operation === 'startTask' && call.outcome === 'ok' && !run)
        violations.add('tasks_without_run', `${call.inspection_id} ${name} was answered ${call.status}`)
      if (call.operation !== 'createImage' || call.outcome !== 'ok' || !run) continue
      if (!run.image_ids.includes(call.image_id ?? ''))
        violations.add(
          'picture_sets_wrong',
          `${call.image_id} was accepted for ${run.task_id} and is not in its run`,
        )
    }
  }
}

async function checkStarted(subject: Subject, violations: Violations): Promise<void> {
  const open = await subject.rows<{ id: string; status: string }>(
    `select t.id, t.status from tasks t left join task_runs r on r.org_id = t.org_id and r.task_id = t.id and r.generation = t.generation
     where t.status in ('TODO', 'IN_PROGRESS') or (t.status <> 'NOT_STARTED' and r.task_id is null)
        or (t.status in ('DONE', 'ERROR') and r.outcome is distinct from t.status)`,
  )
  for (const task of open) violations.add('tasks_lost', `task ${task.id} rests in ${task.status}`)
}

const ALLOWED = new Set([
  ' NOT_STARTED 0',
  'NOT_STARTED TODO 1',
  'TODO IN_PROGRESS 0',
  'IN_PROGRESS DONE 0',
  'DONE VALIDATED 0',
  'TODO ERROR 0',
  'IN_PROGRESS ERROR 0',
  'ERROR TODO 1',
  'DONE TODO 1',
  'VALIDATED TODO 1',
])

async function checkPaths(subject: Subject, violations: Violations): Promise<void> {
  type Step = {
    task_id: string
    from_status: string | null
    to_status: string
    generation: number
    status: string
  }
  const steps = await subject.rows<Step>(
    `select n.task_id, n.from_status, n.to_status, n.generation, t.status
     from task_transitions n join tasks t on t.org_id = n.org_id and t.id = n.task_id order by n.task_id, n.id`,
  )
  for (const [task, path] of Map.groupBy(steps, (step) => step.task_id)) {
    let at = ''
    let generation = 0
    for (const step of path) {
      const move = `${at} ${step.to_status} ${step.generation - generation}`
      if (!ALLOWED.has(move) || (step.from_status ?? '') !== at)
        violations.add('states_wrong', `task ${task}: ${move}`)
      at = step.to_status
      generation = step.generation
    }
    if (at !== path[0]?.status)
      violations.add('states_wrong', `task ${task} is ${path[0]?.status}, its path ends in ${at}`)
  }
}

async function checkTimes(subject: Subject, violations: Violations): Promise<void> {
  const times = await subject.rows<{ id: string }>(
    'select id from tasks where started_at < created_at or done_at < started_at or done_at < created_at',
  )
  for (const { id } of times) violations.add('times_wrong', `task ${id}`)
  const statuses = await subject.rows<{ id: string; status: string; derived: string }>(
    `select i.id, i.status, d.status as derived from inspections i join lateral (
       select case when bool_or(status = 'ERROR') then 'ERROR' when bool_and(status = 'VALIDATED') then 'VALIDATED'
         when bool_and(status in ('DONE', 'VALIDATED') or (status in ('TODO', 'IN_PROGRESS') and waits_for_person is true)) then 'DONE' when bool_and(status = 'NOT_STARTED') then 'NOT_STARTED'
         else 'IN_PROGRESS' end as status
       from tasks t where t.org_id = i.org_id and t.inspection_id = i.id) d on true
     where i.status is distinct from d.status`,
  )
  for (const row of statuses)
    violations.add(
      'statuses_not_derived',
      `inspection ${row.id} says ${row.status}, its tasks say ${row.derived}`,
    )
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && new Set([...some, ...others]).size === some.length
}
