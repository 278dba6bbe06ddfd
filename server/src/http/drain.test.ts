import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { freePorts } from '../../../testing/ports.ts'
import { readStack } from '../../../testing/stack.ts'
import { tokenOf } from '../../../testing/tokens.ts'
import { createDatabase } from '../../test/database.ts'
import { imageForm } from '../../test/factories.ts'
import { png } from '../../test/pictures.ts'

const database = await createDatabase()
const temporaryDir = mkdtempSync(join(tmpdir(), 'walkaround-drain-'))
afterAll(async () => {
  rmSync(temporaryDir, { recursive: true, force: true })
  await database.drop()
})

async function startApi() {
  const [port, operationsPort] = await freePorts(2)
  const { TLS_CERTIFICATE_FILE: _certificate, TLS_KEY_FILE: _key, ...plain } = readStack()
  const env = {
    ...plain,
    ...compileCache,
    DATABASE_URL: database.DATABASE_URL,
    API_PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    TEMPORARY_DIR: temporaryDir,
    DRAIN_WAIT_MS: '500',
  }
  const api = spawn(process.execPath, [join(import.meta.dirname, '../api.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of api.stdout) if (String(line).includes('api listening')) break
  api.stdout.resume()
  return { api, port, health: `http://127.0.0.1:${operationsPort}` }
}

const isOpen = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

it('on SIGTERM it turns not ready, finishes the request it has accepted, and ends with 0', async () => {
  const { api, port, health } = await startApi()
  expect((await fetch(`${health}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${health}/metrics`)).text()).toContain('walkaround_http_request_seconds')

  const authorization = `Bearer ${await tokenOf('alder-manager')}`
  const stream = await fetch(`http://127.0.0.1:${port}/v1/events`, { headers: { authorization } })
  const body = JSON.stringify({ tasks: {} })
  const slow = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/inspections',
    headers: {
      authorization,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  slow.write(body.slice(0, 5))
  await once(slow, 'socket')
  const ended = once(api, 'exit')
  api.kill('SIGTERM')
  // Streams end at once, so that their clients move while requests are still being finished.
  expect(await stream.text()).toMatch(/^retry: 2000\nid: \d+\n\n$/)
  await expect.poll(async () => (await fetch(`${health}/readyz`)).status).toBe(503)
  expect((await fetch(`${health}/livez`)).status).toBe(200)
  slow.end(body.slice(5))
  const [answer] = await once(slow, 'response')
  expect(answer.statusCode).toBe(201)
  expect(await json(answer)).toMatchObject({ object_type: 'INSPECTION' })
  expect(await ended).toEqual([0, null])
})

it('a page that uploads during a restart loses no picture: what comes on its connection is still answered', async () => {
  const { api, port } = await startApi()
  const authorization = `Bearer ${await tokenOf('alder-manager')}`
  const url = `http://127.0.0.1:${port}/v1/inspections`
  const made = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks: {} }),
  })
  const { id } = Object(await made.json())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const form = new Response(imageForm(png({ width: 320, height: 240 })))
  const contentType = String(form.headers.get('content-type'))
  const bytes = Buffer.from(await form.arrayBuffer())
  const upload = () =>
    request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/v1/inspections/${id}/images`,
      headers: {
        authorization,
        origin: 'https://app.example',
        'content-type': contentType,
        'content-length': bytes.length,
      },
    })
  const first = upload()
  first.write(bytes.subarray(0, 20))
  await once(first, 'socket')
  const ended = once(api, 'exit')
  api.kill('SIGTERM')
  await expect.poll(() => isOpen(url)).toBe(false)
  first.end(bytes.subarray(20))
  const [before] = await once(first, 'response')
  await json(before)
  const second = upload()
  second.end(bytes)
  const [after] = await once(second, 'response')
  expect([before.statusCode, after.statusCode]).toEqual([201, 201])
  expect(after.headers['access-control-allow-origin']).toBe('*')
  expect(after.headers.connection).toBe('close')
  await json(after)
  agent.destroy()
  expect(await ended).toEqual([0, null])
})

it('with a configuration full of mistakes it names them all and does not start', async () => {
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    DATABASE_URL: 'postgresql://a:changeme@127.0.0.1/x',
    API_PORT: 'eighty',
    PICTURE_URL_KEYS: 'k1:00',
  }
  const api = spawn(process.execPath, [join(import.meta.dirname, '../api.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  api.stderr.on('data', (chunk) => {
    printed += chunk
  })
  expect(await once(api, 'exit')).toEqual([78, null])
  for (const name of [
    'DATABASE_URL',
    'API_PORT',
    'PICTURE_URL_KEYS',
    'S3_BUCKET is missing',
    'OIDC_ISSUER is missing',
  ])
    expect(printed).toContain(name)
  expect(printed).not.toContain('changeme')
})
