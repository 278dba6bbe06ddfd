import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Client } from './client.ts'
import { createGround, type Ground, openStore, serverRoot } from './ground.ts'
import { History } from './history.ts'
import { Http } from './http.ts'
import { freePorts } from './ports.ts'
import { ServerProcess } from './processes.ts'
import { rememberModels } from './remember-models.ts'
import { readStack, type Settings, setting } from './stack.ts'
import type { Subject } from './subject.ts'
import { ensureTemplate } from './template.ts'
import { createTokens, type Tokens } from './tokens.ts'

type Wanted = {
  apis: number
  workers: number
  settings?: Settings
  nodeArgs?: string[]
  /** False: models compute every answer, also what was asked before. */
  remembersModels?: boolean
  /** After how many seconds without a sign of life a worker's jobs go to another; null or nothing: as the service has it. */
  heartbeatS?: number | null
  /** Where the version lies that begins; another than the one under test. */
  root?: string
}

/** For few pictures: each thread that runs models loads them by itself. */
export const FEW_PICTURES: Settings = { INFERENCE_THREADS: '1' }

/** A service that runs, as another process is told of it. */
export type Standing = { name: string; settings: Settings; urls: readonly string[] }

/** The service on a ground of its own: database, bucket, processes and folder, all gone after close(). */
export class Harness {
  readonly folder: string
  readonly ground: Ground
  readonly history: History
  readonly tokens: Tokens
  readonly http: Http
  readonly apis: ServerProcess[] = []
  readonly workers: ServerProcess[] = []
  readonly urls: string[] = []
  readonly #others: ServerProcess[] = []
  readonly #nodeArgs: string[]
  readonly #workerArgs: string[]
  readonly #root: string
  readonly #owner: pg.Pool
  readonly #app: pg.Pool

  private constructor(
    folder: string,
    ground: Ground,
    wanted: Pick<Wanted, 'nodeArgs' | 'remembersModels' | 'root'> = {},
  ) {
    const { nodeArgs = [], remembersModels = true, root = serverRoot } = wanted
    this.#nodeArgs = nodeArgs
    this.#workerArgs = remembersModels ? rememberModels(ground.settings) : []
    this.#root = root
    this.folder = folder
    this.ground = ground
    this.history = new History(join(folder, 'history.jsonl'))
    this.tokens = createTokens(ground.settings)
    this.http = new Http(ground.settings)
    this.#owner = openPool(setting(ground.settings, 'DATABASE_OWNER_URL'))
    this.#app = openPool(setting(ground.settings, 'DATABASE_URL'))
  }

  static async open(wanted: Wanted): Promise<Harness> {
    const stack = readStack()
    const folder = mkdtempSync(join(tmpdir(), 'walkaround-prove-'))
    const settings = { ...stack, ...wanted.settings }
    const ground = await createGround(settings, await ensureTemplate(settings, wanted.root))
    const harness = new Harness(folder, ground, wanted)
    try {
      // A copy of a database sends nothing before somebody says that it may.
      await harness.rows('update webhook_cursor set home = database_identity()')
      await harness.setHeartbeat(wanted.heartbeatS)
      await harness.#startAll(wanted)
      return harness
    } catch (error) {
      await harness.close()
      throw error
    }
  }

  /** A service that another process has opened and will close: close() ends here only what was started here. */
  static join({ name, settings, urls }: Standing): Harness {
    const s3 = openStore(settings)
    const ground = { name, settings, s3, remove: async () => s3.destroy() }
    const harness = new Harness(mkdtempSync(join(tmpdir(), 'walkaround-prove-')), ground)
    harness.urls.push(...urls)
    return harness
  }

  describe(): Standing {
    return { name: this.ground.name, settings: this.ground.settings, urls: this.urls }
  }

  /** Rows as the owner of the tables sees them: all organizations. Only checks use it. */
  async rows<Row extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#owner.query<Row>(query, values)).rows
  }

  /** The job engine's tables belong to the service's own role. */
  async jobRows<Row extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#app.query<Row>(query, values)).rows
  }

  /** Another time without a sign of life after which a worker's jobs go to another. */
  async setHeartbeat(seconds: number | null = null): Promise<void> {
    if (seconds !== null) await this.jobRows('update pgboss.queue set heartbeat_seconds = $1', [seconds])
  }

  /** A job of a schedule before its minute is over, unless one waits. */
  async runScheduled(job: string): Promise<void> {
    await this.jobRows(
      `insert into pgboss.job (name, data, group_id) select $1, '{"org_id": "none"}', 'none'
       where not exists (select from pgboss.job where name = $1 and state < 'completed')`,
      [job],
    )
  }

  /** What the invariants are checked on. */
  subject(): Subject {
    return {
      rows: this.rows.bind(this),
      s3: this.ground.s3,
      bucket: this.ground.name,
      calls: this.history.calls,
      operatorKeys: setting(this.ground.settings, 'SEALING_KEYS'),
    }
  }

  createClient(name: string, account: string, urls: readonly string[] = this.urls): Client {
    return new Client({ http: this.http, tokens: this.tokens, history: this.history, urls }, name, account)
  }

  /** Another entry point in the API's place, or other settings, on the same ground. */
  async startApi(
    program = 'server/src/api.ts',
    args: string[] = [],
    settings: Settings = {},
  ): Promise<{ api: ServerProcess; url: string }> {
    const [port = 0, operationsPort = 0] = await freePorts(2)
    const name = `api-${this.apis.length + this.#others.length + 1}`
    const url = `https://127.0.0.1:${port}`
    const own = { ...settings, API_PORT: `${port}`, OPERATIONS_PORT: `${operationsPort}`, PUBLIC_URL: url }
    const api = this.#process(name, program, args, own, operationsPort)
    this.#others.push(api)
    api.start()
    await api.waitReady()
    return { api, url }
  }

  /** One more API for all clients. */
  async addApi(program: string, settings: Settings = {}): Promise<string> {
    const { api, url } = await this.startApi(program, [], settings)
    this.#offer(api, url)
    return url
  }

  async startWorker(program = 'server/src/worker.ts', args: string[] = []): Promise<ServerProcess> {
    const [operationsPort = 0] = await freePorts(1)
    const own = { WORKER_OPERATIONS_PORT: `${operationsPort}` }
    const name = `worker-${this.workers.length + 1}`
    const worker = this.#process(name, program, args, own, operationsPort, this.#workerArgs)
    this.workers.push(worker)
    worker.start()
    await worker.waitReady()
    return worker
  }

  temporaryDir(process: ServerProcess): string {
    return setting(process.launch.settings, 'TEMPORARY_DIR')
  }

  /** Lines of the processes' logs that match, for a report of what went wrong. */
  logLines(pattern: RegExp, most = 5): string[] {
    const files = [...this.apis, ...this.#others, ...this.workers].map((process) => process.launch.logFile)
    const lines = [...new Set(files)].flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    return lines.filter((line) => pattern.test(line)).slice(0, most)
  }

  /** Processes that nobody here ended and that ended all the same, with the last they said. */
  listDeaths(): string[] {
    return [...this.apis, ...this.workers, ...this.#others].flatMap(({ endedByItself, launch }) => {
      if (!endedByItself) return []
      return [`${launch.name}: ${endedByItself}; ${readFileSync(launch.logFile, 'utf8').slice(-1_500)}`]
    })
  }

  async close(): Promise<void> {
    // A connection breaks a moment before its process is reported as gone.
    await delay(300)
    for (const death of this.listDeaths()) console.log(`PROCESS ENDED BY ITSELF ${death}`)
    const processes = [...this.apis, ...this.workers, ...this.#others]
    await Promise.all(processes.map((process) => process.end('SIGKILL')))
    await this.http.close()
    await Promise.all([this.#owner.end(), this.#app.end()])
    await this.ground.remove()
    if (process.env.PROVE_KEEP_FOLDER) return console.log(`kept ${this.folder}`)
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #startAll(wanted: Wanted): Promise<void> {
    const apis = Array.from({ length: wanted.apis }, () => this.startApi())
    const workers = Array.from({ length: wanted.workers }, () => this.startWorker())
    // All of them have ended their start, well or not, before anybody closes them.
    const ends = await Promise.allSettled([...apis, ...workers])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    for (const { api, url } of await Promise.all(apis)) this.#offer(api, url)
  }

  #offer(api: ServerProcess, url: string): void {
    this.#others.splice(this.#others.indexOf(api), 1)
    this.apis.push(api)
    this.urls.push(url)
  }

  #process(
    name: string,
    program: string,
    args: string[],
    own: Settings,
    operationsPort: number,
    nodeArgs: string[] = [],
  ): ServerProcess {
    const temporary = join(this.folder, `${name}-temporary`)
    mkdirSync(temporary, { recursive: true })
    const settings = {
      // Workers start dozens of times, with the same models.
      MODEL_CHECKS_DIR: join(setting(this.ground.settings, 'STACK_DIR'), 'model-checks'),
      ...this.ground.settings,
      ...own,
      TEMPORARY_DIR: temporary,
      DRAIN_WAIT_MS: '1',
      LOG_LEVEL: 'warn',
    }
    const logFile = join(this.folder, `${name}.log`)
    return new ServerProcess({
      name,
      program: resolve(this.#root, program),
      args,
      nodeArgs: [...this.#nodeArgs, ...nodeArgs],
      settings,
      operationsPort,
      logFile,
    })
  }
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 5_000 })
  // The kills campaign ends the database under it; the next query opens a new connection.
  pool.on('error', () => {})
  return pool
}
