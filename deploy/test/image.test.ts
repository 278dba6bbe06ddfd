import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../../e2e/document-blocks.ts'
import { createGround, type Ground } from '../../testing/ground.ts'
import { freePorts } from '../../testing/ports.ts'
import { readStack, type Settings, setting } from '../../testing/stack.ts'
import { createTokens } from '../../testing/tokens.ts'
import { buildImage, type Image } from '../image/build.ts'
import { repository } from '../image/contents.ts'
import { Composition, canCompose } from './compose.ts'
import { buildOverlay, containersOf, type Manifest } from './kustomize.ts'
import { Container, hasPodman, hasPods, loadImage, Pods, runContainer } from './podman.ts'

const BYTES_MAX = 350_000_000
/** Below the time that a test has. */
const HUNG_MS = 540_000
const folder = mkdtempSync(join(tmpdir(), 'walkaround-image-test-'))
chmodSync(folder, 0o755)
let image: Image
beforeAll(async () => {
  image = await buildImage(join(folder, 'image.tar'), { cache: join(repository, '.tools/image') })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the image', () => {
  it('is small, and the same when it is built again', async () => {
    expect(image.layers.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)).toBeLessThan(BYTES_MAX)
    const again = await buildImage(join(folder, 'again.tar'), { cache: join(repository, '.tools/image') })
    expect(again.digest).toBe(image.digest)
  })
})

describe.skipIf(!hasPodman)('a container', () => {
  let ground: Ground
  let settings: Settings
  let migrated: string
  const containers: Container[] = []
  const start = (...command: string[]) => {
    const container = new Container({ id: image.id, settings, mounts: [folder] }, ...command)
    containers.push(container)
    return container
  }
  const untilReady = async (container: Container, role: string, url: string) => {
    await waitFor(async () => (await fetch(url)).ok).catch(() => {
      throw new Error(`${role} did not become ready: ${container.readLogs()}`)
    })
    expect(container.execute('walkaround', 'health', role)).toBe(true)
  }

  beforeAll(async () => {
    loadImage(image)
    ground = await createGround(readStack())
    settings = await settingsOf(ground)
    migrated = await runContainer({ id: image.id, settings, mounts: [folder] }, 'migrate')
  })
  afterAll(async () => {
    for (const container of containers) container.remove()
    await ground?.remove()
  })

  it('has no rights, no place to write, no shell and no programs but its own', async () => {
    const seen = JSON.parse(await runContainer({ id: image.id, node: true }, '-e', LOOK_AROUND))
    expect(seen).toEqual({
      uid: 10001,
      capabilities: '0000000000000000',
      written: ['/tmp'],
      programs: [
        '/usr/bin/heif-convert',
        '/usr/bin/prlimit',
        '/usr/local/bin/node',
        '/usr/local/bin/walkaround',
      ],
      privileged: [],
      foreign: [],
    })
  })

  it("migrates, serves, and makes the README's inspection and its report", async () => {
    expect(migrated).toMatch(/^applied 0001/m)
    const api = start('api')
    const worker = start('worker')
    const readyz = (name: string) => `http://127.0.0.1:${setting(settings, name)}/readyz`
    await untilReady(api, 'api', readyz('OPERATIONS_PORT'))
    await untilReady(worker, 'worker', readyz('WORKER_OPERATIONS_PORT'))

    const transcript = await followReadme(settings)
    // In the last answer. That to the upload waits for it, though twelve seconds at most.
    expect(transcript).toMatch(/"compliance": "compliant"/)
    expect(transcript).toMatch(/"status": "DONE"/)
    expect(transcript).toMatch(/image\/jpeg, \d{5} bytes/)

    const [, inspection = ''] = /^([0-9a-f-]{36})$/m.exec(transcript) ?? []
    const session = {
      WALKAROUND_URL: setting(settings, 'PUBLIC_URL'),
      WALKAROUND_TOKEN: await createTokens(settings).of('alder-manager'),
      NODE_EXTRA_CA_CERTS: setting(settings, 'NODE_EXTRA_CA_CERTS'),
    }
    const command = ['reports', 'create', inspection, '--json']
    const printed = await runContainer({ id: image.id, settings: session, mounts: [folder] }, ...command)
    const { entities, result } = JSON.parse(printed)
    expect(entities.reports[result]).toMatchObject({ status: 'DONE', source: 'generated' })
    const verified = await runContainer({ id: image.id, settings, mounts: [folder] }, 'backup', 'verify')
    expect(verified).toMatch(/: 0 missing, 0 changed/)

    const page = (path: string) =>
      promisify(execFile)('curl', [
        ...['-sS', '--fail', '--cacert', setting(settings, 'STACK_CA_FILE')],
        ...['-H', 'accept: text/html', `${setting(settings, 'PUBLIC_URL')}${path}`],
      ])
    expect((await page('/console/')).stdout).toContain('<div id="root">')
    expect((await page('/docs/operations/production')).stdout).toContain('Go to production')

    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0])
  })

  it('ends at once while it waits for its database', async () => {
    const [port = 0] = await freePorts(1)
    const database = new URL(setting(settings, 'DATABASE_URL'))
    database.port = '9'
    const own = { OPERATIONS_PORT: `${port}`, DATABASE_URL: database.href }
    const api = new Container({ id: image.id, settings: { ...settings, ...own }, mounts: [folder] }, 'api')
    containers.push(api)
    await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/livez`)).ok)
    expect(api.execute('walkaround', 'health', 'api', '--live')).toBe(true)
    expect(api.execute('walkaround', 'health', 'api')).toBe(false)
    // By the signal itself. What does not end is killed after 40 s, which would be 137.
    expect(await api.stop()).toBe(143)
  })

  it.skipIf(!hasPods)('runs as the pods of the manifests for Kubernetes', async () => {
    const {
      NODE_EXTRA_CA_CERTS: _,
      TLS_CERTIFICATE_FILE: _certificate,
      TLS_KEY_FILE: _key,
      ...data
    } = settings
    const names = ['API_PORT', 'OPERATIONS_PORT', 'WORKER_OPERATIONS_PORT']
    const ports = await freePorts(names.length)
    for (const [n, name] of names.entries()) data[name] = `${ports[n]}`
    const pods = new Pods(join(folder, 'pods.yaml'), podsOf(image.id, data))
    try {
      for (const port of ports.slice(1))
        await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
      const answer = await fetch(`http://127.0.0.1:${ports[0]}/v1/inspections`, {
        headers: { authorization: `Bearer ${await createTokens(settings).of('alder-manager')}` },
      })
      expect(answer.status).toBe(200)
      const containers = pods.inspect()
      const confined = { user: '10001:10001', isReadOnly: true, capabilities: [] }
      expect(containers).toMatchObject([confined, confined])

      for (const { pid } of containers) process.kill(pid, 'SIGKILL')
      for (const port of ports.slice(1))
        await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
      const again = pods.inspect().map(({ pid }) => pid)
      expect(again).toHaveLength(2)
      expect(containers.filter(({ pid }) => again.includes(pid))).toEqual([])
    } finally {
      pods.remove()
    }
  })

  it.skipIf(!canCompose)(
    'runs as the Compose file says: is set up, used, killed, backed up and stopped',
    async () => {
      const place = join(folder, 'compose')
      mkdirSync(place)
      const [port = 0] = await freePorts(1)
      const composition = new Composition(place, image.id, port)
      let token = ''
      const api = (path: string, ...args: string[]) =>
        composition.ask(`/v1${path}`, '-H', `authorization: Bearer ${token}`, ...args)
      const createInspection = async () => {
        const json = ['-H', 'content-type: application/json']
        const body = '{"tasks": {"compliances": {}}}'
        const { id } = JSON.parse(await api('/inspections', ...json, '-d', body))
        const form =
          '{"acquisition": {"strategy": "upload_multipart_form_keys", "file_key": "image"}, "tasks": ["compliances"]}'
        const picture = join(repository, 'docs/samples/lark/front.jpg')
        await api(`/inspections/${id}/images`, '-F', `json=${form}`, '-F', `image=@${picture}`)
        const start = '{"status": "TODO"}'
        await api(`/inspections/${id}/tasks/compliances`, '-X', 'PATCH', ...json, '-d', start)
        await waitFor(async () => JSON.parse(await api(`/inspections/${id}`)).status === 'DONE')
        return id
      }
      try {
        await composition.up()
        await waitFor(async () => {
          token = JSON.parse(await composition.ask('/sign-in/realms/walkaround/token')).access_token
          return (await api('/inspections')) !== ''
        })
        const before = await createInspection()
        expect(await composition.ask('/console/', '-H', 'accept: text/html')).toContain('<div id="root">')

        for (const service of ['db', 'api', 'worker', 'store']) await composition.kill(service)
        await waitFor(async () => JSON.parse(await api(`/inspections/${before}`)).status === 'DONE')
        const [picture] = JSON.parse(await api(`/inspections/${before}`)).images
        expect(
          (await composition.ask(new URL(picture.path).pathname + new URL(picture.path).search)).length,
        ).toBeGreaterThan(10_000)
        await createInspection()

        expect(await composition.execute('backup', 'bash', '/backup.sh', 'once')).toMatch(/^backed up/m)
        const backups = readdirSync(join(place, 'deploy/backups'))
        expect(backups.filter((name) => name.startsWith('walkaround-')).length).toBeGreaterThan(0)

        await composition.stop()
        expect(composition.listExitCodes()).toMatchObject({ api: 0, worker: 0, migrate: 0, bucket: 0, db: 0 })
      } catch (error) {
        throw new Error(composition.readLogs(), { cause: error })
      } finally {
        composition.remove()
      }
    },
  )

  it('runs the model server, which needs no settings', async () => {
    const [port = 0] = await freePorts(1)
    const own = { MODEL_SERVER_PORT: `${port}`, MODEL_SERVER_HOST: '127.0.0.1' }
    const server = new Container({ id: image.id, settings: own }, 'model-server')
    containers.push(server)
    await untilReady(server, 'model-server', `http://127.0.0.1:${port}/v2/health/ready`)
    expect(await server.stop()).toBe(0)
  })
})

/** Against what hangs; on a busy machine killed containers take more than a minute. A connection that is refused is no answer yet. */
async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + HUNG_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > untilMs) throw new Error('waited for nine minutes')
    await delay(200)
  }
}

/** Run by Node in the container: what a process there is and can reach. */
const LOOK_AROUND = `
const fs = require('node:fs'), path = require('node:path')
const found = { uid: process.getuid(), capabilities: '', written: [], programs: [], privileged: [], foreign: [] }
found.capabilities = /CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]
for (const dir of ['/', '/etc', '/srv/walkaround', '/usr/local/bin', '/home', '/tmp'])
  try { fs.writeFileSync(path.join(dir, 'probe'), ''); found.written.push(dir) } catch {}
const walk = (dir) => {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (['/proc', '/sys', '/dev', '/run', '/tmp'].includes(file)) continue
    if (entry.isDirectory()) { walk(file); continue }
    if (/^(\\/usr(\\/local)?)?\\/s?bin\\//.test(file)) found.programs.push(file)
    if (entry.isFile() && fs.statSync(file).mode & 0o6002) found.privileged.push(file)
    if (/\\/(darwin|win32|arm64|musl|cuda)[^/]*\\/|\\.(dll|dylib)$/.test(file)) found.foreign.push(file)
  }
}
walk('/')
console.log(JSON.stringify(found))
`

/**
 * The deployments of the overlay `small`, one pod each. The kubelet asks probes from outside; podman would run curl inside, so
 * they are left out. Podman 4.3 knows no secrets in manifests: all settings are in the map.
 */
function podsOf(id: string, data: Settings): Manifest[] {
  const manifests = buildOverlay(join(repository, 'deploy/kubernetes/overlays/small'))
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  for (const deployment of deployments) {
    deployment.spec.replicas = 1
    for (const container of containersOf(deployment)) {
      container.image = id
      for (const key of ['startupProbe', 'livenessProbe', 'readinessProbe', 'ports']) delete container[key]
      container.envFrom = container.envFrom.filter((source: Manifest) => source.configMapRef)
    }
  }
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'walkaround-settings' }, data }
  return [map, ...deployments]
}

/** Ports that are free, and the certificates of the stack where the user of the container can read them. */
async function settingsOf({ settings }: Ground): Promise<Settings> {
  const [api, operations, worker] = await freePorts(3)
  const copied = Object.fromEntries(
    ['TLS_CERTIFICATE_FILE', 'TLS_KEY_FILE', 'STACK_CA_FILE'].map((name) => {
      const file = join(folder, name)
      cpSync(setting(settings, name), file)
      chmodSync(file, 0o644)
      return [name, file]
    }),
  )
  return {
    ...settings,
    ...copied,
    NODE_EXTRA_CA_CERTS: join(folder, 'STACK_CA_FILE'),
    API_HOST: '127.0.0.1',
    OPERATIONS_HOST: '127.0.0.1',
    API_PORT: `${api}`,
    OPERATIONS_PORT: `${operations}`,
    WORKER_OPERATIONS_PORT: `${worker}`,
    PUBLIC_URL: `https://127.0.0.1:${api}`,
    DRAIN_WAIT_MS: '200',
    STACK_DIR: join(folder, '.demo'),
  }
}

/** Its commands, copied literally, but for those that start and stop a service of the reader's own. */
async function followReadme(settings: Settings): Promise<string> {
  const blocks = blocksOf(readFileSync(join(repository, 'README.md'), 'utf8')).filter(
    ({ language, text }) => language === 'bash' && !text.includes('dev/demo'),
  )
  mkdirSync(join(folder, '.demo'))
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(folder, '.demo/env'), lines.join(''))
  for (const entry of ['dev', 'docs', '.tools', 'cli'])
    symlinkSync(join(repository, entry), join(folder, entry))
  const script = blocks.map(({ text }) => text).join('\n')
  const env = { ...process.env, STACK_DIR: join(folder, '.demo') }
  const ran = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env })
  return ran.stdout
}
