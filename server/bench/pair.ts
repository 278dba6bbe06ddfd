import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../test/database.ts'
import { freePorts } from '../test/ports.ts'
import { stack } from '../test/stack.ts'
import { cpuMsOf } from './cpu-time.ts'

/** One operation, many times, against a URL. */
export type Load = { operations: number; at: number; run: (n: number) => Promise<void> }

export type Ground = {
  database: Awaited<ReturnType<typeof createDatabase>>
  /** The service and the bare engine, each a process of its own. */
  ours: Program
  bare: Program
  close: () => Promise<void>
}
export type Program = { url: string; pid: number }

const MUCH = '1000000000'
const SETTINGS = {
  TLS_CERTIFICATE_FILE: '',
  TLS_KEY_FILE: '',
  QUOTA_INSPECTIONS_PER_DAY_MAX: MUCH,
  QUOTA_REQUESTS_PER_MINUTE_MAX: MUCH,
  RATE_LIMIT_PER_MINUTE: '',
  LOG_LEVEL: 'info',
}

/** An api and a bare program beside it, on one database and one object store. */
export async function openGround(): Promise<Ground> {
  const database = await createDatabase()
  const [port = 0, operationsPort = 0, barePort = 0] = await freePorts(3)
  const settings = {
    ...stack,
    ...SETTINGS,
    DATABASE_URL: database.DATABASE_URL,
    DATABASE_OWNER_URL: database.DATABASE_OWNER_URL,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    API_PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    BARE_PORT: String(barePort),
  }
  const api = start('../src/api.ts', settings)
  const bare = start('bare.ts', settings)
  const children = [api, bare]
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
  })
  process.once('SIGTERM', () => process.exit(1))
  await Promise.all([
    answers(`http://127.0.0.1:${operationsPort}/readyz`, api),
    answers(`http://127.0.0.1:${barePort}/`, bare),
  ])
  return {
    database,
    ours: { url: `http://127.0.0.1:${port}/v1`, pid: api.pid ?? 0 },
    bare: { url: `http://127.0.0.1:${barePort}`, pid: bare.pid ?? 0 },
    close: async () => {
      for (const child of children) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      await database.drop()
    },
  }
}

function start(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, program)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let n = 0; n < 600 && child.exitCode === null; n++) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`${url} does not answer`)
}

export type Figures = {
  pairs: number
  ours_cpu_ms: number
  bare_cpu_ms: number
  ratio_cpu: number
  ratio_time: number
}

/**
 * The bare engine and the service in turns, in one run: on a machine whose speed changes by the minute only the ratio of
 * neighbors means anything. The ratio is the bare engine's cost divided by ours: 1 is as good as bare.
 */
export async function comparePair(ground: Ground, pairs: number, ours: Load, bare: Load): Promise<Figures> {
  // Both have compiled what they run often, and opened their connections.
  await Promise.all([repeat(ours), repeat(bare)])
  const rounds: { cpu: number; time: number; oursMs: number; bareMs: number }[] = []
  for (let n = 0; n < pairs; n++) {
    const first = await slice(ground.bare.pid, bare)
    const second = await slice(ground.ours.pid, ours)
    rounds.push({
      cpu: first.cpuMs / second.cpuMs,
      time: first.timeMs / second.timeMs,
      oursMs: second.cpuMs,
      bareMs: first.cpuMs,
    })
    console.log(
      `pair ${n + 1}: bare ${first.cpuMs.toFixed(3)} ms CPU, ours ${second.cpuMs.toFixed(3)}, ratio ${(first.cpuMs / second.cpuMs).toFixed(2)}`,
    )
  }
  return {
    pairs,
    ours_cpu_ms: median(rounds.map(({ oursMs }) => oursMs)),
    bare_cpu_ms: median(rounds.map(({ bareMs }) => bareMs)),
    ratio_cpu: median(rounds.map(({ cpu }) => cpu)),
    ratio_time: median(rounds.map(({ time }) => time)),
  }
}

/** What one operation costs: processor time of the process with its children, and time on the clock. */
async function slice(pid: number, load: Load): Promise<{ cpuMs: number; timeMs: number }> {
  const [cpuMs, timeMs] = [cpuMsOf(pid), performance.now()]
  await repeat(load)
  return {
    cpuMs: (cpuMsOf(pid) - cpuMs) / load.operations,
    timeMs: (performance.now() - timeMs) / load.operations,
  }
}

async function repeat({ operations, at, run }: Load): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: at }, async () => {
      while (next < operations) await run(next++)
    }),
  )
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(3))
}
