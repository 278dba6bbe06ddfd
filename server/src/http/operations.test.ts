import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { freePorts } from '../../../testing/ports.ts'
import { readStack } from '../../../testing/stack.ts'
import { startStoreLine } from '../../../testing/store-line.ts'
import { tokenOf } from '../../../testing/tokens.ts'
import { createDatabase } from '../../test/database.ts'

it('an api without its object store is degraded and stays ready; without its database it is only alive', async () => {
  const database = await createDatabase()
  let isDropped = false
  const dropDatabase = async () => {
    if (!isDropped) await database.drop()
    isDropped = true
  }
  const store = await startStoreLine()
  const temporaryDir = mkdtempSync(join(tmpdir(), 'walkaround-operations-'))
  const [port, operationsPort] = await freePorts(2)
  const { TLS_CERTIFICATE_FILE: _certificate, TLS_KEY_FILE: _key, ...plain } = readStack()
  const api = spawn(process.execPath, [join(import.meta.dirname, '../api.ts')], {
    env: {
      ...plain,
      ...compileCache,
      DATABASE_URL: database.DATABASE_URL,
      S3_ENDPOINT: store.url,
      API_PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      TEMPORARY_DIR: temporaryDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${operationsPort}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  const readiness = async () => {
    const { status, text } = await ask('/readyz')
    return { status, ...JSON.parse(text), code: status }
  }
  const degraded = async () => /^walkaround_degraded\{.*\} (\d)$/m.exec((await ask('/metrics')).text)?.[1]
  try {
    for await (const line of api.stdout) if (String(line).includes('api listening')) break
    api.stdout.resume()
    await expect.poll(readiness).toEqual({ code: 200, status: 'ok', faults: [] })
    expect(await degraded()).toBe('0')

    const stoppedMs = Date.now()
    store.begin('stop')
    const fault = 'object store does not answer'
    await expect.poll(readiness).toEqual({
      code: 200,
      status: 'degraded',
      faults: [fault],
      degraded: [
        {
          dependency: 'object store',
          fault,
          affects: 'adding and opening pictures, analyses, reports',
          since: expect.any(String),
        },
      ],
    })
    expect(Date.parse((await readiness()).degraded[0].since)).toBeGreaterThanOrEqual(stoppedMs)
    expect(await degraded()).toBe('1')
    // What needs no pictures is served meanwhile.
    const authorization = `Bearer ${await tokenOf('alder-manager')}`
    const list = await fetch(`http://127.0.0.1:${port}/v1/inspections`, { headers: { authorization } })
    expect(list.status).toBe(200)
    await list.body?.cancel()

    store.mend()
    await expect.poll(readiness).toEqual({ code: 200, status: 'ok', faults: [] })

    await dropDatabase()
    await expect.poll(readiness).toMatchObject({ code: 503, status: 'not ready' })
    expect((await readiness()).faults).toContain('database does not answer')
    expect(await ask('/livez')).toEqual({ status: 200, text: '{"status":"ok"}' })
  } finally {
    const ended = once(api, 'exit')
    api.kill('SIGKILL')
    await ended
    await store.close()
    await dropDatabase()
    rmSync(temporaryDir, { recursive: true, force: true })
  }
})
