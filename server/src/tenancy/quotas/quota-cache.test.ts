import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { Database } from '../../core/platform/database.ts'
import { QuotaCache } from './quota-cache.ts'

let service: Service
let databases: Database[]
beforeAll(async () => {
  service = await startService()
  databases = [1, 2].map(
    () =>
      new Database({
        url: service.config.DATABASE_URL,
        connections: 2,
        log: service.log,
        applicationName: 'test',
      }),
  )
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await service.stop()
})

/** As another process has it: connections and memory of its own, and a clock that stands still until it is told. */
function createCache(requestsMax: number, database: Pick<Database, 'callAcross'> | undefined) {
  let statements = 0
  let nowMs = Date.now()
  let pending: Promise<void> | null = null
  function follow<T>(answer: Promise<T>): Promise<T> {
    pending = Promise.allSettled([answer]).then(() => {
      pending = null
    })
    return answer
  }
  const cache = new QuotaCache({
    database: {
      callAcross: (name, values) => {
        statements++
        return follow(database ? database.callAcross(name, values) : Promise.reject(new Error('away')))
      },
    },
    config: { ...service.config, QUOTA_REQUESTS_PER_MINUTE_MAX: requestsMax },
    clock: { nowMs: () => nowMs },
    log: service.log,
  })
  return {
    cache,
    statements: () => statements,
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Until it has heard the answer to every question. */
    answered: async () => {
      while (pending) {
        await pending
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const minuteOf = async () =>
  (await service.rows("select date_trunc('minute', clock_timestamp())::text as minute"))[0].minute

/** Runs `work` again when a minute ended meanwhile, with another organization. */
async function withinOneMinute<T>(work: (orgId: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const before = await minuteOf()
    const done = await work(`org_${Math.random()}`)
    if ((await minuteOf()) === before || attempt === 5) return done
  }
}

describe('QuotaCache', () => {
  it('shares the requests of a minute between two processes, within a few per cent', async () => {
    const LIMIT = 3_000
    const { admitted, statements } = await withinOneMinute(async (orgId) => {
      const processes = databases.map((database) => createCache(LIMIT, database))
      let admitted = 0
      for (let n = 0; n < 2_500; n++) {
        for (const { cache } of processes) if (cache.takeRequest(orgId).allowed) admitted++
        // As between requests: the answers of the database come in.
        if (n % 10 === 0) for (const { answered } of processes) await answered()
      }
      return { admitted, statements: processes.reduce((sum, { statements }) => sum + statements(), 0) }
    })
    console.log(`admitted ${admitted} of ${LIMIT} at two processes, with ${statements} statements`)
    expect(admitted).toBeGreaterThan(LIMIT * 0.95)
    expect(admitted).toBeLessThan(LIMIT * 1.05)
    expect(statements).toBeLessThan(120)
  })

  it('asks once in five seconds for an organization with few requests', async () => {
    const { cache, statements, pass, answered } = createCache(6_000, databases[0])
    for (let n = 0; n < 50; n++) {
      if (n < 5) cache.takeRequest('org_quiet')
      cache.of('org_quiet')
      await answered()
      pass(99)
    }
    expect(statements()).toBe(1)
    pass(50)
    cache.of('org_quiet')
    await answered()
    expect(statements()).toBe(2)
  })

  it('heeds an override within ten seconds, also for an organization that was refused', async () => {
    const { cache, pass, answered } = createCache(10, databases[0])
    const orgId = 'org_override'
    const isAllowed = async () => {
      const { allowed } = cache.takeRequest(orgId)
      await answered()
      return allowed
    }
    // A minute of the database can end meanwhile; two can't.
    let taken = 0
    while (await isAllowed()) taken++
    expect(taken).toBeGreaterThanOrEqual(10)
    await service.rows('insert into quotas (org_id, requests_per_minute_max) values ($1, 100000)', [orgId])
    let passedMs = 0
    for (; passedMs < 10_000 && cache.of(orgId).requests_per_minute_max === 10; passedMs += 500) {
      pass(500)
      await isAllowed()
    }
    expect(passedMs).toBeLessThan(10_000)
    expect(await isAllowed()).toBe(true)
    expect(cache.of(orgId)).toMatchObject({ requests_per_minute_max: 100_000, uploads_in_flight_max: 32 })
  })

  it('goes by the defaults while the database is away, and asks no more than once a second', async () => {
    const { cache, statements, pass, answered } = createCache(50, undefined)
    const taken = Array.from({ length: 80 }, () => cache.takeRequest('org_away').allowed)
    expect(taken.filter(Boolean)).toHaveLength(50)
    await answered()
    pass(999)
    for (let n = 0; n < 80; n++) cache.takeRequest('org_away')
    await answered()
    expect(statements()).toBe(1)
    expect(cache.of('org_away').bytes_stored_max).toBe(service.config.QUOTA_BYTES_STORED_MAX)
    pass(1)
    cache.takeRequest('org_away')
    await answered()
    expect(statements()).toBe(2)
  })
})
