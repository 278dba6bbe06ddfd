import pg from 'pg'
import type { Service } from '../test/own-service.ts'

const END = 'counts_end'
// As the job engine makes the name of its channel.
const CHANNELS = `
  select distinct match[1] as name from pg_proc, regexp_matches(prosrc, 'pg_notify\\(\\s*''([^'']+)''', 'g') match
  union select 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`

/**
 * Hears every NOTIFY of functions of the database and of the job engine, in the order of the commits. PostgreSQL tells once of what a
 * transaction says twice.
 */
export async function hearNotifications(service: Service) {
  const client = new pg.Client({ connectionString: service.ownerUrl, application_name: 'counts' })
  await client.connect()
  let heard: string[] = []
  let end = () => {}
  client.on('notification', ({ channel }) => {
    if (channel === END) end()
    else heard.push(channel.replace(/^pgboss_.*/, 'jobs'))
  })
  const { rows } = await client.query<{ name: string }>(CHANNELS)
  for (const { name } of [...rows, { name: END }]) await client.query(`listen ${pg.escapeIdentifier(name)}`)
  return {
    /** The channels of every transaction that was committed since the last call. */
    take: async (): Promise<string[]> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      end = resolve
      await client.query(`notify ${END}`)
      await promise
      const taken = heard
      heard = []
      return taken
    },
    close: () => client.end(),
  }
}
