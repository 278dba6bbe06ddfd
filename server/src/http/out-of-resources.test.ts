import { execFileSync, spawn } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { freePorts } from '../../../testing/ports.ts'
import { readStack } from '../../../testing/stack.ts'
import { tokenOf } from '../../../testing/tokens.ts'
import { createDatabase } from '../../test/database.ts'
import { createInspection, imageForm, jpeg } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'

const DISK_BYTES = 2 * 1024 * 1024
const isRoot = process.getuid?.() === 0
if (!isRoot) console.warn('NOT TESTED: a full disk needs root, who may mount a small one')

/** A picture that cannot be made smaller: its JPEG has about so many bytes. */
async function noise(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes))
  const pixels = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(side * side * 3),
  )
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 80, chromaSubsampling: '4:2:0' })
    .toBuffer()
}

describe.skipIf(!isRoot)('with a full disk', () => {
  let disk: string
  let service: Service
  let id: string
  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'walkaround-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=700`, 'none', disk])
    service = await startOwnService({ settings: { TEMPORARY_DIR: disk } })
    id = await createInspection(service)
  })
  afterAll(async () => {
    await service?.stop()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })

  const upload = async (bytes: Buffer) =>
    service.call('POST', `/inspections/${id}/images`, { form: imageForm(bytes) })

  it('503 unavailable when a picture does not fit, and nothing of it stays', async () => {
    const answer = await upload(await noise(4 * DISK_BYTES))
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } })
    expect(answer.headers.get('retry-after')).toBe('2')
    await expect.poll(() => readdirSync(disk)).toEqual([])
  })

  it('503 unavailable, not 422, when the decoder cannot write what it made', async () => {
    const picture = await noise(2_500_000)
    expect(picture.length).toBeGreaterThan(DISK_BYTES / 2)
    expect(picture.length).toBeLessThan(DISK_BYTES)
    const answer = await upload(picture)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } })
    await expect.poll(() => readdirSync(disk)).toEqual([])
  })

  it('201 for what fits', async () => {
    expect((await upload(await jpeg(1))).status).toBe(201)
  })
})

describe('without descriptors', () => {
  it('503 unavailable on a connection that is open, and 201 when there are some again', async () => {
    const database = await createDatabase()
    const temporaryDir = mkdtempSync(join(tmpdir(), 'walkaround-descriptors-'))
    const [port, operationsPort] = await freePorts(2)
    const { TLS_CERTIFICATE_FILE: _certificate, TLS_KEY_FILE: _key, ...plain } = readStack()
    const env = {
      ...plain,
      ...compileCache,
      DATABASE_URL: database.DATABASE_URL,
      API_PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      TEMPORARY_DIR: temporaryDir,
    }
    const api = spawn(process.execPath, [join(import.meta.dirname, '../api.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const limit = (count: number) => execFileSync('prlimit', [`--pid=${api.pid}`, `--nofile=${count}:`])
    try {
      for await (const line of api.stdout) if (String(line).includes('api listening')) break
      api.stdout.resume()
      const authorization = `Bearer ${await tokenOf('alder-manager')}`
      const call = async (path: string, init: RequestInit) => {
        const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
          ...init,
          headers: { authorization, ...init.headers },
        })
        return {
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          body: await answer.json(),
        }
      }
      const { body: inspection } = await call('/inspections', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tasks: {} }),
      })
      const upload = async (seed: number) =>
        call(`/inspections/${Reflect.get(Object(inspection), 'id')}/images`, {
          method: 'POST',
          body: imageForm(await jpeg(seed)),
        })
      expect((await upload(1)).status).toBe(201)

      // Descriptors from the lowest number that is free on are refused; the connection that is open stays.
      limit(3)
      expect(await upload(2)).toMatchObject({ status: 503, retryAfter: '2', body: { code: 'unavailable' } })
      limit(1_024)
      expect((await upload(3)).status).toBe(201)
      expect(api.exitCode).toBeNull()
    } finally {
      api.kill('SIGKILL')
      await once(api, 'exit')
      rmSync(temporaryDir, { recursive: true, force: true })
      await database.drop()
    }
  })
})
