import { type Checks, poll } from '../checks.ts'
import { readStatusDirectly } from '../direct.ts'
import { createPicture } from '../pictures.ts'
import { api, create, manager, member, read } from './client.ts'
import { TASKS } from './create.ts'

/** The capture screen starts these; the rest is the service's business. */
const BY_MODELS = ['damage_detection', 'wheel_analysis', 'images_ocr', 'odometer']
/** No model reads warning lights: a person does, and the inspection is not held up by it. */
const UNREAD = 'warning_lights'
const STARTED = [...BY_MODELS, UNREAD]
const BY_PERSON = 'human_in_the_loop'

export async function checkTasks(checks: Checks): Promise<void> {
  await checks.journey('start the tasks and wait', () => startAll(checks))
  await checks.journey('run compliances', () => runCompliances(checks))
  await checks.journey('finish a task by hand', () => finishByHand(checks))
}

const upload = (inspectionId: string, tasks: string[]) =>
  api.addImage(
    { uploadType: 'beauty_shot', sightId: 'fesc20-H1dfdfvH', tasks, inspectionId, picture: createPicture() },
    member,
  )

const statusOf = async (id: string, name: string) =>
  (await read(id)).tasks.find((task) => task.name === name)?.status

async function startAll(checks: Checks): Promise<void> {
  const id = await create(TASKS)
  await upload(id, STARTED)
  const before = (await read(id)).tasks
  checks.that(
    'before the start every task is NOT_STARTED',
    before.every((task) => task.status === 'NOT_STARTED'),
    before,
  )

  const answers = await api.startInspectionTasks({ inspectionId: id, names: STARTED }, member)
  const idsOf = new Map(before.map((task) => [task.name, task.id]))
  checks.equal(
    'each start answers the id of its task',
    answers.map((answer) => answer.id),
    STARTED.map((name) => idsOf.get(name)),
  )
  const started = await poll(
    () => read(id),
    ({ tasks }) => tasks.every((task) => task.status !== 'NOT_STARTED'),
  )
  checks.equal(
    'after the start no task is NOT_STARTED',
    started.tasks.filter((task) => task.status === 'NOT_STARTED').map((task) => task.name),
    [],
  )

  const again = await api.startInspectionTasks({ inspectionId: id, names: BY_MODELS }, member)
  checks.equal(
    'starting again answers the same ids',
    again.map((answer) => answer.id),
    BY_MODELS.map((name) => idsOf.get(name)),
  )
  for (const name of STARTED) checks.runs(`${name} was started once`, id, name, 1)

  await checks.refused('a started task takes no more images', { name: 'HTTPError', status: 409 }, () =>
    upload(id, ['damage_detection']),
  )
  for (const name of [...BY_MODELS, 'compliances']) {
    const status = await poll(
      () => statusOf(id, name),
      (seen) => seen === 'DONE' || seen === 'ERROR',
    )
    checks.equal(`the worker ends ${name}`, status, 'DONE')
  }
  await poll(
    () => statusOf(id, 'pricing'),
    (seen) => seen === 'DONE',
  )
  const reviewed = await read(id)
  checks.equal(
    'only people have work left',
    reviewed.tasks
      .filter((task) => task.status !== 'DONE')
      .map((task) => `${task.name} ${task.status}`)
      .toSorted(),
    [`${BY_PERSON} TODO`, `${UNREAD} TODO`],
  )
  checks.equal('and the inspection waits for its review', await readStatusDirectly(id), 'DONE')
  await api.updateTaskStatus({ inspectionId: id, name: BY_PERSON, status: 'DONE' }, manager)
  await api.updateTaskStatus({ inspectionId: id, name: UNREAD, status: 'VALIDATED' }, manager)
  checks.equal('a person validates what waited for them', await statusOf(id, UNREAD), 'VALIDATED')
}

async function runCompliances(checks: Checks): Promise<void> {
  const id = await create([])
  checks.equal(
    'also an inspection without tasks has compliances',
    (await read(id)).tasks.map((task) => task.name),
    ['compliances'],
  )
  await upload(id, ['compliances'])
  await upload(id, ['compliances'])
  await api.updateTaskStatus({ inspectionId: id, name: 'compliances', status: 'TODO' }, member)
  const status = await poll(
    () => statusOf(id, 'compliances'),
    (seen) => seen === 'DONE',
  )
  checks.equal('the worker takes it to DONE', status, 'DONE')
  checks.runs('it ran once', id, 'compliances', 1)
  const { images, tasks } = await read(id)
  checks.equal(
    'the task has both images',
    tasks[0]?.images.toSorted(),
    images.map((image) => image.id).sort(),
  )
}

async function finishByHand(checks: Checks): Promise<void> {
  const inspectionId = await create([BY_PERSON])
  await upload(inspectionId, [BY_PERSON])
  const move = (status: string, config = manager) =>
    api.updateTaskStatus({ inspectionId, name: BY_PERSON, status }, config)
  await checks.refused('DONE before the start is refused', { name: 'HTTPError', status: 409 }, () =>
    move('DONE'),
  )
  checks.equal('and changes nothing', await statusOf(inspectionId, BY_PERSON), 'NOT_STARTED')
  checks.text('NOT_STARTED before the start is no change', (await move('NOT_STARTED', member)).id)
  const started = await move('TODO', member)
  checks.that(
    'a started task waits for a person',
    ['TODO', 'IN_PROGRESS'].includes((await statusOf(inspectionId, BY_PERSON)) ?? ''),
  )
  checks.equal('a person sets DONE', (await move('DONE')).id, started.id)
  checks.equal('and the task reads DONE', await statusOf(inspectionId, BY_PERSON), 'DONE')
  checks.equal('TODO on a done task answers its id', (await move('TODO', member)).id, started.id)
  checks.equal('and changes nothing', await statusOf(inspectionId, BY_PERSON), 'DONE')
  checks.equal('DONE can be validated', (await move('VALIDATED')).id, started.id)
  checks.equal('and reads VALIDATED', await statusOf(inspectionId, BY_PERSON), 'VALIDATED')
}
