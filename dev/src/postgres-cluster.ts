import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findProcesses, killProcesses, run } from './processes.ts'
import { host, readSecrets, type Settings } from './settings.ts'

const socketPathBytesMax = 107

export function clusterPaths(settings: Settings) {
  const home = join(settings.dir, 'postgres')
  const data = join(home, 'data')
  return {
    home,
    data,
    log: join(home, 'postgres.log'),
    sockets: join(home, 'run'),
    pidFile: join(data, 'postmaster.pid'),
  }
}

/** Makes the cluster beside its place and moves it there when complete: an interrupted first start leaves no half. */
export async function createCluster(settings: Settings): Promise<void> {
  const { home, data } = clusterPaths(settings)
  const unfinished = `${data}.new`
  const passwordFile = join(home, 'password')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  await killProcesses(findProcesses(unfinished))
  rmSync(unfinished, { recursive: true, force: true })
  if (isRoot()) {
    await requirePostgresUser(settings)
    await run('chown', ['postgres:', home])
  }
  await writeAsPostgres(passwordFile, readSecrets(settings).superuserPassword)
  await runPostgresTool('initdb', [
    ...['-D', unfinished, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums'],
    ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
  ])
  rmSync(passwordFile)
  await runAsPostgres('sh', [
    '-c',
    `echo "include = 'stack.conf'" >> "$0"`,
    join(unfinished, 'postgresql.conf'),
  ])
  await runAsPostgres('mv', [unfinished, data])
}

/** Written before every start, so that a changed setting reaches a cluster that exists. */
export async function configureCluster(settings: Settings): Promise<void> {
  const { data, sockets } = clusterPaths(settings)
  const socket = join(sockets, `.s.PGSQL.${settings.ports.postgres}`)
  const socketDir = Buffer.byteLength(socket) <= socketPathBytesMax ? sockets : ''
  if (socketDir) await runAsPostgres('mkdir', ['-p', socketDir])
  const lines = [
    `port = ${settings.ports.postgres}`,
    `listen_addresses = '${host}'`,
    `unix_socket_directories = '${socketDir}'`,
    'max_connections = 400',
    'shared_buffers = 256MB',
    'effective_cache_size = 4GB',
    'maintenance_work_mem = 128MB',
    'random_page_cost = 1.1',
    '# The fault tests prove durability: these two stay on.',
    'fsync = on',
    'synchronous_commit = on',
    'wal_level = replica',
    'wal_compression = on',
    'max_wal_size = 2GB',
    'min_wal_size = 256MB',
    'checkpoint_timeout = 10min',
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "log_line_prefix = '%m [%p] %u@%d '",
    'log_lock_waits = on',
    'log_checkpoints = off',
  ]
  await writeAsPostgres(join(data, 'stack.conf'), `${lines.join('\n')}\n`)
}

export async function runPostgresTool(name: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  await runAsPostgres(join(binDir(), name), args)
}

// PostgreSQL refuses to run as root, so root hands over to the user that Debian's package made.
async function runAsPostgres(command: string, args: string[], input?: string): Promise<void> {
  if (isRoot()) await run('runuser', ['-u', 'postgres', '--', command, ...args], input)
  else await run(command, args, input)
}

async function writeAsPostgres(path: string, text: string): Promise<void> {
  await runAsPostgres('sh', ['-c', 'umask 077; cat > "$0"', path], text)
}

async function requirePostgresUser({ dir }: Settings): Promise<void> {
  await run('id', ['postgres'])
  try {
    await run('runuser', ['-u', 'postgres', '--', 'test', '-x', dir])
  } catch (cause) {
    throw new Error(
      `The user postgres cannot enter ${dir}. Run "chmod o+x" on it and on every folder above it, or set STACK_DIR to a folder that user can reach, such as /var/tmp/walkaround-stack.`,
      { cause },
    )
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function binDir(): string {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).map(Number) : []
  const newest = Math.max(...versions.filter((version) => existsSync(`${base}/${version}/bin/initdb`)))
  if (!(newest >= 15)) throw new Error('PostgreSQL 15 or newer is not installed. Run dev/setup first.')
  return `${base}/${newest}/bin`
}
