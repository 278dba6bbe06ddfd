import { mkdirSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { QUEUES } from './core/contracts/jobs.ts'
import { type Clock, systemClock } from './core/platform/clock.ts'
import { type Config, readConfig, type SettingName } from './core/platform/config.ts'
import type { Cell, Cells } from './core/platform/context.ts'
import { Database } from './core/platform/database.ts'
import { type Degradation, watchDependency } from './core/platform/degradation.ts'
import { Hints } from './core/platform/hints.ts'
import { Identity } from './core/platform/identity.ts'
import { Jobs } from './core/platform/jobs.ts'
import { createKeyRows } from './core/platform/key-rows.ts'
import { createKeyWrapper, type WrapperSettings } from './core/platform/key-wrapper.ts'
import type { Log } from './core/platform/log.ts'
import type { Metrics } from './core/platform/metrics.ts'
import { openStorage } from './core/platform/open-storage.ts'
import { type KeyRows, OrganizationKeys } from './core/platform/organization-keys.ts'
import { createPictureUrls } from './core/platform/picture-url.ts'
import { PictureDecoder } from './core/platform/pictures/decoder.ts'
import { ConfigMistakes } from './core/platform/setting-mistakes.ts'
import { createTracer, type Tracer } from './core/platform/traces.ts'
import { EventHub } from './inspection/events/hub.ts'
import { Streams } from './inspection/events/streams.ts'
import { QuotaCache } from './tenancy/quotas/quota-cache.ts'

/** What is loaded into every process of Node, by whoever set it. */
export const nodeOptions = process.env.NODE_OPTIONS ?? ''

const START_AGAIN_MS = 1_000

/** Reads the configuration or ends the process with a list of what to fix. */
export function loadConfig<N extends SettingName = SettingName>(names?: readonly N[]): Pick<Config, N> {
  try {
    return readConfig(process.env, names)
  } catch (error) {
    if (!(error instanceof ConfigMistakes)) throw error
    console.error(error.message)
    process.exit(78)
  }
}

/** Pictures lie here between arriving and being decoded; nobody else may put something in their place. */
function requireOwnFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(dir)
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return
  console.error(`TEMPORARY_DIR ${dir} must belong to the user of the service and be writable by nobody else`)
  process.exit(78)
}

/** What both roles hold. One cell today; the map is where a second one goes. */
export async function openParts(config: Config, role: 'api' | 'worker', log: Log) {
  requireOwnFolder(config.TEMPORARY_DIR)
  const database = new Database({
    url: config.DATABASE_URL,
    connections: config.DATABASE_CONNECTIONS,
    log,
    applicationName: `walkaround ${role}`,
  })
  const keys = openKeys(config, createKeyRows(database), systemClock)
  const cell: Cell = {
    database,
    jobs: new Jobs(
      { url: config.DATABASE_URL, connections: role === 'worker' ? 4 : 2, queues: QUEUES, log },
      role === 'worker' ? 'worker' : 'sender',
    ),
    storage: openStorage(config, keys),
    keys,
  }
  const cells: Cells = { cellOf: () => cell }
  const pictureUrls = createPictureUrls({
    keys: config.PICTURE_URL_KEYS,
    publicUrl: config.PUBLIC_URL,
    ttlS: config.PICTURE_URL_TTL_S,
    windowS: config.PICTURE_URL_WINDOW_S,
    now: systemClock.nowMs,
  })
  const quotas = new QuotaCache({ database: cell.database, config, clock: systemClock, log })
  return { cell, cells, pictureUrls, clock: systemClock, config, quotas }
}

/** The keys of organizations, wherever their rows are read. */
export function openKeys(
  config: WrapperSettings & Pick<Config, 'ORGANIZATION_KEY_CACHE_S'>,
  rows: KeyRows,
  clock: Clock,
): OrganizationKeys {
  return new OrganizationKeys({
    rows,
    wrapper: createKeyWrapper(config),
    cacheMs: config.ORGANIZATION_KEY_CACHE_S * 1000,
    nowMs: clock.nowMs,
  })
}

/** The database may come up after the service. Until it does, the process waits, is not ready, and says why. */
export async function startJobs(cell: Cell, log: Log): Promise<void> {
  for (;;) {
    try {
      return await cell.jobs.start()
    } catch (error) {
      log.warn({ err: error }, 'the job engine cannot reach the database; trying again')
      await delay(START_AGAIN_MS)
    }
  }
}

export function createIdentity(config: Config, clock: Clock, metrics: Metrics): Identity {
  return new Identity({
    issuer: config.OIDC_ISSUER,
    audience: config.OIDC_AUDIENCE,
    tokenType: config.OIDC_TOKEN_TYPE,
    organizationClaim: config.OIDC_ORGANIZATION_CLAIM,
    permissionsClaim: config.OIDC_PERMISSIONS_CLAIM,
    clock,
    observeFailure: () => metrics.issuerFailures.inc(),
  })
}

/** Null unless a collector is configured: then nothing is recorded, and nothing is loaded that would be. */
export function openTracer(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'>,
  { role, log, metrics }: { role: string; log: Log; metrics: Metrics },
): Tracer | null {
  const url = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const observe = (outcome: string, count: number) => metrics.spans.inc({ outcome }, count)
  return url === undefined ? null : createTracer({ url, role, log, observe })
}

/** What tells the clients of an API process what happens. Start the hub before the process listens. */
export function createEvents(
  config: Config,
  parts: { cell: Pick<Cell, 'database'>; clock: Clock; metrics: Metrics; log: Log; hinted?: boolean },
): { hub: EventHub; streams: Streams } {
  const { cell, clock, metrics, log, hinted = true } = parts
  const applicationName = 'walkaround api events'
  const hub = new EventHub({
    database: cell.database,
    hints: hinted ? new Hints({ url: config.DATABASE_URL, applicationName, log }) : null,
    pollMs: config.EVENT_POLL_MS,
    log,
    observeLag: (seconds) => metrics.eventLag.observe(seconds),
  })
  return { hub, streams: new Streams({ hub, clock, config, metrics }) }
}

export function createDecoder(config: Config, log: Log, metrics: Metrics): PictureDecoder {
  return new PictureDecoder({
    children: config.DECODE_CHILDREN,
    temporaryDir: config.TEMPORARY_DIR,
    timeoutMs: config.DECODE_TIMEOUT_MS,
    pixelsMax: config.IMAGE_PIXELS_MAX,
    log,
    observe: (outcome, seconds) => metrics.decodes.observe({ outcome }, seconds),
  })
}

/** Without these a process can do nothing. */
export async function findFaults(cell: Cell): Promise<string[]> {
  const faults = await Promise.all([cell.database.findFault(), cell.jobs.findFault()])
  return faults.filter((fault) => fault !== null)
}

/** Without the object store a process does all the rest. */
export function watchStorage({ storage }: Cell, clock: Clock): () => Promise<Degradation | null> {
  return watchDependency({
    dependency: 'object store',
    affects: 'adding and opening pictures, analyses, reports',
    findFault: () => storage.findFault(),
    clock,
  })
}

export async function closeParts(cell: Cell, waitMs: number): Promise<void> {
  await cell.jobs.stop(waitMs)
  await cell.database.close()
  cell.storage.close()
}
