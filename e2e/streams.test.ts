import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from '../testing/harness.ts'
import { jsonBody } from '../testing/http.ts'
import { setting } from '../testing/stack.ts'
import { blocksOf } from './document-blocks.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/streams.md'), 'utf8')
const codes = blocksOf(page).filter(({ language }) => language === 'js')
const folder = mkdtempSync(join(tmpdir(), 'walkaround-streams-'))

let harness: Harness
beforeAll(async () => {
  // Its own, because its API is killed.
  harness = await Harness.open({ apis: 1, workers: 0 })
})
afterAll(async () => {
  await harness?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The code of the page as its reader would run it: it prints what it is told. */
async function start(name: string, call: string) {
  const code = codes.find(({ text }) => text.includes(`function ${name}(`))?.text
  if (!code) throw new Error(`docs/streams.md has no function ${name}`)
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `${code}\nconst print = (type, body) => console.log(type, body.data?.inspection_id)\n${call}\n`,
  )
  const child: ChildProcess = spawn(process.execPath, ['--experimental-eventsource', file], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_EXTRA_CA_CERTS: setting(harness.ground.settings, 'STACK_CA_FILE'),
      TOKEN: await harness.tokens.of('alder-manager'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.on('data', (text) => {
    printed += text
  })
  return {
    lines: () => printed.trim().split('\n').filter(Boolean),
    end: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function call(method: string, path: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${await harness.tokens.of('alder-manager')}` }
  const answer = await harness.http.ask({
    method,
    url: `${harness.urls[0]}${path}`,
    headers,
    body: jsonBody(body),
  })
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.text}`)
  return JSON.parse(answer.text).id
}

async function openStreams(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${harness.apis[0]?.launch.operationsPort}/metrics`)
  return Number(/^walkaround_event_streams\{.*\} (\d+)$/m.exec(await answer.text())?.[1] ?? 0)
}

async function until(what: string, look: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; n < 1_200; n++) {
    if (await look()) return
    await delay(100)
  }
  throw new Error(`waited in vain for ${what}`)
}

/** Events before and after the process is killed: the reader must print all of them, once. */
async function followThroughKill(reader: Awaited<ReturnType<typeof start>>, id: string): Promise<void> {
  const change = (n: number) => call('PATCH', `/v1/inspections/${id}`, { additional_data: { n } })
  await until('the stream', async () => (await openStreams()) === 1)
  await change(1)
  await until('the first event', () => reader.lines().length === 1)
  const [api] = harness.apis
  await api?.end('SIGKILL')
  api?.start()
  await api?.waitReady()
  await change(2)
  await until('the second event', () => reader.lines().length === 2)
  await change(3)
  await until('the third event', () => reader.lines().length === 3)
  expect(reader.lines()).toEqual(Array(3).fill(`inspection.updated ${id}`))
  await reader.end()
}

describe('the code of docs/streams.md', () => {
  it('follow: with fetch and a token, across a kill of the process', async () => {
    const id = await call('POST', '/v1/inspections', { tasks: {} })
    const url = `${harness.urls[0]}/v1/inspections/${id}/events`
    const reader = await start('follow', `await follow('${url}', () => process.env.TOKEN, print)`)
    await followThroughKill(reader, id)
  })

  it('watch: with EventSource and tickets, across a kill of the process', async () => {
    const id = await call('POST', '/v1/inspections', { tasks: {} })
    const reader = await start(
      'watch',
      `await watch('${harness.urls[0]}', () => process.env.TOKEN, '${id}', ['inspection.updated'], print)`,
    )
    await followThroughKill(reader, id)
  })
})
