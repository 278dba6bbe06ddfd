import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { QueueState } from './jobs.ts'
import { createMetrics, observeQuotaUse } from './metrics.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/metrics.md'), 'utf8')

function createAll(readQueues: () => Promise<QueueState[]>) {
  const metrics = createMetrics('test')
  metrics.watchConnections({ connections: { used: 3, idle: 1, max: 10, waiting: 2 } })
  metrics.watchQueues(readQueues)
  metrics.watchDegradation(async () => null)
  observeQuotaUse(metrics, () => ({}))
  return metrics.registry
}

describe('metrics', () => {
  it('are all on their page, and the page names no others', () => {
    const ours = createAll(async () => [])
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => !/^walkaround_(process|nodejs)_/.test(name))
    const named = [...page.matchAll(/^\| `(walkaround_\w+)` \|/gm)].map((match) => match[1] ?? '')
    expect(named.toSorted()).toEqual(ours.toSorted())
  })

  it('say what runs, how the pool is used and how long each queue is, with one query', async () => {
    let queries = 0
    const registry = createAll(async () => {
      queries += 1
      return [{ queue: 'make_report', waiting: 4, active: 1, oldest_s: 12.5 }]
    })
    const text = await registry.metrics()
    expect(text).toMatch(/^walkaround_build_info\{version="\d+\.\d+\.\d+",node="v\d+.*",role="test"\} 1$/m)
    expect(text).toContain('walkaround_database_connections{state="used",role="test"} 3\n')
    expect(text).toContain('walkaround_database_connections{state="max",role="test"} 10\n')
    expect(text).toContain('walkaround_database_waiting{role="test"} 2\n')
    expect(text).toContain('walkaround_queue_waiting{queue="make_report",role="test"} 4\n')
    expect(text).toContain('walkaround_queue_active{queue="make_report",role="test"} 1\n')
    expect(text).toContain('walkaround_queue_oldest_seconds{queue="make_report",role="test"} 12.5\n')
    expect(queries).toBe(1)
  })

  it('come without those of the queues while the database does not answer', async () => {
    let isAway = false
    const registry = createAll(async () => {
      if (isAway) throw new Error('the database is away')
      return [{ queue: 'make_report', waiting: 4, active: 1, oldest_s: 12.5 }]
    })
    expect(await registry.metrics()).toContain('walkaround_queue_waiting{')
    isAway = true
    const text = await registry.metrics()
    expect(text).toContain('walkaround_build_info{')
    expect(text).not.toMatch(/^walkaround_queue_\w+\{/m)
  })
})
