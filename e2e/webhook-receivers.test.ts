import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from '../testing/harness.ts'
import { jsonBody } from '../testing/http.ts'
import { freePorts } from '../testing/ports.ts'
import { PUBLIC } from '../testing/public-address.ts'
import { type Receiver, startReceiver } from '../testing/webhook-receiver.ts'
import { blocksOf } from './document-blocks.ts'

// A reader who copies the receivers of the page, and a service that really delivers to them.
const blocks = blocksOf(readFileSync(join(import.meta.dirname, '../docs/events.md'), 'utf8'))
const codeIn = (language: string, part = ''): string => {
  const found = blocks.find((block) => block.language === language && block.text.includes(part))
  if (!found) throw new Error(`docs/events.md has no ${language} block with "${part}"`)
  return found.text
}

type Program = { file: string; code: string; build?: string[]; run: string[] }
const PROGRAMS: Record<string, Program> = {
  Node: { file: 'receiver.mjs', code: codeIn('js'), run: [process.execPath, 'receiver.mjs'] },
  Python: { file: 'receiver.py', code: codeIn('python'), run: ['python3', 'receiver.py'] },
  Go: {
    file: 'receiver.go',
    code: codeIn('go'),
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    run: ['./receiver'],
  },
}
const NAMES = Object.keys(PROGRAMS)

const folder = mkdtempSync(join(tmpdir(), 'walkaround-receivers-'))
const secrets = new Map<string, string>()
const urls = new Map<string, string>()
const printed = new Map<string, string>()
const programs: ChildProcess[] = []
/** An endpoint that only writes down what comes. */
let catcher: Receiver
let harness: Harness
let apiUrl = ''

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${await harness.tokens.of('alder-manager')}` }
  const answer = await harness.http.ask({
    method,
    url: `${apiUrl}/v1${path}`,
    headers,
    ...(body ? { body: jsonBody(body) } : {}),
  })
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.text}`)
  return JSON.parse(answer.text)
}

async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  for (let tries = 0; tries < 1_200; tries++) {
    const found = look()
    if (found) return found
    await delay(100)
  }
  throw new Error(`waited in vain for ${what}; printed: ${JSON.stringify([...printed])}`)
}

beforeAll(async () => {
  const ports = await freePorts(NAMES.length)
  catcher = await startReceiver()
  // Its own, because a loopback address stands for the internet there.
  harness = await Harness.open({ apis: 0, workers: 0, settings: { WEBHOOK_ALLOW_HTTP: 'true' } })
  const internet = JSON.stringify({ public: PUBLIC, ports: [...ports, catcher.port] })
  const program = 'server/test/with-loopback-internet.ts'
  apiUrl = (await harness.startApi(program, ['api', internet])).url
  await harness.startWorker(program, ['worker', internet])
  for (const [n, name] of [...NAMES, 'catcher'].entries()) {
    const url = `http://${PUBLIC}:${ports[n] ?? catcher.port}/hook`
    urls.set(name, url)
    secrets.set(name, (await call('POST', '/webhook_endpoints', { url })).secret)
  }
  for (const [n, name] of NAMES.entries()) startProgram(name, ports[n] ?? 0)
  for (const name of NAMES)
    for (let tries = 0; tries < 1_200 && !(await answers(urls.get(name) ?? '')); tries++) await delay(100)
})

afterAll(async () => {
  for (const program of programs) {
    program.kill('SIGKILL')
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
  }
  catcher?.close()
  await harness?.close()
  rmSync(folder, { recursive: true, force: true })
})

function startProgram(name: string, port: number): void {
  const { file, code, build, run } = PROGRAMS[name] ?? { file: '', code: '', run: [] }
  writeFileSync(join(folder, file), code)
  if (build) execFileSync(build[0] ?? '', build.slice(1), { cwd: folder, stdio: 'inherit' })
  const env = { ...process.env, WEBHOOK_SECRET: secrets.get(name), HOST: PUBLIC, PORT: String(port) }
  const program = spawn(run[0] ?? '', run.slice(1), { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  programs.push(program)
  program.stdout?.on('data', (chunk) => printed.set(name, `${printed.get(name) ?? ''}${chunk}`))
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  )
}

/** A message as the service signs it, with something about it changed. */
async function send(
  name: string,
  change: { body?: string; id?: string; ageS?: number; version?: string; secret?: string } = {},
): Promise<number> {
  const signedBody = JSON.stringify({ id: 'a', type: 'webhook.test', data: {} })
  const timestamp = String(Math.floor(Date.now() / 1000) - (change.ageS ?? 0))
  const key = Buffer.from((change.secret ?? secrets.get(name) ?? '').replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`a.${timestamp}.${signedBody}`).digest('base64')
  const { status } = await fetch(urls.get(name) ?? '', {
    method: 'POST',
    headers: {
      'webhook-id': change.id ?? 'a',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,AAAA ${change.version ?? 'v1'},${signature}`,
    },
    body: change.body ?? signedBody,
  })
  return status
}

describe.each(NAMES)('the receiver in %s', (name) => {
  it('takes a test event and the events of an inspection, from a real worker', async () => {
    const { data } = await call('GET', '/webhook_endpoints')
    const endpoint = data.find(({ url }: { url: string }) => url === urls.get(name))
    const tested = await call('POST', `/webhook_endpoints/${endpoint.id}/test`)
    expect(tested).toMatchObject({ state: 'delivered', attempts: [{ status_class: '2xx' }] })
    expect(printed.get(name)).toContain(`${tested.event_id} webhook.test`)
    const inspection = await call('POST', '/inspections', { tasks: {} })
    await until('the event', () => printed.get(name)?.includes(`inspection.created ${inspection.id}`))
  })

  it('refuses what is not from the service, too old, or changed on the way', async () => {
    expect(await send(name)).toBe(204)
    expect(await send(name, { body: '{"id":"a","type":"webhook.test","data":{"x":1}}' })).toBe(400)
    expect(await send(name, { id: 'b' })).toBe(400)
    expect(await send(name, { ageS: 301 })).toBe(400)
    // A minute beyond the limit: the receiver reads its clock later, when the message is no longer as far ahead.
    expect(await send(name, { ageS: -360 })).toBe(400)
    expect(await send(name, { version: 'v0' })).toBe(400)
    expect(await send(name, { secret: 'whsec_AAAA' })).toBe(400)
    expect((await fetch(urls.get(name) ?? '', { method: 'POST', body: '{}' })).status).toBe(400)
  })

  it('takes a message that curl and openssl made', () => {
    const env = { ...process.env, WEBHOOK_SECRET: secrets.get(name), RECEIVER_URL: urls.get(name) }
    const said = execFileSync('bash', ['-eo', 'pipefail', '-c', codeIn('sh', 'RECEIVER_URL')], { env })
    expect(String(said)).toBe('204\n')
  })
})

describe('openssl', () => {
  const check = (environment: Record<string, string | undefined>): string => {
    const cwd = folder
    const env = { ...process.env, ...environment }
    try {
      return String(
        execFileSync('bash', ['-eo', 'pipefail', '-c', codeIn('sh', 'MESSAGE_SIGNATURE')], { cwd, env }),
      )
    } catch (error) {
      return String(Reflect.get(Object(error), 'stdout'))
    }
  }

  it('verifies a delivery, and finds a forged one', async () => {
    await call('POST', '/inspections', { tasks: {} })
    const { headers, body } = await until('a delivery', () => catcher.received.at(-1))
    writeFileSync(join(folder, 'body.json'), body)
    const message = {
      WEBHOOK_SECRET: secrets.get('catcher'),
      MESSAGE_ID: headers['webhook-id'],
      MESSAGE_TIMESTAMP: headers['webhook-timestamp'],
      MESSAGE_SIGNATURE: headers['webhook-signature'],
    }
    expect(check(message)).toBe('genuine\n')
    expect(check({ ...message, MESSAGE_ID: 'another' })).toBe('forged\n')
    writeFileSync(join(folder, 'body.json'), `${body} `)
    expect(check(message)).toBe('forged\n')
  })
})
