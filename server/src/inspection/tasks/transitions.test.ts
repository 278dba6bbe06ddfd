import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { waitFor } from '../../../test/factories.ts'
import { TASK_STATUSES, type TaskStatus } from '../../core/contracts/tasks.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { allowedFrom, type Move, moveOf, type UpdateStatus } from './transitions.ts'

const WISHES: UpdateStatus[] = ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED']

describe('moveOf', () => {
  const table: [TaskStatus, [Move, Move, Move, Move]][] = [
    // Asked for:     NOT_STARTED TODO     DONE      VALIDATED
    ['NOT_STARTED', ['none', 'start', 'refuse', 'refuse']],
    ['TODO', ['refuse', 'none', 'finish', 'refuse']],
    ['IN_PROGRESS', ['refuse', 'none', 'finish', 'refuse']],
    ['DONE', ['refuse', 'none', 'none', 'validate']],
    ['ERROR', ['refuse', 'start', 'take_over', 'refuse']],
    ['VALIDATED', ['refuse', 'none', 'none', 'none']],
  ]
  it.each(table)('from %s', (from, moves) => {
    expect(WISHES.map((wish) => moveOf({ status: from, waits_for_person: false }, wish))).toEqual(moves)
    expect(allowedFrom({ status: from, waits_for_person: false })).toEqual(
      WISHES.filter((_, n) => moves[n] !== 'refuse'),
    )
  })

  it('lets a person validate what waits for them, and only that', () => {
    const moves = TASK_STATUSES.map((status) => moveOf({ status, waits_for_person: true }, 'VALIDATED'))
    expect(moves).toEqual(['refuse', 'finish_and_validate', 'refuse', 'validate', 'refuse', 'none'])
    expect(allowedFrom({ status: 'TODO', waits_for_person: true })).toEqual(['TODO', 'DONE', 'VALIDATED'])
  })

  it('has a row for every status', () => {
    expect(table.map(([from]) => from)).toEqual([...TASK_STATUSES])
  })
})

let made: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Pool
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Pool({ connectionString: made.DATABASE_OWNER_URL, max: 4 })
})
afterAll(async () => {
  await owner.end()
  await made.drop()
})

async function insertInspection(id = uuidv7(), orgId = 'org_a'): Promise<string> {
  await owner.query("insert into inspections (org_id, id, owner_id, creator_id) values ($1, $2, 'o', 'o')", [
    orgId,
    id,
  ])
  return id
}

async function insertTask(
  inspectionId: string,
  status: TaskStatus,
  generation = 5,
  orgId = 'org_a',
): Promise<string> {
  const id = uuidv7()
  await owner.query(
    'insert into tasks (org_id, inspection_id, id, name, status, generation) values ($5, $1, $2::uuid, $2::uuid::text, $3, $4)',
    [inspectionId, id, status, generation, orgId],
  )
  return id
}

const move = (client: pg.Pool | pg.PoolClient, id: string, to: TaskStatus, generation = 5) =>
  client.query('update tasks set status = $2, generation = $3 where id = $1', [id, to, generation])

async function statusOf(inspectionId: string, orgId = 'org_a'): Promise<string | undefined> {
  const { rows } = await owner.query<{ status: string }>(
    'select status from inspections where org_id = $1 and id = $2',
    [orgId, inspectionId],
  )
  return rows[0]?.status
}

const transitionsOf = async (taskId: string) =>
  (
    await owner.query(
      'select from_status as from, to_status as to, generation from task_transitions where task_id = $1 order by id',
      [taskId],
    )
  ).rows

describe('the database lets a task go', () => {
  const START = new Set(['NOT_STARTED>TODO', 'ERROR>TODO', 'DONE>TODO', 'VALIDATED>TODO'])
  const WITHIN = new Set([
    'TODO>IN_PROGRESS',
    'IN_PROGRESS>DONE',
    'DONE>VALIDATED',
    'TODO>ERROR',
    'IN_PROGRESS>ERROR',
    'ERROR>DONE',
  ])
  const isAllowed = (from: TaskStatus, to: TaskStatus, step: number) =>
    (from === to && step === 0) ||
    (START.has(`${from}>${to}`) && step === 1) ||
    (WITHIN.has(`${from}>${to}`) && step === 0)

  it.each(TASK_STATUSES)(
    'from %s only where the graph does, with the generation it asks for',
    async (from) => {
      const inspectionId = await insertInspection()
      for (const to of TASK_STATUSES) {
        for (const step of [-5, -1, 0, 1, 2]) {
          const id = await insertTask(inspectionId, from)
          const moved = move(owner, id, to, 5 + step)
          const what = `${from} > ${to}, generation ${step}`
          if (isAllowed(from, to, step)) await expect(moved, what).resolves.toMatchObject({ rowCount: 1 })
          else await expect(moved, what).rejects.toMatchObject({ code: '23514' })
          const changed = isAllowed(from, to, step) && from !== to
          expect(await transitionsOf(id), what).toEqual([
            { from: null, to: from, generation: 5 },
            ...(changed ? [{ from, to, generation: 5 + step }] : []),
          ])
        }
      }
    },
  )

  it('to no status it does not know', async () => {
    const id = await insertTask(await insertInspection(), 'TODO')
    const unknown = owner.query("update tasks set status = 'PAUSED' where id = $1", [id])
    await expect(unknown).rejects.toMatchObject({ code: '23514' })
  })

  it('through a whole life, recording each step', async () => {
    const id = await insertTask(await insertInspection(), 'NOT_STARTED', 0)
    const life: [TaskStatus, number][] = [
      ['TODO', 1],
      ['IN_PROGRESS', 1],
      ['ERROR', 1],
      ['TODO', 2],
      ['IN_PROGRESS', 2],
      ['DONE', 2],
      ['VALIDATED', 2],
    ]
    for (const [status, generation] of life) await move(owner, id, status, generation)
    expect((await transitionsOf(id)).map(({ to, generation }) => [to, generation])).toEqual([
      ['NOT_STARTED', 0],
      ...life,
    ])
  })

  it('not past its own times: started before created, done before started', async () => {
    const id = await insertTask(await insertInspection(), 'TODO')
    for (const [column, than] of [
      ['started_at', 'created_at'],
      ['done_at', 'created_at'],
    ]) {
      await owner.query('update tasks set started_at = created_at where id = $1', [id])
      const early = owner.query(`update tasks set ${column} = ${than} - interval '1 second' where id = $1`, [
        id,
      ])
      await expect(early).rejects.toMatchObject({ code: '23514' })
    }
  })
})

describe('the status of an inspection', () => {
  it.each<[TaskStatus[], string]>([
    [[], 'NOT_STARTED'],
    [['NOT_STARTED'], 'NOT_STARTED'],
    [['TODO'], 'IN_PROGRESS'],
    [['IN_PROGRESS'], 'IN_PROGRESS'],
    [['DONE'], 'DONE'],
    [['ERROR'], 'ERROR'],
    [['VALIDATED'], 'VALIDATED'],
    [['NOT_STARTED', 'NOT_STARTED'], 'NOT_STARTED'],
    [['NOT_STARTED', 'TODO'], 'IN_PROGRESS'],
    [['NOT_STARTED', 'DONE'], 'IN_PROGRESS'],
    [['NOT_STARTED', 'VALIDATED'], 'IN_PROGRESS'],
    [['TODO', 'IN_PROGRESS', 'DONE'], 'IN_PROGRESS'],
    [['DONE', 'DONE'], 'DONE'],
    [['DONE', 'VALIDATED'], 'DONE'],
    [['VALIDATED', 'VALIDATED'], 'VALIDATED'],
    [['ERROR', 'DONE'], 'ERROR'],
    [['ERROR', 'VALIDATED'], 'ERROR'],
    [['ERROR', 'NOT_STARTED'], 'ERROR'],
    [['ERROR', 'IN_PROGRESS', 'TODO', 'DONE', 'VALIDATED', 'NOT_STARTED'], 'ERROR'],
  ])('with tasks %j is %s, in whatever order they came', async (statuses, expected) => {
    for (const order of [statuses, statuses.toReversed()]) {
      const inspectionId = await insertInspection()
      for (const status of order) await insertTask(inspectionId, status)
      expect(await statusOf(inspectionId)).toBe(expected)
    }
  })

  it('follows each step of its tasks, back from ERROR too', async () => {
    const inspectionId = await insertInspection()
    const [a, b] = [await insertTask(inspectionId, 'TODO'), await insertTask(inspectionId, 'TODO')]
    const steps: [string, TaskStatus, number, string][] = [
      [a, 'IN_PROGRESS', 5, 'IN_PROGRESS'],
      [a, 'ERROR', 5, 'ERROR'],
      [a, 'TODO', 6, 'IN_PROGRESS'],
      [a, 'IN_PROGRESS', 6, 'IN_PROGRESS'],
      [a, 'DONE', 6, 'IN_PROGRESS'],
      [b, 'IN_PROGRESS', 5, 'IN_PROGRESS'],
      [b, 'DONE', 5, 'DONE'],
      [a, 'VALIDATED', 6, 'DONE'],
      [b, 'VALIDATED', 5, 'VALIDATED'],
    ]
    for (const [id, to, generation, expected] of steps) {
      await move(owner, id, to, generation)
      expect(await statusOf(inspectionId)).toBe(expected)
    }
  })

  it('leaves ERROR when a person finishes what failed', async () => {
    const inspectionId = await insertInspection()
    const [failed] = [await insertTask(inspectionId, 'ERROR'), await insertTask(inspectionId, 'DONE')]
    expect(await statusOf(inspectionId)).toBe('ERROR')
    await move(owner, failed, 'DONE')
    expect(await statusOf(inspectionId)).toBe('DONE')
  })

  it('does not count the tasks of another inspection or organization', async () => {
    const [mine, other] = [await insertInspection(), await insertInspection()]
    // Only the pair of organization and id is unique, so another organization may hold the very same id.
    await insertInspection(mine, 'org_b')
    await insertTask(other, 'ERROR')
    await insertTask(mine, 'IN_PROGRESS', 5, 'org_b')
    await insertTask(mine, 'DONE')
    expect(await statusOf(other)).toBe('ERROR')
    expect(await statusOf(mine, 'org_b')).toBe('IN_PROGRESS')
    expect(await statusOf(mine)).toBe('DONE')
  })

  it.each<[TaskStatus, TaskStatus, string]>([
    ['DONE', 'DONE', 'DONE'],
    ['DONE', 'ERROR', 'ERROR'],
    ['ERROR', 'ERROR', 'ERROR'],
  ])('is right after two tasks ended at once, %s and %s: %s', async (first, second, expected) => {
    const inspectionId = await insertInspection()
    const tasks = [
      await insertTask(inspectionId, 'IN_PROGRESS'),
      await insertTask(inspectionId, 'IN_PROGRESS'),
    ]
    const [one, two] = [await owner.connect(), await owner.connect()]
    try {
      const { rows } = await two.query<{ pid: number }>('select pg_backend_pid() as pid')
      await one.query('begin')
      await two.query('begin')
      await move(one, tasks[0] ?? '', first)
      const waiting = move(two, tasks[1] ?? '', second)
      await waitFor('the second to wait for the first', async () => {
        const { rows: blocked } = await owner.query('select pg_blocking_pids($1) as by', [rows[0]?.pid])
        return blocked[0].by.length > 0
      })
      await one.query('commit')
      await waiting
      await two.query('commit')
    } finally {
      one.release()
      two.release()
    }
    expect(await statusOf(inspectionId)).toBe(expected)
  })

  it('is right after 30 tasks ended at once', async () => {
    const inspectionId = await insertInspection()
    const tasks = []
    for (let n = 0; n < 30; n++) tasks.push(await insertTask(inspectionId, 'IN_PROGRESS'))
    await Promise.all(tasks.map((id) => move(owner, id, 'DONE')))
    expect(await statusOf(inspectionId)).toBe('DONE')
  })
})
