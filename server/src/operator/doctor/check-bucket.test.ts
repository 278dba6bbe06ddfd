import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../../testing/ground.ts'
import { readStack } from '../../../../testing/stack.ts'
import { startStoreLine } from '../../../../testing/store-line.ts'
import { waitFor } from '../../../test/factories.ts'
import { readConfig } from '../../core/platform/config.ts'
import type { Check } from './check.ts'
import { checkBucket } from './check-bucket.ts'

/** Long enough for any answer that comes at all. */
const WATCHDOG_MS = 60_000
const LOST_MS = 100

const bucket = `doctor-slow-${process.pid}-${Date.now()}`
const config = readConfig({ ...readStack(), S3_BUCKET: bucket })
const s3 = openStore(readStack())
beforeAll(() => s3.send(new CreateBucketCommand({ Bucket: bucket })))
afterAll(async () => {
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
  s3.destroy()
})

/** Looks at the bucket over a line that answers nothing before this many requests have come. */
async function checkFrozen(requests: number, triesMsMax: readonly number[]): Promise<Check[]> {
  const line = await startStoreLine()
  try {
    line.begin('freeze')
    const checking = checkBucket({ ...config, S3_ENDPOINT: line.url }, triesMsMax)
    await waitFor('the last frozen request', async () => line.counts.requests >= requests)
    line.mend()
    return await checking
  } finally {
    await line.close()
  }
}

describe('checkBucket', () => {
  it('asks a bucket again that did not answer in time, and calls it slow', async () => {
    const checks = await checkFrozen(2, [LOST_MS, WATCHDOG_MS])
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ['bucket', 'ok'],
      ['bucket privacy', 'ok'],
      ['bucket response', 'warning'],
      ['clock of the object store', 'ok'],
    ])
    expect(checks[2]?.says).toBe('the first response came at attempt 2')
  })

  it('calls a bucket unknown, not missing, that never answers', async () => {
    // The third request asks for the time.
    const checks = await checkFrozen(3, [LOST_MS, LOST_MS])
    expect(checks.slice(0, 2)).toMatchObject([
      { name: 'bucket', state: 'fault', says: 'no response to 2 requests; the bucket may exist' },
      { name: 'bucket privacy', state: 'skipped' },
    ])
  })
})
