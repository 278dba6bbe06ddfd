import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { checkHealth } from '../src/doctor/check-health.ts'

it('names what a degraded process lacks, since when, and what does not work', async () => {
  const fault = 'object store does not answer'
  const since = '2026-11-17T09:30:00.000Z'
  const body = { status: 'degraded', faults: [fault], degraded: [{ fault, since, affects: 'pictures' }] }
  const server = createServer((_request, response) => response.end(JSON.stringify(body))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  try {
    expect(await checkHealth(`http://127.0.0.1:${port}`)).toEqual([
      {
        name: `127.0.0.1:${port}`,
        state: 'fault',
        says: `${fault} since ${since}; affected: pictures`,
        fix: expect.stringContaining('S3_ENDPOINT'),
      },
    ])
  } finally {
    server.close()
  }
})
