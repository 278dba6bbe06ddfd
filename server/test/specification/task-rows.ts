import { ISO_8601, type Prove, type Row, rowsOf } from './row.ts'
import { TASKS, UPLOAD } from './sent.ts'
import type { World } from './world.ts'

const field = (name: string, says: string, prove: Prove) =>
  rowsOf('2 Task')('field', `Task.${name}`, says, prove)

type Record = { id: string; name: string; [field: string]: unknown }

/** The task of that name in the answer to the creation of the inspection. */
function createdTask({ created }: World, name: string) {
  return Object.values<Record>(created.entities.tasks).find((task) => task.name === name)
}

/** A task that has been started and done. */
async function doneTask({ make, byStatus }: World) {
  const { entities, result } = await make('GET', `/inspections/${byStatus.DONE}/tasks/compliances`)
  return entities.tasks[result]
}

const UNMEASURED = 'It is always null: nothing measures a confidence yet.'

export const taskFieldRows: Row[] = [
  field('id', 'string', async (world) => {
    const { result } = await world.make('GET', `${world.at}/tasks/damage_detection`)
    world.expect(createdTask(world, 'damage_detection')?.id).toBe(result)
  }),
  field('name', 'TaskName-like string; see enums', async (world) => {
    const { entities } = await world.make('GET', `${world.at}/tasks`)
    const names = Object.values<Record>(entities.tasks).map((task) => task.name)
    world.expect(names.toSorted()).toEqual([...Object.keys(TASKS), 'compliances'].toSorted())
  }),
  field('createdAt', 'string, ISO 8601 timestamp', (world) =>
    world.expect(createdTask(world, 'damage_detection')?.createdAt).toMatch(ISO_8601),
  ),
  field('startedAt', 'string, ISO 8601 timestamp', async (world) => {
    world.expect(createdTask(world, 'damage_detection')?.startedAt).toBeNull()
    world.expect((await doneTask(world)).startedAt).toMatch(ISO_8601)
  }),
  field('doneAt', 'string, ISO 8601 timestamp', async (world) => {
    world.expect(createdTask(world, 'damage_detection')?.doneAt).toBeNull()
    world.expect((await doneTask(world)).doneAt).toMatch(ISO_8601)
  }),
  field('status', 'string; see section 3', async (world) => {
    world.expect(createdTask(world, 'damage_detection')?.status).toBe('NOT_STARTED')
    world.expect((await doneTask(world)).status).toBe('DONE')
  }),
  {
    ...field('confidencePreExecution', 'boolean', async (world) =>
      world.expect(await doneTask(world)).toHaveProperty('confidencePreExecution', null),
    ),
    lacks: UNMEASURED,
  },
  field(
    'confidencePreExecutionStatus',
    'string; same value set as task status in the sample (NOT_STARTED)',
    (world) =>
      world.expect(createdTask(world, 'damage_detection')?.confidencePreExecutionStatus).toBe('NOT_STARTED'),
  ),
  {
    ...field('confidencePostExecution', 'boolean', async (world) =>
      world.expect(await doneTask(world)).toHaveProperty('confidencePostExecution', null),
    ),
    lacks: UNMEASURED,
  },
  field('inspectionId', 'string', (world) =>
    world.expect(createdTask(world, 'damage_detection')?.inspectionId).toBe(world.id),
  ),
  field('images', 'array', async ({ expect, make, at, imageId, uploaded }) => {
    const { entities, result } = await make('GET', `${at}/tasks/damage_detection`)
    expect(entities.tasks[result].images).toEqual([
      { imageId },
      { imageId: uploaded.result, details: UPLOAD.tasks[2]?.imageDetails },
    ])
  }),
  field('damageScoreThreshold', 'number; seen in creation response', (world) =>
    world.expect(createdTask(world, 'damage_detection')?.damageScoreThreshold).toBe(0.4),
  ),
  field('scoring', 'object; seen in creation response', (world) =>
    world.expect(createdTask(world, 'damage_detection')?.scoring).toEqual(TASKS.damage_detection.scoring),
  ),
  rowsOf('2 Task')(
    'rule',
    'every entry of a task listing has a name, and more than it',
    'A task listing may return entries that carry only a name.',
    async ({ expect, make, at }) => {
      const { entities } = await make('GET', `${at}/tasks`)
      const tasks = Object.values<Record>(entities.tasks)
      expect(tasks.length).toBe(5)
      for (const task of tasks)
        expect(task).toMatchObject({ name: expect.any(String), status: 'NOT_STARTED' })
    },
  ),
]

const state = rowsOf('3 States and transitions')

async function startedTask({ newInspection, addImage, make }: World) {
  const id = await newInspection({ tasks: { damage_detection: {} } })
  const image = (await addImage(id, { tasks: ['damage_detection'] })).body.result
  const path = `/inspections/${id}/tasks/damage_detection`
  await make('PATCH', path, { json: { status: 'TODO' } })
  return { id, image, path }
}

/** A started task refuses arguments and images; what it had stays. */
export async function proveFrozen(world: World): Promise<void> {
  const { expect, ask, addImage, make } = world
  const { id, image, path } = await startedTask(world)
  const edit = await ask('PATCH', path, { json: { arguments: { damageScoreThreshold: 0.9 } } })
  expect([edit.status, edit.body.code]).toEqual([409, 'task_already_started'])
  const late = await addImage(id, { tasks: ['damage_detection'] })
  expect([late.status, late.body.code]).toEqual([409, 'task_already_started'])
  const { entities, result } = await make('GET', path)
  expect(entities.tasks[result]).toMatchObject({ arguments: {}, images: [{ imageId: image }] })
  expect(entities.tasks[result].status).not.toBe('NOT_STARTED')
}

/** Deleted in the answer, marked on the record, gone from ordinary reads. */
async function proveSoftDelete({ expect, make, ask, newInspection }: World): Promise<void> {
  const id = await newInspection()
  const gone = await make('DELETE', `/inspections/${id}`)
  expect(gone.entities.inspections[id]).toEqual({ id, deleted: true })
  const { entities } = await make('GET', `/inspections/${id}?showDeletedObjects=true`)
  expect(entities.inspections[id].deletedAt).toMatch(ISO_8601)
  expect((await ask('GET', `/inspections/${id}`)).status).toBe(404)
}

export const stateRows: Row[] = [
  state(
    'rule',
    'an inspection is in one of five statuses',
    'Inspection status values: NOT_STARTED, IN_PROGRESS, DONE, ERROR, VALIDATED.',
    async ({ expect, make, byStatus }) => {
      for (const [status, id] of Object.entries(byStatus)) {
        const { entities } = await make('GET', `/inspections/${id}`)
        expect(entities.inspections[id].status).toBe(status)
      }
    },
  ),
  state(
    'rule',
    'an update sends one of four statuses',
    'Task status values that can be sent in an update (ProgressStatusUpdate): NOT_STARTED, TODO, DONE, VALIDATED.',
    async ({ expect, ask, addImage, newInspection }) => {
      const id = await newInspection({ tasks: { damage_detection: {} } })
      await addImage(id, { tasks: ['damage_detection'] })
      const path = `/inspections/${id}/tasks/damage_detection`
      const sent = []
      for (const status of ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED', 'IN_PROGRESS', 'ERROR'])
        sent.push((await ask('PATCH', path, { json: { status } })).status)
      expect(sent).toEqual([200, 200, 200, 200, 400, 400])
    },
  ),
  state(
    'rule',
    'a new task is NOT_STARTED',
    'A newly created task has status NOT_STARTED.',
    ({ expect, created }) => {
      const tasks = Object.values<Record>(created.entities.tasks)
      expect(tasks.map((task) => task.status)).toEqual(Array(5).fill('NOT_STARTED'))
    },
  ),
  state(
    'rule',
    'a started task is frozen',
    'Once a task has started, it cannot be edited, and no image can be added for it.',
    proveFrozen,
  ),
  state(
    'rule',
    'a deleted inspection is marked',
    'Deleting an inspection marks it deleted (deleted: true in the delete response; deletedAt on the record).',
    proveSoftDelete,
  ),
  state(
    'rule',
    'deleted records can be asked for',
    'Listing and reading have options to include deleted records (section 4).',
    async ({ expect, make, newInspection, listIds }) => {
      const id = await newInspection()
      await make('DELETE', `/inspections/${id}`)
      expect(await listIds('&showDeleted=true')).toContain(id)
      expect(await listIds('&showDeleted=false')).not.toContain(id)
      expect((await make('GET', `/inspections/${id}?showDeletedObjects=true`)).result).toBe(id)
    },
  ),
]
