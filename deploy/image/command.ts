#!/usr/local/bin/node
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SETTINGS } from '../../server/src/core/platform/config.ts'

// The entry point of the image: `api`, `worker`, `model-server`, `migrate` and `create-bucket` run a process, `health` asks
// one how it is, and everything else is a command of the command line.
const root = join(import.meta.dirname, '../..')
const HEALTH = {
  api: { port: 'OPERATIONS_PORT', ready: '/readyz', live: '/livez' },
  worker: { port: 'WORKER_OPERATIONS_PORT', ready: '/readyz', live: '/livez' },
  'model-server': { port: 'MODEL_SERVER_PORT', ready: '/v2/health/ready', live: '/v2/health/live' },
} as const
const PROCESSES = [...Object.keys(HEALTH), 'create-bucket', 'migrate']

// The kernel ignores a signal to the first process of a container unless somebody listens. Programs listen once they have
// started; until then, and where one only waits for its database, there is nothing to finish.
for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(code)
  })

const [, , name = '', ...rest] = process.argv
if (name === 'health') process.exitCode = await checkHealth(rest)
else await run(PROCESSES.includes(name) ? `server/src/${name}.ts` : 'cli/src/main.ts')

/** In this very process, so that signals reach it. */
async function run(program: string): Promise<void> {
  const isProcess = PROCESSES.includes(name)
  // Of the processes, only migrations may use the role that owns the tables. The command line may need it, to verify a backup.
  if (isProcess && name !== 'migrate') delete process.env.DATABASE_OWNER_URL
  const file = join(root, program)
  process.argv = [process.execPath, file, ...(isProcess ? rest : process.argv.slice(2))]
  await import(pathToFileURL(file).href)
}

/** For the health checks of containers: 0 when the process beside this one is ready, or alive with `--live`. */
async function checkHealth([role = '', wish]: string[]): Promise<number> {
  const health = Object.entries(HEALTH).find(([name]) => name === role)?.[1]
  if (!health || (wish !== undefined && wish !== '--live')) {
    console.error(`Use: walkaround health ${Object.keys(HEALTH).join('|')} [--live]`)
    return 64
  }
  const port = process.env[health.port] || SETTINGS[health.port].default
  const url = `http://127.0.0.1:${port}${wish ? health.live : health.ready}`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    console.log(await response.text())
    return response.ok ? 0 : 1
  } catch (error) {
    console.error(`${role} does not answer at ${url}: ${Object(error).cause?.code ?? error}`)
    return 1
  }
}
