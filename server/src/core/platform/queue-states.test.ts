import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../../test/factories.ts'
import { startJobEngine } from '../../../test/job-engine.ts'

let engine: Awaited<ReturnType<typeof startJobEngine>>
beforeAll(async () => {
  engine = await startJobEngine({ counted: { retries: 2, expireS: 60, large: false } })
})
afterAll(async () => {
  await engine.stopWorkers()
  await engine.stop()
})

it('counts what waits and runs in each queue, and says since when the oldest could have been taken', async () => {
  const stateOf = async (queue: string) =>
    (await engine.sender.readQueues()).find((state) => state.queue === queue)
  expect(await stateOf('counted')).toEqual({ queue: 'counted', waiting: 0, active: 0, oldest_s: 0 })
  await engine.send('counted', 3)
  const first = await stateOf('counted')
  expect(first).toMatchObject({ waiting: 3, active: 0 })
  await waitFor(
    'an older job',
    async () => Number((await stateOf('counted'))?.oldest_s) > Number(first?.oldest_s),
  )
  const [running, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await engine.startWorker('counted', { concurrency: 1, batch: 1 }, async () => {
    running.resolve()
    await hold.promise
  })
  await running.promise
  expect(await stateOf('counted')).toMatchObject({ waiting: 2, active: 1 })
  hold.resolve()
  await engine.waitForAll('counted', 'completed', 3)
  expect(await stateOf('counted')).toEqual({ queue: 'counted', waiting: 0, active: 0, oldest_s: 0 })
})
