import { QUEUES } from './core/contracts/jobs.ts'
import { Jobs } from './core/platform/jobs.ts'
import { createLog } from './core/platform/log.ts'
import { migrate, switchSendingOn } from './core/platform/migrations.ts'
import { loadConfig } from './process-parts.ts'

const config = loadConfig()
if (!config.DATABASE_OWNER_URL) {
  console.error('DATABASE_OWNER_URL is missing: migrate needs the role that owns the tables')
  process.exit(78)
}
// Use: node migrate.ts [--switch-sending-on]
const wish = process.argv[2]
if (wish !== undefined && wish !== '--switch-sending-on') {
  console.error(`migrate knows --switch-sending-on only, not ${wish}`)
  process.exit(64)
}
const applied = await migrate(config.DATABASE_OWNER_URL)
const jobs = new Jobs(
  { url: config.DATABASE_URL, connections: 2, queues: QUEUES, log: createLog('warn', 'migrate') },
  'installer',
)
await jobs.start()
await jobs.install()
await jobs.stop(1_000)
if (wish) {
  await switchSendingOn(config.DATABASE_OWNER_URL)
  console.log('webhooks and callbacks are sent from this database now')
}
console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date')
