import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { serveConsole, writeConsoleSignpost } from './console.ts'
import { showServiceLines } from './service-lines.ts'
import { host, readSettings } from './settings.ts'
import { watchArguments } from './watch.ts'

// `pnpm dev`: the stack, the newest migrations, API and worker that restart when their code changes, and the console, which
// changes in the browser. Once they are ready, sample inspections are made beside them; `--no-samples` leaves these out.
const { values: options } = parseArgs({ options: { 'no-samples': { type: 'boolean' } } })
const root = resolve(import.meta.dirname, '../..')
const run = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
  execFileSync(command, args, { cwd: root, env, stdio: 'inherit' })

run(join(root, 'dev/stack'), ['up'], process.env)
const envFile = join(process.env.STACK_DIR ?? join(root, '.stack'), 'env')
const env: NodeJS.ProcessEnv = { ...process.env, ...parseEnv(readFileSync(envFile, 'utf8')) }
run(process.execPath, ['server/src/migrate.ts'], env)
if (await fetch(`http://127.0.0.1:${env.OPERATIONS_PORT}/livez`).catch(() => null)) {
  console.error(`Walkaround is already running at ${env.PUBLIC_URL}. Stop it first: Ctrl-C in its terminal.`)
  process.exit(1)
}

const { ports } = readSettings(env)
const consoleUrl = `http://${host}:${ports.console}`
env.CONSOLE_DIR = writeConsoleSignpost(join(dirname(envFile), 'console'), consoleUrl)
const logFile = join(dirname(envFile), 'service.log')
const log = createWriteStream(logFile)
const children: ChildProcess[] = ['api', 'worker'].map((role) => {
  const child = spawn(process.execPath, [...watchArguments(root), `server/src/${role}.ts`], {
    cwd: root,
    env,
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  showServiceLines(child.stdout, log, console.log)
  return child
})
children.push(serveConsole(root, ports.console, env.PUBLIC_URL ?? ''))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.map((child) => child.kill('SIGTERM')))

await ready(`http://127.0.0.1:${env.OPERATIONS_PORT}/readyz`)
await ready(`http://127.0.0.1:${env.WORKER_OPERATIONS_PORT}/readyz`)
await ready(`${consoleUrl}/console/`)
const token = execFileSync(join(root, 'dev/token'), ['alder-manager'], {
  cwd: root,
  env,
  encoding: 'utf8',
}).trim()
console.log(`
Walkaround is running.
  console  ${env.PUBLIC_URL}/console/   sign in as alder-manager, password ${env.STACK_USER_PASSWORD}
  API      ${env.PUBLIC_URL}/v1
  docs     ${env.PUBLIC_URL}/docs
  health   http://127.0.0.1:${env.OPERATIONS_PORT}/readyz   metrics http://127.0.0.1:${env.OPERATIONS_PORT}/metrics
  issuer   ${env.OIDC_ISSUER}
  log      ${logFile}   warnings and errors are shown here too
  stop     Ctrl-C, then dev/stack down

Try it:
  curl --cacert ${env.STACK_CA_FILE} -H 'authorization: Bearer ${token}' ${env.PUBLIC_URL}/v1/inspections
`)
if (!options['no-samples']) {
  console.log('Sample inspections are being made; this takes about a minute.')
  children.push(makeSamples())
}
await Promise.all(children.map((child) => once(child, 'exit')))

/** After whoever waits for the service, with what is left of the machine. */
function makeSamples(): ChildProcess {
  return spawn('nice', ['-n', '10', process.execPath, 'dev/src/samples/main.ts'], {
    cwd: root,
    env: { ...env, WALKAROUND_TOKEN: token },
    stdio: 'inherit',
  })
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await delay(200)
  }
  throw new Error(`${url} does not become ready; the lines above say why`)
}
