import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'

// `pnpm dev`: the stack, the newest migrations, and API and worker that restart when their code changes.
const root = resolve(import.meta.dirname, '../..')
const run = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
  execFileSync(command, args, { cwd: root, env, stdio: 'inherit' })

run(join(root, 'dev/stack'), ['up'], process.env)
const envFile = join(process.env.STACK_DIR ?? join(root, '.stack'), 'env')
const env: NodeJS.ProcessEnv = { ...process.env, ...parseEnv(readFileSync(envFile, 'utf8')) }
run(process.execPath, ['server/src/migrate.ts'], env)

const children: ChildProcess[] = ['api', 'worker'].map((role) =>
  spawn(process.execPath, ['--watch', '--watch-preserve-output', `server/src/${role}.ts`], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.map((child) => child.kill('SIGTERM')))

await ready(`http://127.0.0.1:${env.OPERATIONS_PORT}/readyz`)
await ready(`http://127.0.0.1:${env.WORKER_OPERATIONS_PORT}/readyz`)
const token = execFileSync(join(root, 'dev/token'), ['alder-manager'], {
  cwd: root,
  env,
  encoding: 'utf8',
}).trim()
console.log(`
Walkaround is running.
  API      ${env.PUBLIC_URL}/v1
  health   http://127.0.0.1:${env.OPERATIONS_PORT}/readyz   metrics http://127.0.0.1:${env.OPERATIONS_PORT}/metrics
  issuer   ${env.OIDC_ISSUER}
  stop     Ctrl-C, then dev/stack down

Try it:
  curl --cacert ${env.STACK_CA_FILE} -H 'authorization: Bearer ${token}' ${env.PUBLIC_URL}/v1/inspections
`)
await Promise.all(children.map((child) => once(child, 'exit')))

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await delay(200)
  }
  throw new Error(`${url} does not become ready; the lines above say why`)
}
