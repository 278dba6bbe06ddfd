import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { UNDECLARED } from '../src/openapi/errors.ts'
import type { Clock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { COLUMN_TYPES } from '../src/platform/database.ts'
import { createEgress, type EgressOptions } from '../src/platform/egress.ts'
import { createLog } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import {
  closeParts,
  createDecoder,
  createEvents,
  createIdentity,
  openParts,
  openTracer,
} from '../src/process-parts.ts'
import { createDatabase } from './database.ts'
import { stack, stackValue } from './stack.ts'
import { tokenOf } from './tokens.ts'

export type Answer = {
  status: number
  headers: Headers
  // A test reads whatever it asserts on; a wrong path fails the assertion.
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions themselves
  body: any
}

export type Call = {
  as?: string | null
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
  raw?: string | Buffer
}

// A warning of Node's that listeners pile up would stand in the log of every installation.
process.on('warning', (warning) => {
  if (warning.name === 'MaxListenersExceededWarning') throw warning
})

/** The service on a database of its own, listening on loopback, with the stack's real engines behind it. */
export async function startService(
  options: {
    egress?: EgressOptions
    settings?: Record<string, string>
    /** False: nobody hints at events, and only polling finds them. */
    hinted?: boolean
    /** By which streams expire and have their heartbeat. */
    streamClock?: Clock
    /** True: models look at pictures before people see them, as everywhere else. False: each counts as looked at, with nobody on it. */
    hiding?: boolean
    /** The service ends TLS itself, with the certificate of the stack. */
    tls?: boolean
  } = {},
) {
  const database = await createDatabase()
  const temporaryDir = mkdtempSync(join(tmpdir(), 'walkaround-test-'))
  const environment = {
    ...stack,
    DATABASE_URL: database.DATABASE_URL,
    TEMPORARY_DIR: temporaryDir,
    LOG_LEVEL: 'info',
    DECODE_CHILDREN: '1',
    // Tests let many requests meet in the database.
    TURNS_PER_ORGANIZATION: '50',
    DATABASE_CONNECTIONS: '20',
    ...options.settings,
  }
  const config = readConfig(environment)
  const lines: string[] = []
  const log = createLog(
    config.LOG_LEVEL,
    'api',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const parts = await openParts(config, 'api', log)
  await parts.cell.jobs.start()
  const metrics = createMetrics('test')
  const decoder = createDecoder(config, log, metrics)
  const tracer = openTracer(config, { role: 'api', log, metrics })
  const egress = createEgress(options.egress ?? {})
  const webhookEgress = createEgress(options.egress ?? {})
  const identity = createIdentity(config, parts.clock, metrics)
  const clock = options.streamClock ?? parts.clock
  const { hub, streams } = createEvents(config, {
    cell: parts.cell,
    clock,
    metrics,
    log,
    hinted: options.hinted ?? true,
  })
  await hub.start()
  const app = await buildApp({
    ...parts,
    hub,
    streams,
    identity,
    intake: { decoder, egress },
    webhookEgress,
    log,
    metrics,
    tracer,
    ...(options.tls ? { tls: stackCertificate() } : {}),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const owner = new pg.Pool({ connectionString: database.DATABASE_OWNER_URL, max: 4, types: COLUMN_TYPES })
  const engine = new pg.Pool({ connectionString: database.DATABASE_URL, max: 1, types: COLUMN_TYPES })
  if (!options.hiding)
    for (const table of ['images', 'objection_pictures'])
      await owner.query(`alter table ${table} alter column hidden set default '[]'`)
  const workers: ChildProcess[] = []

  async function call(
    method: string,
    path: string,
    { as = 'alder-manager', json, form, headers = {}, raw }: Call = {},
  ): Promise<Answer> {
    const body = raw ?? form ?? (json === undefined ? undefined : JSON.stringify(json))
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${await tokenOf(as)}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await textOf(answer)
    return {
      status: answer.status,
      headers: answer.headers,
      body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
    }
  }

  return {
    url,
    ownerUrl: database.DATABASE_OWNER_URL,
    config,
    log,
    parts,
    temporaryDir,
    hub,
    streams,
    metrics,
    call,
    logLines: () => lines,
    /** Rows as the owner of the tables sees them: all organizations. */
    rows: async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows,
    /** Rows of the job engine, whose tables belong to the role of the service. */
    jobRows: async (sql: string, values: unknown[] = []) => (await engine.query(sql, values)).rows,
    startWorker: async () => {
      const worker = spawn(process.execPath, [join(import.meta.dirname, '../src/worker.ts')], {
        env: {
          ...environment,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
          MODEL_CHECKS_DIR: join(stackValue('STACK_DIR'), 'model-checks'),
          WORKER_OPERATIONS_PORT: '0',
          LOG_LEVEL: 'info',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      workers.push(worker)
      for await (const line of worker.stdout) if (String(line).includes('worker ready')) break
      worker.stdout.resume()
      return worker
    },
    stop: async () => {
      for (const worker of workers) {
        if (worker.exitCode !== null) continue
        worker.kill('SIGKILL')
        await once(worker, 'exit')
      }
      // A test that left an answer unread would hold the listener up for a minute.
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
      await decoder.close()
      egress.close()
      webhookEgress.close()
      await hub.close()
      await closeParts(parts.cell, 500)
      await Promise.all([owner.end(), engine.end()])
      await database.drop()
      rmSync(temporaryDir, { recursive: true, force: true })
      requireDeclared(lines)
    },
  }
}

const stackCertificate = () => ({
  cert: readFileSync(stackValue('TLS_CERTIFICATE_FILE')),
  key: readFileSync(stackValue('TLS_KEY_FILE')),
})

/** A stream does not end; how it begins is all that a call reads of it. */
export async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream') return answer.text()
  const reader = answer.body?.getReader()
  const begin = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(begin?.value)
}

/** Whatever a test provokes must be in the documentation of the operation that answers it. */
function requireDeclared(lines: string[]): void {
  const undeclared = lines
    .filter((line) => line.includes(UNDECLARED))
    .map((line) => JSON.parse(line))
    .map(({ operation_id, code }) => `${operation_id} answers ${code}`)
  if (undeclared.length > 0)
    throw new Error(
      `${UNDECLARED}: ${[...new Set(undeclared)].join(', ')}. Add it to the route's \`errors\`.`,
    )
}

export type Service = Awaited<ReturnType<typeof startService>>
