import { ModelNotInstalled, type Models } from '../src/analysis/inference/model.ts'
import type { AnalysisContext } from '../src/analysis/working-picture.ts'
import { createContext, inTransaction } from '../src/core/platform/context.ts'
import { type Run, recordResult } from '../src/inspection/tasks/run.ts'
import type { Service } from './own-service.ts'

/** A worker on which no model is installed. */
const NO_MODELS: Models = {
  get: (name) => {
    throw new ModelNotInstalled(`model ${name} is not installed`)
  },
  findFaults: () => [],
  close: async () => {},
}

/** What a job of the worker is given. */
export function workerContext(service: Service, models: Models = NO_MODELS): AnalysisContext {
  const principal = { subject: 'worker', org_id: service.org.alder, permissions: new Set<string>() }
  return { ...createContext(service.parts, principal, service.log), models }
}

/** Starts a task over HTTP and returns its run. No worker runs, so its jobs wait for the test. */
export async function startRun(service: Service, inspectionId: string, taskName: string): Promise<Run> {
  const { status, body } = await service.call('PATCH', `/inspections/${inspectionId}/tasks/${taskName}`, {
    json: { status: 'TODO' },
  })
  if (status !== 200) throw new Error(`the task was not started: ${JSON.stringify(body)}`)
  const [row] = await service.rows('select generation from tasks where id = $1', [body.id])
  return {
    org_id: service.org.alder,
    inspection_id: inspectionId,
    task_id: body.id,
    generation: row.generation,
  }
}

/** Records a result for each picture, as the job of the picture does when its pipeline returns. */
export async function recordResults(
  ctx: AnalysisContext,
  run: Run,
  results: Record<string, unknown>,
): Promise<void> {
  const provenance = { models: [], code_version: 'test', parameters: {}, input_sha256: '0'.repeat(64) }
  for (const [imageId, result] of Object.entries(results))
    await inTransaction(ctx, (ctx) => recordResult(ctx, run, imageId, { result, origin: 'test', provenance }))
}
