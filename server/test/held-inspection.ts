import pg from 'pg'
import type { Answer } from './calls.ts'
import { waitFor } from './factories.ts'
import type { Service } from './own-service.ts'

/** Sends requests while somebody else holds the inspection's row, and lets it go once all of them wait for it and `change` is done. */
export async function whileHeld(
  service: Service,
  inspectionId: string,
  statement: string,
  send: (() => Promise<Answer>)[],
  change?: (owner: pg.Client) => Promise<void>,
): Promise<Answer[]> {
  const owner = new pg.Client({ connectionString: service.ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query(statement, [inspectionId])
    const answers = send.map((request) => request())
    await waitFor('the requests to wait for the inspection', async () => {
      const waiting = await service.rows(
        `select distinct pid from pg_locks join pg_stat_activity using (pid)
         where not granted and datname = current_database()`,
      )
      return waiting.length === send.length
    })
    await change?.(owner)
    await owner.query('commit')
    return await Promise.all(answers)
  } finally {
    await owner.end()
  }
}

/** Sends requests that need a table while nobody may read it, until the first of them is answered all the same. */
export async function whileLocked(
  service: Service,
  table: string,
  send: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const owner = new pg.Client({ connectionString: service.ownerUrl })
  await owner.connect()
  try {
    await owner.query(`begin; lock table ${table}`)
    const answers = send.map((request) => request())
    await Promise.race(answers)
    await owner.query('commit')
    return await Promise.all(answers)
  } finally {
    await owner.end()
  }
}

/** Until somebody waits for a table that this connection holds. Tables of other tests' databases have the same numbers. */
export async function waitForWaiting(holder: pg.Client, table: string): Promise<void> {
  await waitFor(`somebody to wait for ${table}`, async () => {
    const waiting = await holder.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and relation = $1::regclass and not granted`,
      [table],
    )
    return waiting.rowCount === 1
  })
}

/** What a request answers whose inspection is deleted after it was found and before it is changed. */
export async function deletedMeanwhile(
  service: Service,
  inspectionId: string,
  send: () => Promise<Answer>,
): Promise<number | undefined> {
  const statement = 'update inspections set deleted_at = now() where id = $1'
  const [answer] = await whileHeld(service, inspectionId, statement, [send])
  return answer?.status
}
