import { existsSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { requireFreePort } from './ports.ts'
import { clusterPaths, configureCluster, createCluster, runPostgresTool } from './postgres-cluster.ts'
import { childrenOf, commandLine, killProcesses, readPid, waitFor } from './processes.ts'
import { host, readSecrets, type Settings } from './settings.ts'

const STARTS_MAX = 20

export async function startPostgres(settings: Settings): Promise<boolean> {
  if (await isPostgresUp(settings)) return false
  const { data, log } = clusterPaths(settings)
  if (!existsSync(data)) await createCluster(settings)
  if (findPostmaster(settings) === undefined) await startPostmaster(settings)
  await waitFor(() => answers(settings, 'select 1'), { what: 'PostgreSQL', logFile: log })
  await createRoles(settings)
  return true
}

export async function stopPostgres(settings: Settings): Promise<void> {
  const { data, pidFile, sockets } = clusterPaths(settings)
  await forgetStalePid(settings)
  // A killed server leaves shared memory behind, outside the folder. Only its next start can remove that.
  if (findPostmaster(settings) === undefined && existsSync(pidFile)) await startPostmaster(settings)
  if (findPostmaster(settings) !== undefined) {
    await runPostgresTool('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '600', '-s'])
  }
  rmSync(sockets, { recursive: true, force: true })
}

/** Like a power cut: the server and every session end at once, nothing is flushed. */
export async function killPostgres(settings: Settings): Promise<void> {
  const pid = findPostmaster(settings)
  if (pid !== undefined) await killProcesses([pid, ...childrenOf(pid)])
}

/** The database is the last thing a first start makes. */
export async function isPostgresUp(settings: Settings): Promise<boolean> {
  return answers(settings, "select 1 from pg_database where datname = 'walkaround'")
}

export function postgresUrl(settings: Settings, role: 'walkaround_owner' | 'walkaround_app'): string {
  const { ownerPassword, appPassword } = readSecrets(settings)
  const password = role === 'walkaround_owner' ? ownerPassword : appPassword
  return `postgresql://${role}:${password}@${host}:${settings.ports.postgres}/walkaround`
}

async function answers(settings: Settings, query: string): Promise<boolean> {
  if (findPostmaster(settings) === undefined) return false
  const client = connectAsSuperuser(settings)
  try {
    await client.connect()
    return (await client.query(query)).rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function findPostmaster(settings: Settings): number | undefined {
  const { pidFile, data } = clusterPaths(settings)
  const pid = readPid(pidFile)
  return pid !== undefined && commandLine(pid).includes(data) ? pid : undefined
}

// PostgreSQL refuses to start when the number in its pid file is taken: by a killed server that nobody has reaped
// yet, or, after a reboot, by any process of its user.
async function forgetStalePid(settings: Settings): Promise<void> {
  const { pidFile } = clusterPaths(settings)
  const pid = readPid(pidFile)
  if (pid === undefined || findPostmaster(settings) !== undefined) return
  const isZombie = () => existsSync(`/proc/${pid}`) && commandLine(pid).length === 0
  for (let tries = 0; isZombie() && tries < 50; tries++) await delay(100)
  if (existsSync(`/proc/${pid}`)) rmSync(pidFile)
}

async function startPostmaster(settings: Settings): Promise<void> {
  const { data, log } = clusterPaths(settings)
  await forgetStalePid(settings)
  await requireFreePort(settings.ports.postgres)
  await configureCluster(settings)
  const start = () => runPostgresTool('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-t', '600', '-s'])
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === STARTS_MAX) throw error
      // Sessions of a killed server need a moment to notice and to let go of its shared memory.
      await delay(2_000)
    }
  }
}

async function createRoles(settings: Settings): Promise<void> {
  const { ownerPassword, appPassword } = readSecrets(settings)
  const client = connectAsSuperuser(settings)
  await client.connect()
  const exists = async (query: string) => (await client.query(query)).rowCount === 1
  try {
    if (!(await exists("select 1 from pg_roles where rolname = 'walkaround_owner'"))) {
      await client.query(`create role walkaround_owner login createdb password '${ownerPassword}'`)
    }
    if (!(await exists("select 1 from pg_roles where rolname = 'walkaround_app'"))) {
      await client.query(`create role walkaround_app login nosuperuser nobypassrls password '${appPassword}'`)
    }
    // Tests drop their own databases while connections of the other role may still be closing.
    await client.query('grant pg_signal_backend to walkaround_owner')
    if (!(await exists("select 1 from pg_database where datname = 'walkaround'"))) {
      await client.query('create database walkaround owner walkaround_owner')
    }
  } finally {
    await client.end()
  }
}

function connectAsSuperuser(settings: Settings): pg.Client {
  const client = new pg.Client({
    host,
    port: settings.ports.postgres,
    user: 'postgres',
    password: readSecrets(settings).superuserPassword,
    database: 'postgres',
    connectionTimeoutMillis: 30_000,
  })
  // A server that dies in mid-query must not end this process.
  client.on('error', () => {})
  return client
}
