import pg from 'pg'
import { stackValue } from '../../testing/stack.ts'

/** The services that the files of a process share end with the process, and leave their databases. */
export default () => dropDatabases

async function dropDatabases(): Promise<void> {
  const admin = new pg.Client({ connectionString: stackValue('DATABASE_OWNER_URL') })
  await admin.connect()
  const { rows } = await admin.query('select datname from pg_database where datname like $1', [
    `test\\_${process.pid}\\_%`,
  ])
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
  await admin.end()
}
