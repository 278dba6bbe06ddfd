import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFairGate } from './fair-gate.ts'
import type { QueueState } from './jobs.ts'
import { createMetrics, observeQuotaUse } from './metrics.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations/metrics.md'), 'utf8')

const busyGate = createFairGate({
  name: 'the test',
  capacity: 9,
  share: 2,
  waitingShare: 1,
  waitingMax: 1,
  waitMsMax: 1,
})
for (const organization of ['alder', 'birch', 'birch']) await busyGate.enter(organization)

function createAll(readQueues: () => Promise<QueueState[]>) {
  const metrics = createMetrics('test')
  metrics.watchDatabase({
    connections: { used: 3, idle: 1, max: 10, waiting: 2 },
    isAnswering: () => Promise.reject(new Error('away')),
  })
  metrics.watchReadiness(async () => ['starting'])
  metrics.watchDisk(import.meta.dirname)
  metrics.watchQueues(readQueues)
  metrics.watchDegradation(async () => null)
  metrics.watchGates([busyGate])
  observeQuotaUse(metrics, (count) => ({ bytes_stored: [0.9, 0.5, 0.2, 0.1].slice(0, count) }))
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
    expect(text).toContain('walkaround_database_up{role="test"} 0\n')
    expect(text).toContain('walkaround_ready{role="test"} 0\n')
    expect(text).toMatch(/^walkaround_temporary_dir_free_ratio\{role="test"\} 0\.\d+$/m)
    expect(text).toContain('walkaround_queue_waiting{queue="make_report",role="test"} 4\n')
    expect(text).toContain('walkaround_queue_active{queue="make_report",role="test"} 1\n')
    expect(text).toContain('walkaround_queue_oldest_seconds{queue="make_report",role="test"} 12.5\n')
    expect(queries).toBe(1)
  })

  it('tell of three organizations at most, and name none', async () => {
    const text = await createAll(async () => []).metrics()
    expect(text.match(/^walkaround_quota_use_ratio\{.*$/gm)).toEqual([
      'walkaround_quota_use_ratio{quota="bytes_stored",rank="1",role="test"} 0.9',
      'walkaround_quota_use_ratio{quota="bytes_stored",rank="2",role="test"} 0.5',
      'walkaround_quota_use_ratio{quota="bytes_stored",rank="3",role="test"} 0.2',
    ])
    const gates = text.match(/^walkaround_gate_share_ratio\{.*$/gm)
    expect(gates).toEqual(
      [1, 0.5, 0].map(
        (ratio, index) =>
          `walkaround_gate_share_ratio{gate="the test",rank="${index + 1}",role="test"} ${ratio}`,
      ),
    )
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
