import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const ANSWER_TRIES = 600

/** Starts a program of the service, or one beside it. It never outlives this process. */
export function startProgram(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit(1))
  return child
}

export async function endPrograms(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

export async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let n = 0; n < ANSWER_TRIES && child.exitCode === null; n++) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`${url} does not answer`)
}
