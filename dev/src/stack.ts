import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificates } from './certificate.ts'
import { writeEnvFile } from './env-file.ts'
import {
  isFolderObjectsUp,
  killFolderObjects,
  startFolderObjects,
  stopFolderObjects,
} from './folder-objects.ts'
import { isIssuerUp, killIssuer, startIssuer, stopIssuer } from './issuer-process.ts'
import { withLock } from './lock.ts'
import { isObjectsUp, killObjects, startObjects, stopObjects } from './objects.ts'
import { isPostgresUp, killPostgres, startPostgres, stopPostgres } from './postgres.ts'
import { createSecrets, createStackDir, host, isStackDir, readSettings, type Settings } from './settings.ts'

const ENGINES = ['postgres', 'objects', 'issuer'] as const
type EngineName = (typeof ENGINES)[number]
type Engine = {
  title: string
  endpoint: (settings: Settings) => string
  /** Resolves to false when there was nothing to start. */
  start: (settings: Settings) => Promise<boolean>
  stop: (settings: Settings) => Promise<void>
  kill: (settings: Settings) => Promise<void>
  isUp: (settings: Settings) => Promise<boolean>
}

const ceph: Engine = {
  title: 'S3 objects',
  endpoint: ({ s3Endpoint }) => s3Endpoint,
  start: startObjects,
  stop: stopObjects,
  kill: killObjects,
  isUp: isObjectsUp,
}
const folder: Engine = {
  ...ceph,
  start: startFolderObjects,
  stop: stopFolderObjects,
  kill: killFolderObjects,
  isUp: isFolderObjectsUp,
}
const enginesOf = ({ isLight }: Settings): Record<EngineName, Engine> => ({
  postgres: {
    title: 'PostgreSQL',
    endpoint: ({ ports }) => `postgresql://${host}:${ports.postgres}/walkaround`,
    start: startPostgres,
    stop: stopPostgres,
    kill: killPostgres,
    isUp: isPostgresUp,
  },
  objects: isLight ? folder : ceph,
  issuer: {
    title: 'OIDC issuer',
    endpoint: ({ issuer }) => issuer,
    start: startIssuer,
    stop: stopIssuer,
    kill: killIssuer,
    isUp: isIssuerUp,
  },
})
const usage = `Usage: dev/stack up [--light] | down [--delete] | status
       dev/stack start|stop|kill ${ENGINES.join('|')}`

try {
  const [command = '', argument] = process.argv.slice(2)
  await runCommand(readSettings(), command, argument)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function runCommand(settings: Settings, command: string, argument: string | undefined): Promise<void> {
  const name = ENGINES.find((name) => name === argument)
  const lock = join(settings.dir, 'lock')
  if (command === 'status' && argument === undefined) return status(settings)
  if (command === 'up' && (argument === undefined || argument === '--light')) {
    const wanted = { ...settings, isLight: settings.isLight || argument === '--light' }
    createStackDir(wanted)
    return withLock(lock, () => up(wanted))
  }
  if (command === 'down' && (argument === undefined || argument === '--delete')) {
    if (!existsSync(settings.dir)) return console.log('There is no stack.')
    requireStack(settings)
    return withLock(lock, () => down(settings, argument === '--delete'))
  }
  if (name && (command === 'start' || command === 'stop' || command === 'kill')) {
    requireStack(settings)
    return withLock(lock, async () => void (await enginesOf(settings)[name][command](settings)))
  }
  throw new Error(usage)
}

async function up(settings: Settings): Promise<void> {
  const startedAt = performance.now()
  createSecrets(settings)
  await createCertificates(settings)
  const started = await everyEngine(settings, (engine) => engine.start(settings))
  writeEnvFile(settings, { withTls: true })

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    started.includes(true) ? `The stack is up after ${seconds} s.` : 'The stack is already running.',
  )
  for (const { title, endpoint } of Object.values(enginesOf(settings)))
    console.log(`  ${title.padEnd(12)} ${endpoint(settings)}`)
  console.log(`  ${'Settings'.padEnd(12)} ${settings.envFile}`)
}

async function down(settings: Settings, shouldDelete: boolean): Promise<void> {
  await everyEngine(settings, (engine) => engine.stop(settings))
  if (shouldDelete) rmSync(settings.dir, { recursive: true })
  console.log(
    shouldDelete
      ? `The stack is down and ${settings.dir} is deleted.`
      : 'The stack is down. Its data is kept.',
  )
}

async function status(settings: Settings): Promise<void> {
  const exists = isStackDir(settings.dir)
  for (const { title, endpoint, isUp } of Object.values(enginesOf(settings))) {
    const state = exists && (await isUp(settings)) ? 'up' : 'down'
    console.log(`${title.padEnd(12)} ${state.padEnd(5)} ${endpoint(settings)}`)
    if (state === 'down') process.exitCode = 1
  }
}

/** All at once; one that fails does not keep the others from finishing. */
async function everyEngine<Result>(
  settings: Settings,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result[]> {
  const results = await Promise.allSettled(Object.values(enginesOf(settings)).map(work))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map((failure) => failure.message).join('\n'))
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

function requireStack(settings: Settings): void {
  if (!isStackDir(settings.dir)) throw new Error(`${settings.dir} holds no stack. Run dev/stack up first.`)
}
