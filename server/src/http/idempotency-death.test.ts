import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { freePorts } from '../../../testing/ports.ts'
import { readStack } from '../../../testing/stack.ts'
import { exchange } from '../../test/exchange.ts'
import { waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'

const WAIT_MS_MAX = 5_000

let service: Service
beforeAll(async () => {
  service = await startOwnService({ why: 'it kills an api' })
})
afterAll(() => service.stop())

/** A second api on the same database. */
async function startApi() {
  const [port, operationsPort] = await freePorts(2)
  const { TLS_CERTIFICATE_FILE: _certificate, TLS_KEY_FILE: _key, ...plain } = readStack()
  const api = spawn(process.execPath, [join(import.meta.dirname, '../api.ts')], {
    env: {
      ...plain,
      ...compileCache,
      DATABASE_URL: service.config.DATABASE_URL,
      API_PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      TEMPORARY_DIR: service.temporaryDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of api.stdout) if (String(line).includes('api listening')) break
  api.stdout.resume()
  return { api, url: `http://127.0.0.1:${port}` }
}

const countInspections = async () => Number((await service.rows('select count(*) from inspections'))[0].count)

describe('a key whose api was killed', () => {
  it('is free within seconds, and its request has had no effect', async () => {
    const { api, url } = await startApi()
    const blocker = new pg.Client({ connectionString: service.ownerUrl })
    await blocker.connect()
    await blocker.query('begin; lock table inspections in share mode')
    const call = { json: { tasks: {} }, headers: { 'idempotency-key': 'killed' } }
    const first = fetch(`${url}/v1/inspections`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await service.tokenOf('alder-manager')}`,
        'content-type': 'application/json',
        ...call.headers,
      },
      body: JSON.stringify(call.json),
    }).catch(() => null)
    const before = await countInspections()
    await waitFor('the first request to wait behind the lock', async () => {
      const rows = await service.rows(
        "select 1 from pg_locks l join pg_database d on d.oid = l.database where not granted and relation = 'inspections'::regclass and d.datname = current_database()",
      )
      return rows.length === 1
    })
    // The first is slow and alive: nobody takes its key.
    expect((await exchange(service, 'POST', '/inspections', call)).status).toBe(409)

    api.kill('SIGKILL')
    await once(api, 'exit')
    await first
    await blocker.query('commit')
    await blocker.end()
    const repeat = await waitFor(
      'the repeat to take effect',
      async () => {
        const answer = await exchange(service, 'POST', '/inspections', call)
        return answer.status === 201 && answer
      },
      WAIT_MS_MAX,
    )
    expect(repeat.headers.get('idempotency-replayed')).toBeNull()
    expect(await countInspections()).toBe(before + 1)
  })
})
