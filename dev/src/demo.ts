import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { buildAppsIfChanged } from './app-builds.ts'
import { writeEnvFile } from './env-file.ts'
import { createFolderStore } from './folder-store.ts'
import { startIssuer, stopIssuer } from './issuer-process.ts'
import { requireFreePort } from './ports.ts'
import { startPostgres, stopPostgres } from './postgres.ts'
import { requestS3 } from './s3-request.ts'
import { bucket, createSecrets, createStackDir, host, readSecrets, readSettings } from './settings.ts'
import { fetchToken, startSamples, startWalkaround, untilReady } from './start-walkaround.ts'

// `dev/demo`: the service with sample inspections, without root and without Ceph (ADR 0045). It ends with this process.
const root = resolve(import.meta.dirname, '../..')
const portBase = '17600'
const settings = readSettings({
  ...process.env,
  // Whatever the shell knows of another stack.
  STACK_DIR: join(root, '.demo'),
  STACK_PORT_BASE: process.env.STACK_PORT_BASE ?? portBase,
})
const children: ChildProcess[] = []
const store = createStore()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

try {
  await start()
} catch (error) {
  if (!isStopping) console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
  await stop()
}

async function start(): Promise<void> {
  console.log('Starting PostgreSQL, the object store and the identity provider, and building the console')
  await requireFreePort(settings.ports.api)
  await Promise.all([startPostgres(settings), startStore(), startIssuer(settings)])
  writeEnvFile(settings, { withTls: false })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...parseEnv(readFileSync(settings.envFile, 'utf8')),
    // The usual one may belong to another user of the machine.
    TEMPORARY_DIR: join(settings.dir, 'temporary'),
    // No balancer has to notice that the service ends.
    DRAIN_WAIT_MS: '1',
  }
  execFileSync(process.execPath, ['server/src/migrate.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  buildAppsIfChanged(root)
  if (isStopping) return
  const logFile = join(settings.dir, 'service.log')
  children.push(...startWalkaround(root, env, { logFile, nodeArgs: [] }))
  await untilReady(env, children)
  console.log(`
Walkaround is running.
  console  ${env.PUBLIC_URL}/console/   sign in as alder-manager, password ${env.STACK_USER_PASSWORD}
  docs     ${env.PUBLIC_URL}/docs
  API      ${env.PUBLIC_URL}/v1   settings for your shell: ${settings.envFile}
  stop     Ctrl-C. Data and log stay in ${settings.dir}; delete the folder to start over

This is a demo. The service is the real one; these parts are simpler than in production:
  pictures   files in ${settings.dir}/objects, kept by a small S3 server without copies or versions
  sign-in    made-up accounts with one password
  transport  HTTP without TLS, reachable from this machine only
  safety     no backups, one process of each kind. Don't keep real inspections here

Sample inspections are being made; this takes about a minute.`)
  children.push(startSamples(root, env, fetchToken(root, env)))
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
  await stop()
}

/** In this process: it ends with it. */
function createStore() {
  createStackDir(settings)
  createSecrets(settings)
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = readSecrets(settings)
  const key = { accessKeyId, secretAccessKey }
  return { key, server: createFolderStore(join(settings.dir, 'objects'), key) }
}

async function startStore(): Promise<void> {
  await requireFreePort(settings.ports.s3)
  await once(store.server.listen(settings.ports.s3, host), 'listening')
  await requestS3('PUT', new URL(`/${bucket}`, settings.s3Endpoint), store.key, 60_000)
}

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  console.log('\nStopping')
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(running.map((child) => once(child, 'exit')))
  store.server.close()
  store.server.closeAllConnections()
  await stopIssuer(settings)
  await stopPostgres(settings)
}
