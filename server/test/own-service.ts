import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { compileCache } from '../../testing/compile-cache.ts'
import { rememberModels } from '../../testing/remember-models.ts'
import { readStack, stackValue } from '../../testing/stack.ts'
import { buildApp } from '../src/app.ts'
import type { Clock } from '../src/core/platform/clock.ts'
import { readConfig } from '../src/core/platform/config.ts'
import { COLUMN_TYPES } from '../src/core/platform/database.ts'
import { createEgress, type EgressOptions } from '../src/core/platform/egress.ts'
import { createLog } from '../src/core/platform/log.ts'
import { createMetrics } from '../src/core/platform/metrics.ts'
import {
  closeParts,
  createDecoder,
  createEvents,
  createIdentity,
  openParts,
  openTracer,
} from '../src/process-parts.ts'
import { callsOf } from './calls.ts'
import { createDatabase } from './database.ts'
import { requireDeclared, watchRequests } from './left-over.ts'

// A warning of Node's that listeners pile up would stand in the log of every installation.
process.on('warning', (warning) => {
  if (warning.name === 'MaxListenersExceededWarning') throw warning
})

type Options = {
  egress: EgressOptions
  settings: Record<string, string>
  /** False: nobody hints at events, and only polling finds them. */
  hinted: boolean
  /** By which streams expire and have their heartbeat. */
  streamClock: Clock
  /** True: models look at pictures before people see them, as everywhere else. False: each counts as looked at, with nobody on it. */
  hiding: boolean
  /** The service ends TLS itself, with the certificate of the stack. */
  tls: boolean
  /** What the file does that no other file could work beside, where its settings do not say it. */
  why: string
}

/** At least one of the options: whoever needs none has `startService`. */
export type OwnOptions = { [K in keyof Options]: Pick<Options, K> & Partial<Options> }[keyof Options]

/** The service on a database of its own, listening on loopback, with the stack's real engines behind it. */
export async function startOwnService(options: OwnOptions) {
  const database = await createDatabase()
  const temporaryDir = mkdtempSync(join(tmpdir(), 'walkaround-test-'))
  const environment = {
    ...readStack(),
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
  const requests = watchRequests(app.server)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const tables = openTables(database)
  if (!options.hiding)
    for (const table of ['images', 'objection_pictures'])
      await tables.rows(`alter table ${table} alter column hidden set default '[]'`)
  const workers: ChildProcess[] = []

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
    requests,
    logLines: () => lines,
    ...callsOf(url, {}),
    openTables: () => openTables(database),
    ...tables,
    startWorker: async ({ remembersModels = true } = {}) => {
      const args = remembersModels ? rememberModels(environment) : []
      const worker = spawn(process.execPath, [...args, join(import.meta.dirname, '../src/worker.ts')], {
        env: {
          ...environment,
          ...compileCache,
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
      await tables.close()
      await database.drop()
      rmSync(temporaryDir, { recursive: true, force: true })
      requireDeclared(lines)
    },
  }
}

function openTables({ DATABASE_URL, DATABASE_OWNER_URL }: Awaited<ReturnType<typeof createDatabase>>) {
  const owner = new pg.Pool({ connectionString: DATABASE_OWNER_URL, max: 4, types: COLUMN_TYPES })
  const engine = new pg.Pool({ connectionString: DATABASE_URL, max: 1, types: COLUMN_TYPES })
  return {
    /** Rows as the owner of the tables sees them: all organizations. */
    rows: async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows,
    /** Rows of the job engine, whose tables belong to the role of the service. */
    jobRows: async (sql: string, values: unknown[] = []) => (await engine.query(sql, values)).rows,
    close: async () => void (await Promise.all([owner.end(), engine.end()])),
  }
}

export type Service = Awaited<ReturnType<typeof startOwnService>>

const stackCertificate = () => ({
  cert: readFileSync(stackValue('TLS_CERTIFICATE_FILE')),
  key: readFileSync(stackValue('TLS_KEY_FILE')),
})
