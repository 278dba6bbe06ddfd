import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cephConfiguration } from './ceph-configuration.ts'
import { requireFreePort } from './ports.ts'
import {
  type Daemon,
  findDaemon,
  findProcesses,
  killDaemon,
  killProcesses,
  run,
  startDaemon,
  stopDaemon,
  waitFor,
} from './processes.ts'
import { requestBucket } from './s3-request.ts'
import { host, readSecrets, type Settings } from './settings.ts'

/** One Ceph monitor, one OSD in a file and one S3 gateway. */
export async function startObjects(settings: Settings): Promise<boolean> {
  const { dir, fsid } = paths(settings)
  const { mon, osd, gateway } = daemons(settings)
  if (allRun(settings) && (await isObjectsUp(settings))) return false

  // The fsid is written last: a folder without it is a first start that was interrupted.
  const isNew = !existsSync(fsid)
  const id = isNew ? randomUUID() : readFileSync(fsid, 'utf8').trim()
  if (isNew) {
    await killStrays(settings)
    rmSync(dir, { recursive: true, force: true })
  }
  for (const name of ['mon', 'osd', 'rgw', 'log'])
    mkdirSync(join(dir, name), { recursive: true, mode: 0o700 })
  writeFileSync(paths(settings).conf, cephConfiguration(settings, dir, id))

  if (isNew) await createMonitor(settings, id)
  if (findDaemon(mon) === undefined) await requireFreePort(settings.ports.cephMon)
  startDaemon(mon)
  if (isNew) await createOsd(settings)
  startDaemon(osd)
  if (isNew) await createGatewayUser(settings)
  if (findDaemon(gateway) === undefined) await requireFreePort(settings.ports.s3)
  startDaemon(gateway)
  await waitFor(() => createBucket(settings), {
    what: 'The S3 gateway',
    logFile: gateway.logFile,
    daemons: [mon, osd, gateway],
  })
  if (isNew) writeFileSync(fsid, `${id}\n`)
  return true
}

export async function stopObjects(settings: Settings): Promise<void> {
  const { mon, osd, gateway } = daemons(settings)
  for (const daemon of [gateway, osd, mon]) await stopDaemon(daemon)
  await killStrays(settings)
}

export async function killObjects(settings: Settings): Promise<void> {
  const { mon, osd, gateway } = daemons(settings)
  for (const daemon of [gateway, osd, mon]) await killDaemon(daemon)
}

export async function isObjectsUp(settings: Settings): Promise<boolean> {
  return allRun(settings) && (await requestBucket(settings, 'HEAD')) === 200
}

function paths(settings: Settings) {
  const dir = join(settings.dir, 'objects')
  return { dir, conf: join(dir, 'ceph.conf'), fsid: join(dir, 'fsid'), keyring: join(dir, 'keyring') }
}

function daemons(settings: Settings): { mon: Daemon; osd: Daemon; gateway: Daemon } {
  const { dir, conf } = paths(settings)
  const daemon = (name: string, command: string, args: string[]): Daemon => ({
    name,
    command,
    args: ['--conf', conf, '-f', ...args],
    marker: conf,
    pidFile: join(dir, `${command}.pid`),
    logFile: join(dir, 'log', `${command}.out`),
  })
  return {
    mon: daemon('The Ceph monitor', 'ceph-mon', ['-i', 'a']),
    osd: daemon('The Ceph OSD', 'ceph-osd', ['-i', '0']),
    gateway: daemon('The S3 gateway', 'radosgw', ['-n', 'client.rgw']),
  }
}

async function killStrays(settings: Settings): Promise<void> {
  await killProcesses(findProcesses('--conf', paths(settings).conf))
}

function allRun(settings: Settings): boolean {
  return Object.values(daemons(settings)).every((daemon) => findDaemon(daemon) !== undefined)
}

// Keys that the monitor finds in its first keyring need no later "auth add" each.
async function createMonitor(settings: Settings, fsid: string): Promise<void> {
  const { dir, conf, keyring } = paths(settings)
  const monmap = join(dir, 'monmap')
  const firstKeyring = join(dir, 'first-keyring')
  const caps = (...pairs: string[]) => pairs.flatMap((pair) => ['--cap', ...pair.split('=')])
  const createKey = (file: string, name: string, ...pairs: string[]) =>
    run('ceph-authtool', ['--create-keyring', file, '--gen-key', '-n', name, ...caps(...pairs)])
  await createKey(keyring, 'client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *')
  await createKey(
    join(dir, 'osd/keyring'),
    'osd.0',
    'mon=allow profile osd',
    'osd=allow *',
    'mgr=allow profile osd',
  )
  await createKey(join(dir, 'rgw/keyring'), 'client.rgw', 'mon=allow rw', 'osd=allow rwx')
  await createKey(firstKeyring, 'mon.', 'mon=allow *')
  for (const other of [keyring, join(dir, 'osd/keyring'), join(dir, 'rgw/keyring')]) {
    await run('ceph-authtool', [firstKeyring, '--import-keyring', other])
  }
  await run('monmaptool', [
    ...['--create', '--addv', 'a', `[v1:${host}:${settings.ports.cephMon}]`, '--fsid', fsid, monmap],
  ])
  await run('ceph-mon', ['--conf', conf, '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', firstKeyring])
}

async function createOsd(settings: Settings): Promise<void> {
  const { conf } = paths(settings)
  const uuid = randomUUID()
  await run('ceph', ['--conf', conf, '--connect-timeout', '30', 'osd', 'new', uuid])
  await run('ceph-osd', ['--conf', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid])
}

async function createGatewayUser(settings: Settings): Promise<void> {
  const { s3AccessKeyId, s3SecretAccessKey } = readSecrets(settings)
  await run('radosgw-admin', [
    ...['--conf', paths(settings).conf, 'user', 'create', '--uid=walkaround', '--display-name=walkaround'],
    ...[`--access-key=${s3AccessKeyId}`, `--secret-key=${s3SecretAccessKey}`],
  ])
}

// Making a bucket that one already owns succeeds, and it is a write: when it works, the OSD works too.
async function createBucket(settings: Settings): Promise<boolean> {
  return (await requestBucket(settings, 'PUT')) === 200
}
