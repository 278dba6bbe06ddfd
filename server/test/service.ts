import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { callsOf } from './calls.ts'
import { openCleaner } from './clean-database.ts'
import { requireDeclared } from './left-over.ts'
import { type Service, startOwnService } from './own-service.ts'
import { noteStarted } from './unstopped.ts'

/** A service of this process. A file may begin to use it again before it has ended to. */
type World = { service: Service; clean: () => Promise<void>; users: number }

const WHY = 'it is the one that the files of this process use'

const worlds: { alone?: Promise<World>; beside?: Promise<World> } = {}

/**
 * The service that the files of a process use one after the other. Each has organizations of its own, `org.alder` and
 * `org.birch`, that nothing in the memory of the service knows, and finds empty tables. For a file that needs none of
 * the options of `startOwnService`. No worker runs, so jobs wait for the test.
 */
export async function startService(): Promise<Service> {
  worlds.alone ??= startWorld()
  return enter(await worlds.alone)
}

/** The same, on another database, beside a running worker. */
export async function startServiceWithWorker(): Promise<Service> {
  worlds.beside ??= startWorld().then(async (world) => {
    const worker = await world.service.startWorker()
    atEnd(() => worker.kill('SIGKILL'))
    return world
  })
  return enter(await worlds.beside)
}

async function startWorld(): Promise<World> {
  const service = await startOwnService({ why: WHY })
  atEnd(() => rmSync(service.temporaryDir, { recursive: true, force: true }))
  return { service, clean: await openCleaner(service), users: 0 }
}

function enter(world: World): Service {
  const { service } = world
  world.users += 1
  const begin = service.logLines().length
  // Connections of its own, as a file may change the session of one.
  const tables = service.openTables()
  const stop = async () => {
    noteStopped()
    await tables.close()
    world.users -= 1
    if (world.users > 0) return
    try {
      await service.requests.requireNone()
    } finally {
      service.requests.closeAll()
      for (const name of readdirSync(service.temporaryDir))
        rmSync(join(service.temporaryDir, name), { recursive: true, force: true })
      await world.clean()
    }
    requireDeclared(service.logLines().slice(begin))
  }
  const noteStopped = noteStarted(stop)
  return {
    ...service,
    ...tables,
    ...callsOf(service.url, { suffix: `_${randomBytes(4).toString('hex')}` }),
    logLines: () => service.logLines().slice(begin),
    startWorker: async () => {
      throw new Error('other files have jobs that wait: use startServiceWithWorker, or startOwnService')
    },
    stop,
  }
}

const cleaning: (() => void)[] = []

/** However the process ends, which nothing waits for. Its database goes in `drop-databases.ts`. */
function atEnd(clean: () => void): void {
  if (cleaning.push(clean) > 1) return
  const cleanAll = () => {
    for (const one of cleaning.splice(0)) one()
  }
  process.once('exit', cleanAll)
  for (const end of ['SIGTERM', 'disconnect'] as const)
    process.once(end, () => {
      // Before the exit, which the test runner may refuse.
      cleanAll()
      process.exit()
    })
}
