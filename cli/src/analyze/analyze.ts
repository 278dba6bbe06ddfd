import { join, resolve } from 'node:path'
import {
  type Client,
  createInspection,
  createReport,
  getInspection,
  WalkaroundError,
  waitForReport,
} from '@walkaround/sdk'
import type { Command, Run } from '../command.ts'
import { saveReport } from '../commands/reports.ts'
import { complianceOf, issuesOf } from '../compliances.ts'
import { EXIT, Failure, failureOf } from '../exit-codes.ts'
import { printFindings, readEstimate } from '../findings.ts'
import { taskOptions, VEHICLE_OPTION, vehicleOf } from '../values.ts'
import { followTasks, imageTasksOf } from './follow-tasks.ts'
import { listPictures } from './pictures.ts'
import { deleteState, newState, readState, type State, writeState } from './state.ts'
import { uploadPictures } from './upload-pictures.ts'

const TASKS = ['damage_detection', 'repair_estimate']

export const ANALYZE: Command = {
  name: 'analyze',
  summary: 'Upload the pictures in a folder, wait for the results, and save the report',
  args: ['DIR'],
  options: {
    task: taskOptions(TASKS.join(' and ')),
    vehicle: VEHICLE_OPTION,
    output: { value: 'FILE', short: 'o', means: 'file to save the report to; default report.pdf in DIR' },
    'no-report': { means: 'do not create a report' },
    new: { means: 'start over, even if DIR has an unfinished inspection' },
  },
  run: async (run) => {
    const dir = resolve(run.arg(0))
    const pictures = listPictures(dir)
    const client = run.client()
    const state = openState(run, dir)
    const parts = { client, terminal: run.terminal, signal: run.signal }
    try {
      const inspectionId = await requireInspection(run, client, dir, state)
      const refused = await uploadPictures(parts, dir, state, pictures, imageTasksOf(state.tasks))
      const count = Object.keys(state.uploaded).length
      if (count === 0) throw new Failure('refused', 'The service refused all pictures.')
      const failures = await followTasks(parts, inspectionId, state.tasks, count)
      const file = run.flag('no-report') ? undefined : (run.text('output') ?? join(dir, 'report.pdf'))
      if (file) await makeReport(run, client, inspectionId, state, file)
      await printOutcome(run, client, inspectionId, file)
      for (const failure of failures)
        run.terminal.note(`${run.terminal.noteStyle('red', 'failed')} ${failure}`)
      // Whoever runs it again starts the failed task again.
      if (failures.length > 0) return EXIT.unfinished.code
      deleteState(dir)
      return refused.length > 0 ? EXIT.refused.code : undefined
    } catch (error) {
      throw withWayOn(error, run.arg(0), state)
    }
  },
}

function openState(run: Run, dir: string): State {
  const tasks = run.texts('task').length > 0 ? [...new Set(run.texts('task'))] : TASKS
  const url = run.url()
  const found = run.flag('new') ? undefined : readState(dir)
  if (!found) return newState(url, tasks)
  if (found.url !== url)
    throw new Failure(
      'usage',
      `${dir} has an unfinished inspection at ${found.url}.`,
      'Continue there with --url, or start over with --new.',
    )
  run.terminal.note(`Continuing inspection ${found.inspection_id ?? '(not created yet)'}`)
  return found
}

/** The state is written first: an answer that gets lost is found again by its key. */
async function requireInspection(run: Run, client: Client, dir: string, state: State): Promise<string> {
  const { signal, terminal, texts } = run
  writeState(dir, state)
  if (state.inspection_id) {
    await getInspection(client, state.inspection_id, { verbose: 'light' }, { signal }).catch(
      (error: unknown) => {
        if (!(error instanceof WalkaroundError) || error.status !== 404) throw error
        throw new Failure(
          'missing',
          `Inspection ${state.inspection_id} no longer exists.`,
          'Start over with --new.',
        )
      },
    )
    return state.inspection_id
  }
  const vehicle = vehicleOf(texts('vehicle'))
  const tasks = Object.fromEntries(state.tasks.map((name) => [name, {}]))
  const { result } = await createInspection(
    client,
    { tasks, ...(vehicle ? { vehicle } : {}) },
    { signal, idempotencyKey: state.key },
  )
  state.inspection_id = result
  writeState(dir, state)
  terminal.note(`Inspection ${result}`)
  return result
}

async function makeReport(
  run: Run,
  client: Client,
  inspectionId: string,
  state: State,
  file: string,
): Promise<void> {
  const { signal, terminal } = run
  terminal.draw(['report  creating'])
  await createReport(client, inspectionId, {}, { signal, idempotencyKey: `${state.key}-report` })
  await saveReport(client, await waitForReport(client, inspectionId, { signal }), file, signal)
  terminal.clear()
}

async function printOutcome(
  run: Run,
  client: Client,
  inspectionId: string,
  file: string | undefined,
): Promise<void> {
  const { terminal, isJson, signal, url } = run
  const answer = await getInspection(client, inspectionId, { verbose: 'light' }, { signal })
  if (isJson) {
    const estimate = await readEstimate(client, inspectionId, signal)
    const estimates = estimate ? { [estimate.id]: estimate } : {}
    return terminal.json({ ...answer, entities: { ...answer.entities, estimates }, reportFile: file ?? null })
  }
  const poor = Object.values(answer.entities.images).filter(
    (image) => complianceOf(image) === 'non_compliant',
  )
  if (poor.length > 0) {
    terminal.table(
      ['retake', 'reason'],
      poor.map((image) => [image.name, issuesOf(image).join(', ')]),
    )
    terminal.print()
  }
  await printFindings(terminal, client, answer, signal)
  terminal.print()
  terminal.print(`inspection  ${inspectionId}`)
  terminal.print(`console     ${url()}/console/inspections/${inspectionId}`)
  if (file) terminal.print(`report      ${file}`)
}

/** Whatever ended it: what is done is kept. */
function withWayOn(error: unknown, dir: string, state: State): Failure {
  const { ending, message, fix } = failureOf(error)
  if (!state.inspection_id || ending === 'missing') return new Failure(ending, message, fix)
  const again = `Your progress is saved. Continue with: walkaround analyze ${dir}`
  return new Failure(ending, message, fix ? `${fix}\n  ${again}` : again)
}
