import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { showServiceLines } from './service-lines.ts'

type Env = NodeJS.ProcessEnv

/** The API and the worker. What they say goes to the log file, and warnings to the terminal too. */
export function startWalkaround(
  root: string,
  env: Env,
  { logFile, nodeArgs }: { logFile: string; nodeArgs: string[] },
): ChildProcess[] {
  const log = createWriteStream(logFile)
  return ['api', 'worker'].map((role) => {
    const child = spawn(process.execPath, [...nodeArgs, `server/src/${role}.ts`], {
      cwd: root,
      env,
      stdio: ['inherit', 'pipe', 'inherit'],
    })
    showServiceLines(child.stdout, log, console.log)
    return child
  })
}

export async function untilReady(env: Env, children: ChildProcess[]): Promise<void> {
  for (const port of [env.OPERATIONS_PORT, env.WORKER_OPERATIONS_PORT])
    await untilAnswered(`http://127.0.0.1:${port}/readyz`, children)
}

/** A busy machine takes its time to start programs; one that has ended will not answer at all. */
export async function untilAnswered(url: string, children: ChildProcess[]): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    if (children.some((child) => child.exitCode !== null)) break
    await delay(200)
  }
  throw new Error(`${url} does not become ready; the lines above say why`)
}

export function fetchToken(root: string, env: Env): string {
  return execFileSync(join(root, 'dev/token'), ['alder-manager'], { cwd: root, env, encoding: 'utf8' }).trim()
}

/** After whoever waits for the service, with what is left of the machine. */
export function startSamples(root: string, env: Env, token: string): ChildProcess {
  return spawn('nice', ['-n', '10', process.execPath, 'dev/src/samples/main.ts'], {
    cwd: root,
    env: { ...env, WALKAROUND_TOKEN: token },
    stdio: 'inherit',
  })
}
