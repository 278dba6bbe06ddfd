import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileCache } from '../../testing/compile-cache.ts'
import { freePorts } from '../../testing/ports.ts'
import { readStack, stackValue } from '../../testing/stack.ts'
import type { CutOffFacts, CutOffWish } from '../test/cut-off.ts'
import { createDatabase } from '../test/database.ts'
import { copyModels } from '../test/models.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
if (!isRoot) console.warn('NOT TESTED: only root can show that nothing leaves the machine')

const WATCH_MS = 5_000
const models = copyModels(['vehicle-detector', 'text-detector'])
const folder = mkdtempSync(join(tmpdir(), 'walkaround-cut-off-'))
const home = join(folder, 'home')
const doors: Server[] = []
let database: Awaited<ReturnType<typeof createDatabase>>
let ports: number[]

beforeAll(async () => {
  database = await createDatabase()
  ports = ['S3_ENDPOINT', 'OIDC_ISSUER'].map((name) => Number(new URL(stackValue(name)).port))
  ports.push(Number(new URL(database.DATABASE_URL).port))
  mkdirSync(home)
  for (const port of ports) {
    const door = createServer((inside) => {
      const engine = connect(port, '127.0.0.1')
      inside.on('error', () => engine.destroy())
      engine.on('error', () => inside.destroy())
      inside.pipe(engine).pipe(inside)
    })
    door.listen(join(folder, `${port}.sock`))
    await once(door, 'listening')
    doors.push(door)
  }
})
afterAll(async () => {
  for (const door of doors) door.close()
  await database.drop()
  models.remove()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(!isRoot)('api, worker and model server leave no file in the home and look up no name', async () => {
  const [api = 0, apiOperations = 0, workerOperations = 0, modelServer = 0] = await freePorts(4)
  const process = (program: string, ready: string, own: Record<string, string>) => {
    const temporary = join(folder, program)
    mkdirSync(temporary, { mode: 0o700 })
    const given = { ...readStack(), DATABASE_URL: database.DATABASE_URL, LOG_LEVEL: 'info' }
    const places = { HOME: home, TEMPORARY_DIR: temporary, MODELS_DIR: models.folder }
    return {
      program: join(import.meta.dirname, program),
      ready,
      env: { PATH: globalThis.process.env.PATH ?? '', ...given, ...compileCache, ...places, ...own },
    }
  }
  const wish: CutOffWish = {
    folder,
    ports,
    processes: [
      process('api.ts', 'api listening', { API_PORT: `${api}`, OPERATIONS_PORT: `${apiOperations}` }),
      process('worker.ts', 'worker ready', { WORKER_OPERATIONS_PORT: `${workerOperations}` }),
      process('model-server.ts', 'model server ready', { MODEL_SERVER_PORT: `${modelServer}` }),
    ],
    watchMs: WATCH_MS,
  }
  const program = join(import.meta.dirname, '../test/cut-off.ts')
  const cutOff = ['--net', '--mount', '--', globalThis.process.execPath, program, JSON.stringify(wish)]
  const { stdout } = await run('unshare', cutOff)
  // Written by the program above.
  const facts = JSON.parse(stdout) as CutOffFacts
  expect(facts.control, 'the listener hears a lookup').toBeGreaterThan(0)
  expect(facts).toMatchObject({ lookups: [], ended: [] })
  expect(readdirSync(home, { recursive: true })).toEqual([])
})
