import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/factories.ts'
import { startJobEngine } from '../../../test/job-engine.ts'
import { JobHopeless, type JobPayload, type QueueSettings, type WorkOptions } from './jobs.ts'

// A queue for each test, so that no worker of one takes the jobs of another.
const plain: QueueSettings = { retries: 2, expireS: 60, large: false }
const large: QueueSettings = { ...plain, large: true }
const dead = ['failing_dead', 'hopeless_dead', 'step_dead']
const small = ['unread', 'prompt', 'cancelled', 'drained', 'returned', 'settings', 'broken_last']
const graphs = [0, 1, 30]
const queues: Record<string, QueueSettings> = {
  ...Object.fromEntries([...dead, ...small, ...graphs.map((n) => `last_${n}`)].map((name) => [name, plain])),
  ...Object.fromEntries(
    ['batch', 'together', 'fair', 'common', ...graphs.map((n) => `step_${n}`)].map((name) => [name, large]),
  ),
  failing: { ...plain, retries: 1, deadLetter: 'failing_dead' },
  hopeless: { ...plain, retries: 20, deadLetter: 'hopeless_dead' },
  broken_step: { ...large, retries: 0, deadLetter: 'step_dead' },
}

let engine: Awaited<ReturnType<typeof startJobEngine>>
beforeAll(async () => {
  engine = await startJobEngine(queues)
})
afterEach(() => engine.stopWorkers())
afterAll(() => engine.stop())

const one: WorkOptions = { concurrency: 1, batch: 1 }

describe('a job exists exactly when its transaction has committed', () => {
  it('none after a rollback, of a single job as of a graph', async () => {
    const undone = engine.inTransaction(async (tx) => {
      await engine.sender.enqueue(tx, 'unread', { org_id: 'org_a' })
      const step = { queue: 'unread', payload: { org_id: 'org_a' } }
      await engine.sender.enqueueGraph(tx, [step, step], step)
      await engine.sender.enqueueGraph(tx, [], step)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await engine.jobsIn('unread')).toEqual([])
  })

  it('exactly one after a commit, unseen before it', async () => {
    await engine.inTransaction(async (tx) => {
      await engine.sender.enqueue(tx, 'unread', { org_id: 'org_a', image_id: 'i', generation: 3 })
      expect(await engine.jobsIn('unread')).toEqual([])
    })
    expect(await engine.jobsIn('unread')).toMatchObject([
      { state: 'created', group_id: 'org_a', data: { org_id: 'org_a', image_id: 'i', generation: 3 } },
    ])
  })

  it('an error for a queue that is not installed', async () => {
    const refused = engine.inTransaction((tx) => engine.sender.enqueue(tx, 'nowhere', { org_id: 'org_a' }))
    await expect(refused).rejects.toThrow()
  })
})

describe('a worker', () => {
  it('starts a job soon after its commit, also when it had nothing to do', async () => {
    let started = 0
    await engine.startWorker('prompt', one, async () => void started++)
    for (let sent = 1; sent <= 2; sent++) {
      await engine.send('prompt')
      // Well below the two minutes after which the engine asks again by itself.
      await waitFor(`job ${sent} to start`, async () => started === sent)
      await engine.waitForAll('prompt', 'completed', sent)
    }
  })

  it('fails a job alone, not the batch it came in', async () => {
    await engine.send('batch', 20)
    const runs: unknown[] = []
    await engine.startWorker('batch', { concurrency: 1, batch: 20 }, async ({ n }) => {
      runs.push(n)
      if (n === 7 && runs.filter((run) => run === 7).length === 1) throw new Error('once')
    })
    const rows = await engine.waitForAll('batch', 'completed', 20)
    expect(rows.map((row) => row.retry_count).filter((count) => count > 0)).toEqual([1])
    expect(runs).toHaveLength(21)
    expect(new Set(runs).size).toBe(20)
  })

  it('retries a failing job, then hands its payload to the dead letter queue', async () => {
    let attempts = 0
    await engine.startWorker('failing', one, async () => {
      attempts++
      throw new Error('always')
    })
    const dead: JobPayload[] = []
    await engine.startWorker('failing_dead', one, async (payload) => void dead.push(payload))
    await engine.inTransaction((tx) =>
      engine.sender.enqueue(tx, 'failing', { org_id: 'org_a', image_id: 'i' }),
    )
    await waitFor('the dead letter', async () => dead.length > 0)
    await engine.waitForAll('failing_dead', 'completed', 1)
    expect(attempts).toBe(2)
    expect(dead).toEqual([{ org_id: 'org_a', image_id: 'i' }])
    expect(await engine.jobsIn('failing')).toMatchObject([
      { state: 'failed', output: { message: 'Error: always' } },
    ])
  })

  it('hands a hopeless job to the dead letter queue at once', async () => {
    let attempts = 0
    await engine.startWorker('hopeless', one, async () => {
      attempts++
      throw new JobHopeless('gone')
    })
    await engine.startWorker('hopeless_dead', one, async () => {})
    await engine.send('hopeless')
    await engine.waitForAll('hopeless_dead', 'completed', 1)
    expect(attempts).toBe(1)
    expect(await engine.jobsIn('hopeless')).toMatchObject([
      { state: 'failed', output: { message: 'JobHopeless: gone' } },
    ])
  })

  it('runs the jobs of a batch at the same time where it is told to, and fails each alone', async () => {
    await engine.send('together', 4)
    const all = Promise.withResolvers<void>()
    const runs: unknown[] = []
    await engine.startWorker('together', { concurrency: 1, batch: 4, together: true }, async ({ n }) => {
      runs.push(n)
      if (runs.length === 4) all.resolve()
      await all.promise
      if (n === 2 && runs.length === 4) throw new Error('once')
    })
    const rows = await engine.waitForAll('together', 'completed', 4)
    expect(rows.map((row) => row.retry_count).toSorted()).toEqual([0, 0, 0, 1])
    expect(runs).toHaveLength(5)
  })

  it('does not run a job that was cancelled, unless the cancelling was rolled back', async () => {
    const ids: string[] = []
    for (const n of [1, 2])
      await engine.inTransaction(async (tx) => {
        ids.push(
          await engine.sender.enqueueGraph(tx, [], { queue: 'cancelled', payload: { org_id: 'org_a', n } }),
        )
      })
    const [first = '', second = ''] = ids
    await engine.inTransaction((tx) => engine.sender.cancel(tx, 'cancelled', first))
    const undone = engine.inTransaction(async (tx) => {
      await engine.sender.cancel(tx, 'cancelled', second)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const ran: unknown[] = []
    await engine.startWorker('cancelled', one, async ({ n }) => void ran.push(n))
    await engine.waitForAll('cancelled', 'completed', 1)
    expect(ran).toEqual([2])
    expect((await engine.jobsIn('cancelled')).find((row) => row.id === first)?.state).toBe('cancelled')
  })

  it('gives an organization its turn although another has 200 jobs in the queue', async () => {
    const started: string[] = []
    const begun = Promise.withResolvers<void>()
    await engine.send('fair', 200, 'org_a')
    await engine.startWorker('fair', { concurrency: 2, batch: 10, fair: true }, async ({ org_id }) => {
      started.push(org_id)
      if (org_id === 'org_b') begun.resolve()
      // The first organization takes its time until the second one has had its turn, however slow the machine is.
      await Promise.race([begun.promise, delay(300)])
    })
    await waitFor('the first organization to be busy', async () => started.length > 0)
    await engine.send('fair', 1, 'org_b')
    await waitFor('the second organization to start', async () => started.includes('org_b'))
    expect(started.indexOf('org_b')).toBeLessThan(120)
    await engine.waitForAll('fair', 'completed', 201)
    expect(started).toHaveLength(201)
  })

  it('shares a queue with another worker: every job runs once', async () => {
    await engine.send('common', 200)
    const runs: [worker: number, n: unknown][] = []
    const both = Promise.withResolvers<void>()
    for (const worker of [1, 2])
      await engine.startWorker('common', { concurrency: 2, batch: 5 }, async ({ n }) => {
        runs.push([worker, n])
        if (new Set(runs.map(([worker]) => worker)).size === 2) both.resolve()
        // Or one worker empties the queue before the other has started.
        await both.promise
      })
    await engine.waitForAll('common', 'completed', 200)
    expect(runs).toHaveLength(200)
    expect(new Set(runs.map(([, n]) => n)).size).toBe(200)
    expect(new Set(runs.map(([worker]) => worker))).toEqual(new Set([1, 2]))
  })

  it('that is stopped finishes what it has started and leaves the rest in the queue', async () => {
    const [running, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const finished: unknown[] = []
    const worker = await engine.startWorker('drained', one, async ({ n }) => {
      running.resolve()
      await hold.promise
      finished.push(n)
    })
    await engine.send('drained', 50)
    await running.promise
    const stopped = worker.stop(10_000)
    expect(worker.findFault()).not.toBeNull()
    hold.resolve()
    await stopped
    const states = (await engine.jobsIn('drained')).map((row) => row.state)
    expect(states.filter((state) => state === 'completed')).toHaveLength(finished.length)
    expect(finished.length).toBeGreaterThan(0)
    expect(states.filter((state) => state === 'created')).toHaveLength(50 - finished.length)
  })

  it('that is stopped gives a job back that does not finish in time', async () => {
    const [running, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const worker = await engine.startWorker('returned', one, async () => {
      running.resolve()
      await never.promise
    })
    await engine.send('returned')
    await running.promise
    await worker.stop(1_000)
    expect(await engine.jobsIn('returned')).toMatchObject([{ state: 'retry' }])
    await engine.startWorker('returned', one, async () => {})
    await engine.waitForAll('returned', 'completed', 1)
    never.resolve()
  })
})

describe('the last job of a graph', () => {
  it.each(graphs)('runs once, after all of %i steps, and has the id that was returned', async (size) => {
    const done: string[] = []
    await engine.startWorker(`step_${size}`, { concurrency: 2, batch: 4 }, async ({ n }) => {
      // One step fails the first time: the last job waits for its second attempt too.
      if (n === 0 && !done.includes('failed once')) {
        done.push('failed once')
        throw new Error('once')
      }
      done.push(`step ${n}`)
    })
    await engine.startWorker(`last_${size}`, one, async () => void done.push('last'))
    const ids: string[] = []
    await engine.inTransaction(async (tx) => {
      const payload = (n: number) => ({ org_id: 'org_a', n })
      const steps = Array.from({ length: size }, (_, n) => ({ queue: `step_${size}`, payload: payload(n) }))
      ids.push(await engine.sender.enqueueGraph(tx, steps, { queue: `last_${size}`, payload: payload(-1) }))
    })
    const rows = await engine.waitForAll(`last_${size}`, 'completed', 1)
    expect(rows.map((row) => row.id)).toEqual(ids)
    expect(done.at(-1)).toBe('last')
    expect(done.filter((entry) => entry.startsWith('step'))).toHaveLength(size)
    expect(done.filter((entry) => entry === 'last')).toHaveLength(1)
  })

  it('does not run when a step has failed for good, which the dead letter queue is told', async () => {
    const done: string[] = []
    await engine.startWorker('broken_step', { concurrency: 1, batch: 4 }, async ({ n }) => {
      if (n === 1) throw new Error('always')
    })
    await engine.startWorker('broken_last', one, async () => void done.push('last'))
    await engine.startWorker('step_dead', one, async () => void done.push('dead letter'))
    await engine.inTransaction(async (tx) => {
      const step = (n: number) => ({ queue: 'broken_step', payload: { org_id: 'org_a', n } })
      await engine.sender.enqueueGraph(tx, [step(0), step(1), step(2)], { ...step(-1), queue: 'broken_last' })
    })
    await engine.waitForAll('broken_step', 'completed', 2)
    await engine.waitForAll('step_dead', 'completed', 1)
    expect(done).toEqual(['dead letter'])
    expect(await engine.jobsIn('broken_last')).toMatchObject([{ state: 'created', blocked: true }])
  })
})

describe('Jobs', () => {
  it('says that it has not started until it has', async () => {
    const jobs = engine.openJobs('sender')
    expect(jobs.findFault()).toBe('job engine not started')
    await jobs.start()
    expect(jobs.findFault()).toBeNull()
    await jobs.stop(1_000)
    expect(jobs.findFault()).toBe('job engine not started')
  })

  it('installed again takes over changed settings and keeps the jobs', async () => {
    await engine.send('settings', 3)
    await engine.install({ settings: { retries: 9, expireS: 77, large: false } })
    expect(await engine.queueRows('settings')).toMatchObject([{ retry_limit: 9, expire_seconds: 77 }])
    expect(await engine.jobsIn('settings')).toHaveLength(3)
  })
})
