import { readFileSync } from 'node:fs'
import { buildApp } from '../src/app.ts'
import { PERMISSIONS } from '../src/core/contracts/permissions.ts'
import { Database, type OrganizationDatabase } from '../src/core/platform/database.ts'
import { createEgress } from '../src/core/platform/egress.ts'
import type { Principal } from '../src/core/platform/identity.ts'
import { createLog } from '../src/core/platform/log.ts'
import { createMetrics } from '../src/core/platform/metrics.ts'
import { listenForOperations } from '../src/http/operations.ts'
import {
  createDecoder,
  createEvents,
  createIdentity,
  findFaults,
  loadConfig,
  openParts,
} from '../src/process-parts.ts'

// The API with its own checks defeated: every token is a principal of the victim's organization with all permissions,
// so that each `org_id = …` in the code lets it through, while the database is open for another organization.
// Use: node api-rls-only.ts <organization the code believes in> <organization the database is opened for>
//   [<another one it is opened for> <port>]: the same once more in this process, on a port of its own
const [believed, opened, openedToo, port] = process.argv.slice(2)
if (!believed || !opened) throw new Error('two organizations are needed: the believed and the opened one')

const config = loadConfig()
const log = createLog(config.LOG_LEVEL, 'api-rls-only')
const { cell, metrics } = await listen(opened, config.API_PORT, config.PUBLIC_URL)
if (openedToo && port) await listen(openedToo, Number(port), `https://${config.API_HOST}:${port}`)
await listenForOperations({
  host: config.OPERATIONS_HOST,
  port: config.OPERATIONS_PORT,
  findFaults: () => findFaults(cell),
  metrics,
})

async function listen(opened: string, port: number, publicUrl: string) {
  class FixedDatabase extends Database {
    override forOrganization(): OrganizationDatabase {
      return super.forOrganization(opened)
    }
  }
  const metrics = createMetrics('api')
  const parts = await openParts({ ...config, PUBLIC_URL: publicUrl }, 'api', log)
  await parts.cell.jobs.start()
  const database = new FixedDatabase({
    url: config.DATABASE_URL,
    connections: config.DATABASE_CONNECTIONS,
    log,
    applicationName: 'walkaround api-rls-only',
  })
  const cell = { ...parts.cell, database }
  const real = createIdentity(config, parts.clock, metrics)
  const identity = {
    verify: async (token: string): Promise<Principal> => {
      const { subject } = await real.verify(token)
      return { subject, org_id: believed ?? '', permissions: new Set(Object.keys(PERMISSIONS)) }
    },
  }
  const intake = {
    decoder: createDecoder(config, log, metrics),
    egress: createEgress({ allowHttp: false }),
  }
  const tls =
    config.TLS_CERTIFICATE_FILE && config.TLS_KEY_FILE
      ? { tls: { cert: readFileSync(config.TLS_CERTIFICATE_FILE), key: readFileSync(config.TLS_KEY_FILE) } }
      : {}
  const { hub, streams } = createEvents(config, { cell, clock: parts.clock, metrics, log })
  await hub.start()
  const app = await buildApp({
    ...parts,
    hub,
    streams,
    cells: { cellOf: () => cell },
    identity,
    intake,
    webhookEgress: createEgress(),
    log,
    metrics,
    ...tls,
  })
  await app.listen({ host: config.API_HOST, port })
  return { cell, metrics }
}
