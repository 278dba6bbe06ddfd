import { join } from 'node:path'
import { requireFreePort } from './ports.ts'
import { type Daemon, findDaemon, killDaemon, startDaemon, stopDaemon, waitFor } from './processes.ts'
import { requestBucket } from './s3-request.ts'
import type { Settings } from './settings.ts'

/** The object store of a light stack: files in a folder, behind the same protocol as Ceph's gateway. */
export async function startFolderObjects(settings: Settings): Promise<boolean> {
  const daemon = storeDaemon(settings)
  if (await isFolderObjectsUp(settings)) return false
  if (findDaemon(daemon) === undefined) await requireFreePort(settings.ports.s3)
  startDaemon(daemon)
  await waitFor(async () => (await requestBucket(settings, 'PUT')) === 200, {
    what: daemon.name,
    logFile: daemon.logFile,
    daemons: [daemon],
  })
  return true
}

export async function stopFolderObjects(settings: Settings): Promise<void> {
  await stopDaemon(storeDaemon(settings))
}

export async function killFolderObjects(settings: Settings): Promise<void> {
  await killDaemon(storeDaemon(settings))
}

export async function isFolderObjectsUp(settings: Settings): Promise<boolean> {
  return findDaemon(storeDaemon(settings)) !== undefined && (await requestBucket(settings, 'HEAD')) === 200
}

function storeDaemon(settings: Settings): Daemon {
  return {
    name: 'The object store',
    command: process.execPath,
    args: [join(settings.root, 'dev/src/folder-store-process.ts'), settings.dir],
    marker: settings.dir,
    pidFile: join(settings.dir, 'folder-store.pid'),
    logFile: join(settings.dir, 'folder-store.log'),
  }
}
