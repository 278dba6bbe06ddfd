import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import type { TaskStatus } from '../../core/contracts/tasks.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'

let made: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Pool
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Pool({ connectionString: made.DATABASE_OWNER_URL, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await made.drop()
})

async function insertInspection(): Promise<string> {
  const id = uuidv7()
  await owner.query(
    "insert into inspections (org_id, id, owner_id, creator_id) values ('org_a', $1, 'o', 'o')",
    [id],
  )
  return id
}

async function insertTask(inspectionId: string, status: TaskStatus): Promise<string> {
  const id = uuidv7()
  await owner.query(
    "insert into tasks (org_id, inspection_id, id, name, status) values ('org_a', $1, $2, $3, $4)",
    [inspectionId, id, id, status],
  )
  return id
}

async function statusOf(inspectionId: string): Promise<string> {
  const { rows } = await owner.query('select status from inspections where id = $1', [inspectionId])
  return rows[0].status
}

describe('the status of an inspection', () => {
  it.each<[TaskStatus[], string]>([
    [[], 'DONE'],
    [['DONE', 'VALIDATED'], 'DONE'],
    [['VALIDATED'], 'DONE'],
    [['NOT_STARTED'], 'IN_PROGRESS'],
    [['TODO', 'DONE'], 'IN_PROGRESS'],
    [['IN_PROGRESS'], 'IN_PROGRESS'],
    [['ERROR'], 'ERROR'],
  ])('with a task that waits for a person beside %j is %s', async (statuses, expected) => {
    const inspectionId = await insertInspection()
    for (const status of statuses) await insertTask(inspectionId, status)
    const waiting = await insertTask(inspectionId, 'NOT_STARTED')
    await owner.query(
      "update tasks set status = 'TODO', generation = 1, waits_for_person = true where id = $1",
      [waiting],
    )
    expect(await statusOf(inspectionId)).toBe(expected)
    await owner.query("update tasks set status = 'IN_PROGRESS' where id = $1", [waiting])
    expect(await statusOf(inspectionId)).toBe(expected)
  })
})
