import { freePorts } from '../../testing/ports.ts'
import { readStack } from '../../testing/stack.ts'
import { createDatabase } from '../test/database.ts'
import { cpuMsOf } from './cpu-time.ts'
import { endPrograms, startProgram, waitForAnswer } from './programs.ts'

/** One operation, many times, against a URL. */
export type Load = {
  operations: number
  /** How many things one operation does, where more than one. */
  each?: number
  at: number
  run: (n: number) => Promise<void>
}

export type Ground = {
  database: Awaited<ReturnType<typeof createDatabase>>
  /** The service and the bare engine, each a process of its own. */
  ours: Program
  bare: Program
  close: () => Promise<void>
}
/** `beside`: processes that work for it, whose time counts too. */
export type Program = { url: string; pid: number; beside?: readonly number[] }

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
export async function openGround(bareProgram = 'bare.ts', answersAt = '/'): Promise<Ground> {
  const database = await createDatabase()
  const [port = 0, operationsPort = 0, barePort = 0] = await freePorts(3)
  const settings = {
    ...readStack(),
    ...SETTINGS,
    DATABASE_URL: database.DATABASE_URL,
    DATABASE_OWNER_URL: database.DATABASE_OWNER_URL,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    API_PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    BARE_PORT: String(barePort),
  }
  const api = startProgram('../src/api.ts', settings)
  const bare = startProgram(bareProgram, settings)
  await Promise.all([
    waitForAnswer(`http://127.0.0.1:${operationsPort}/readyz`, api),
    waitForAnswer(`http://127.0.0.1:${barePort}${answersAt}`, bare),
  ])
  return {
    database,
    ours: { url: `http://127.0.0.1:${port}/v1`, pid: api.pid ?? 0 },
    bare: { url: `http://127.0.0.1:${barePort}`, pid: bare.pid ?? 0 },
    close: async () => {
      await endPrograms([api, bare])
      await database.drop()
    },
  }
}

export type Figures = {
  bench?: string
  operations?: number
  ours_bytes?: number
  bare_bytes?: number
  picture_bytes?: number
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
export async function comparePair(
  ground: Pick<Ground, 'ours' | 'bare'>,
  pairs: number,
  ours: Load,
  bare: Load,
): Promise<Figures> {
  // Both have compiled what they run often, and opened their connections.
  await Promise.all([repeat(ours), repeat(bare)])
  const rounds: { cpu: number; time: number; oursMs: number; bareMs: number }[] = []
  for (let n = 0; n < pairs; n++) {
    const first = await slice(ground.bare, bare)
    const second = await slice(ground.ours, ours)
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
async function slice(program: Program, load: Load): Promise<{ cpuMs: number; timeMs: number }> {
  const cpuMsNow = () => [program.pid, ...(program.beside ?? [])].reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  const [cpuMs, timeMs] = [cpuMsNow(), performance.now()]
  await repeat(load)
  const count = load.operations * (load.each ?? 1)
  return {
    cpuMs: (cpuMsNow() - cpuMs) / count,
    timeMs: (performance.now() - timeMs) / count,
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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(3))
}
