import { join } from 'node:path'
import { discoverIssuer } from '@walkaround/sdk/discovery'
import { requireFreePort } from './ports.ts'
import { type Daemon, findDaemon, killDaemon, startDaemon, stopDaemon, waitFor } from './processes.ts'
import type { Settings } from './settings.ts'

export async function startIssuer(settings: Settings): Promise<boolean> {
  const daemon = issuerDaemon(settings)
  if (await isIssuerUp(settings)) return false
  if (findDaemon(daemon) === undefined) await requireFreePort(settings.ports.issuer)
  startDaemon(daemon)
  await waitFor(() => isIssuerUp(settings), { what: daemon.name, logFile: daemon.logFile, daemons: [daemon] })
  return true
}

export async function stopIssuer(settings: Settings): Promise<void> {
  await stopDaemon(issuerDaemon(settings), 5_000)
}

export async function killIssuer(settings: Settings): Promise<void> {
  await killDaemon(issuerDaemon(settings))
}

export async function isIssuerUp(settings: Settings): Promise<boolean> {
  if (findDaemon(issuerDaemon(settings)) === undefined) return false
  try {
    await discoverIssuer(settings.issuer, { signal: AbortSignal.timeout(30_000) })
    return true
  } catch {
    return false
  }
}

function issuerDaemon(settings: Settings): Daemon {
  return {
    name: 'The OIDC issuer',
    command: process.execPath,
    args: [join(settings.root, 'dev/src/issuer.ts'), settings.dir],
    marker: settings.dir,
    pidFile: join(settings.dir, 'issuer.pid'),
    logFile: join(settings.dir, 'issuer.log'),
  }
}
