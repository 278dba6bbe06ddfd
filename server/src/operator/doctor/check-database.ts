import pg from 'pg'
import { QUEUES } from '../../core/contracts/jobs.ts'
import { listMigrations } from '../../core/platform/migrations.ts'
import { type Check, fault, ok, reasonOf, skip, warn } from './check.ts'
import { checkClock } from './check-clock.ts'

const ROLE = 'walkaround_app'
const VERSION_MIN = 15
const MIGRATE = 'Run `node server/src/migrate.ts` of this version with DATABASE_OWNER_URL.'
/** Rights that no migration gives: with them row-level security, or the record of what happened, could be avoided. */
const TOO_MUCH = ['TRUNCATE', 'REFERENCES', 'TRIGGER']

type Role = { name: string; rolsuper: boolean; rolbypassrls: boolean; owns: number; version: number }
type Table = { name: string; secured: boolean; grants: string[] }

/** The database as the api and the worker see it. */
export async function checkDatabase(url: string): Promise<Check[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    return [
      fault(
        'database',
        `no connection: ${reasonOf(error)}`,
        'Check DATABASE_URL, that PostgreSQL runs, and pg_hba.conf.',
      ),
      skip('roles, grants, migrations, queues', 'no connection'),
    ]
  }
  try {
    const migrations = await checkMigrations(client)
    const isMigrated = migrations.state !== 'fault'
    return [
      ...(await checkRole(client)),
      migrations,
      ...(isMigrated ? [await checkGrants(client), await checkQueues(client)] : []),
      await checkClock('the database', () => readTime(client)),
    ]
  } finally {
    await client.end()
  }
}

async function checkRole(client: pg.Client): Promise<Check[]> {
  const { rows } = await client.query<Role>(`
    select rolname as name, rolsuper, rolbypassrls, current_setting('server_version_num')::int / 10000 as version,
      (select count(*)::int from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace) as owns
    from pg_roles where rolname = current_user`)
  const [role] = rows
  if (!role) return [fault('role', 'the role of this connection is unknown', 'Check DATABASE_URL.')]
  const database =
    role.version >= VERSION_MIN
      ? ok('database', `PostgreSQL ${role.version}`)
      : fault('database', `PostgreSQL ${role.version}`, `Upgrade to PostgreSQL ${VERSION_MIN} or newer.`)
  return [database, judgeRole(role)]
}

function judgeRole(role: Role): Check {
  const fix = `Use the role ${ROLE} in DATABASE_URL, without SUPERUSER and BYPASSRLS and owning no tables: docs/operations/production.md.`
  if (role.rolsuper || role.rolbypassrls)
    return fault('role', `${role.name} bypasses row-level security: organizations could see each other`, fix)
  if (role.owns > 0)
    return fault(
      'role',
      `${role.name} owns ${role.owns} tables, so row-level security does not apply to it`,
      fix,
    )
  if (role.name !== ROLE)
    return fault('role', `${role.name} has no rights: migrations give them to ${ROLE}`, fix)
  return ok('role', `${role.name}, behind row-level security`)
}

async function checkMigrations(client: pg.Client): Promise<Check> {
  const known = listMigrations().map(({ name }) => name)
  const applied = await client
    .query<{ name: string }>('select name from migrations')
    .then(({ rows }) => new Set(rows.map(({ name }) => name)))
    .catch(() => new Set<string>())
  const missing = known.filter((name) => !applied.has(name))
  const [first] = missing
  if (first) return fault('migrations', `${missing.length} not applied, from ${first}`, MIGRATE)
  const newer = [...applied].filter((name) => !known.includes(name))
  if (newer.length > 0)
    return warn(
      'migrations',
      `the database is newer than this program: ${newer.join(', ')}`,
      'Finish the upgrade: run the newer version everywhere.',
    )
  return ok('migrations', `all ${known.length} applied`)
}

async function checkGrants(client: pg.Client): Promise<Check> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, c.relrowsecurity as secured,
      (select coalesce(array_agg(p), '{}') from unnest(array['SELECT', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p
        where has_table_privilege(current_user, c.oid, p)) as grants
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum > 0)
      and exists (select 1 from pg_policy p where p.polrelid = c.oid)
    order by c.relname`)
  const open = rows.filter(({ secured }) => !secured).map(({ name }) => name)
  if (open.length > 0)
    return fault(
      'grants',
      `row-level security is off for ${open.join(', ')}`,
      'As the owner: `alter table … enable row level security`. Then find out who turned it off.',
    )
  const closed = rows.filter(({ grants }) => !grants.includes('SELECT')).map(({ name }) => name)
  if (closed.length > 0)
    return fault(
      'grants',
      `${ROLE} may not read ${closed.join(', ')}`,
      'The privileges were lost, as by `pg_restore --no-privileges`. Restore again with them.',
    )
  const wide = rows.filter(({ grants }) => grants.some((grant) => TOO_MUCH.includes(grant)))
  if (wide.length > 0)
    return fault(
      'grants',
      `${ROLE} may do too much with ${wide.map(({ name }) => name).join(', ')}`,
      `As the owner: \`revoke ${TOO_MUCH.join(', ')} on … from ${ROLE}, public\`.`,
    )
  return ok('grants', `${rows.length} tables behind row-level security`)
}

async function checkQueues(client: pg.Client): Promise<Check> {
  const names = Object.keys(QUEUES)
  const found = await client
    .query<{ name: string }>('select name from pgboss.queue where name = any($1)', [names])
    .then(({ rows }) => rows.map(({ name }) => name))
    .catch((): string[] => [])
  const missing = names.filter((name) => !found.includes(name))
  if (missing.length > 0) return fault('queues', `missing: ${missing.join(', ')}`, MIGRATE)
  return ok('queues', `all ${names.length} exist`)
}

async function readTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  return Number(rows[0]?.ms)
}
