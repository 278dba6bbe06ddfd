import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { startRun } from '../../test/runs.ts'
import { waitWithoutEnd } from '../../test/wait-without-end.ts'
import { MODEL_TASKS, TASK_NAMES, TASKS } from '../core/contracts/tasks.ts'

let service: Service
const models = mkdtempSync(join(tmpdir(), 'walkaround-models-'))
beforeAll(async () => {
  service = await startOwnService({ settings: { MODELS_DIR: models, BUILD_REVISION: 'abc123' } })
  await service.startWorker()
})
afterAll(async () => {
  await service.stop()
  rmSync(models, { recursive: true })
})

const ended = (id: string, name: string) =>
  waitFor('the task to end', async () => {
    const { body } = await service.call('GET', `/inspections/${id}/tasks/${name}`)
    return (body.status === 'DONE' || body.status === 'ERROR') && body
  })

const reading = MODEL_TASKS.filter((name) => name !== 'compliances')
const byPeople = TASK_NAMES.filter((name) => TASKS[name].by === 'person' && !TASKS[name].automatic)

describe('a worker without models', () => {
  it.each(reading)('ends %s in ERROR at once and says that no model is installed', async (name) => {
    const id = await createInspection(service, { tasks: { [name]: {} } })
    await createImage(service, id, { tasks: [name] })
    const run = await startRun(service, id, name)
    const task = await ended(id, name)
    expect(task).toMatchObject({
      status: 'ERROR',
      error_messages: [
        {
          object_type: 'ERROR_MESSAGE',
          code: 'model_not_installed',
          error_code: 501,
          message: `The model for ${name} is not ready on this server. The operator can find the reason in the worker's log and at /readyz.`,
        },
      ],
    })
    const [failed] = await service.rows(
      "select payload from events where inspection_id = $1 and type = 'task.failed'",
      [id],
    )
    expect(failed.payload).toMatchObject({ generation: 1, reason: task.error_messages[0].message })
    const jobs = await service.jobRows(
      "select retry_count from pgboss.job where name = 'analyze_image' and data ->> 'task_id' = $1",
      [run.task_id],
    )
    expect(jobs).toEqual([{ retry_count: 0 }])
  })

  it.each(byPeople)('leaves %s to a person, and the inspection is DONE', async (name) => {
    const id = await createInspection(service, { tasks: { [name]: {} } })
    await createImage(service, id, { tasks: [name] })
    await startRun(service, id, name)
    const inspection = await waitFor('the machines to end', async () => {
      const { body } = await service.call('GET', `/inspections/${id}`)
      return body.status !== 'IN_PROGRESS' && body
    })
    expect(inspection).toMatchObject({
      status: 'DONE',
      tasks: [
        { name, status: 'TODO', waits_for_person: true, error_messages: [] },
        { name: 'compliances', status: 'DONE' },
      ],
    })
  })

  it('tells at once who waits for an odometer that nothing can be read', async () => {
    const id = await createInspection(service, { tasks: { odometer: {} } })
    const form = imageForm(await jpeg(9), { tasks: [{ name: 'odometer', wait_for_result: true }] })
    const { body } = await waitWithoutEnd(() => service.call('POST', `/inspections/${id}/images`, { form }))
    expect(body.odometer).toEqual({
      value: null,
      unit: null,
      confidence_score: 0,
      error: expect.stringMatching(/^The model for odometer is not ready/),
    })
  })

  it('still checks pictures, and says what each result was made with', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const run = await startRun(service, id, 'compliances')
    expect((await ended(id, 'compliances')).status).toBe('DONE')
    const results = await service.rows(
      'select image_id, origin, provenance from task_results where task_id = $1',
      [run.task_id],
    )
    expect(results).toMatchObject([
      {
        image_id: image,
        origin: expect.stringMatching(/^quality-/),
        provenance: {
          models: [],
          code_version: expect.stringMatching(/^\d+\.\d+\.\d+\+abc123$/),
          input_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ])
  })
})
