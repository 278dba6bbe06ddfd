import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { buildAppsIfChanged } from './app-builds.ts'
import { serveConsole, writeConsoleSignpost } from './console.ts'
import { host, readSettings } from './settings.ts'
import { fetchToken, startSamples, startWalkaround, untilAnswered, untilReady } from './start-walkaround.ts'
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

// The console is served from its sources; the capture app as it was when this started.
buildAppsIfChanged(root)
const { ports } = readSettings(env)
const consoleUrl = `http://${host}:${ports.console}`
env.CONSOLE_DIR = writeConsoleSignpost(join(dirname(envFile), 'console'), consoleUrl)
const logFile = join(dirname(envFile), 'service.log')
const children = startWalkaround(root, env, { logFile, nodeArgs: watchArguments(root) })
children.push(serveConsole(root, ports.console, env.PUBLIC_URL ?? ''))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.map((child) => child.kill('SIGTERM')))

await untilReady(env, children)
await untilAnswered(`${consoleUrl}/console/`, children)
const token = fetchToken(root, env)
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
  children.push(startSamples(root, env, token))
}
await Promise.all(children.map((child) => once(child, 'exit')))
