import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createGround, type Ground } from '../../testing/ground.ts'
import { freePorts } from '../../testing/ports.ts'
import { readStack } from '../../testing/stack.ts'
import { environment, runCli, startCli } from './run-cli.ts'

let ground: Ground
let settings: Record<string, string>
const temporary = mkdtempSync(join(tmpdir(), 'walkaround-serve-'))
beforeAll(async () => {
  ground = await createGround(readStack())
  const [api = 0, operations = 0, worker = 0] = await freePorts(3)
  settings = environment({
    ...ground.settings,
    API_PORT: `${api}`,
    OPERATIONS_PORT: `${operations}`,
    WORKER_OPERATIONS_PORT: `${worker}`,
    TEMPORARY_DIR: temporary,
    DRAIN_WAIT_MS: '1',
    LOG_LEVEL: 'warn',
  })
})
afterAll(async () => {
  await ground.remove()
  rmSync(temporary, { recursive: true, force: true })
})

/** A test that fails leaves nothing running. */
const started: ReturnType<typeof startCli>[] = []
afterEach(async () => {
  for (const cli of started.splice(0)) {
    cli.kill('SIGTERM')
    await cli.ended
  }
})
function serve(...args: string[]): ReturnType<typeof startCli> {
  const cli = startCli(['serve', ...args], settings)
  started.push(cli)
  return cli
}

const portOf = (role: 'api' | 'worker') =>
  role === 'api' ? settings.OPERATIONS_PORT : settings.WORKER_OPERATIONS_PORT

async function isReady(role: 'api' | 'worker'): Promise<boolean> {
  return fetch(`http://127.0.0.1:${portOf(role)}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function untilReady(role: 'api' | 'worker'): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isReady(role)) return
    await delay(100)
  }
  throw new Error(`the ${role} is not ready`)
}

/** The processes right below one. */
function childrenOf(pid: number | undefined): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
  return lines
    .trim()
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, '') }))
}

describe('serve', () => {
  it('2 for a role that does not exist', async () => {
    const { code, err } = await runCli(['serve', '--role', 'everything'], settings)
    expect(code).toBe(2)
    expect(err).toContain('--role must be one of api, worker, all, not "everything"')
  })

  it('78 when the settings are wrong, with what to mend', async () => {
    const { code, err } = await runCli(['serve', '--role', 'api'], environment())
    expect(code).toBe(78)
    expect(err).toMatch(/The configuration has \d+ error/)
  })

  it('runs both roles on a database it has migrated, keeps the owner from them, and stops on SIGTERM', async () => {
    const cli = serve('--migrate')
    await Promise.all([untilReady('api'), untilReady('worker')])
    const children = childrenOf(cli.pid)
    expect(children.map(({ command }) => command.split('/').at(-1)).sort()).toEqual(['api.ts', 'worker.ts'])
    for (const { pid } of children) {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8')
      expect(variables).toContain('DATABASE_URL=')
      expect(variables).not.toContain('DATABASE_OWNER_URL=')
    }
    cli.kill('SIGTERM')
    expect(await cli.ended).toMatchObject({ code: 0, out: expect.stringContaining('applied ') })
    expect(await Promise.all([isReady('api'), isReady('worker')])).toEqual([false, false])
  })

  it('1 when one of them ends by itself; the other is stopped and nothing is restarted', async () => {
    const cli = serve('--role', 'all')
    await Promise.all([untilReady('api'), untilReady('worker')])
    const worker = childrenOf(cli.pid).find(({ command }) => command.endsWith('worker.ts'))
    process.kill(worker?.pid ?? 0, 'SIGKILL')
    const { code, err } = await cli.ended
    expect(code).toBe(1)
    expect(err).toContain('worker exited with code 1; stopping.')
    expect(await isReady('api')).toBe(false)
  })
})
