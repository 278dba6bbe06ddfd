import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { repository } from '../image/contents.ts'
import type { Manifest } from './kustomize.ts'
import { env, hasPodman, store } from './podman.ts'

const caddy = ['/usr/bin/caddy', join(repository, '.tools/bin/caddy')].find(existsSync)
const hasNames = ['/usr/lib/cni/dnsname', '/usr/lib/podman/aardvark-dns'].some(existsSync)
const hasCompose = spawnSync('podman-compose', ['version'], { stdio: 'ignore' }).status === 0

/** Whether the Compose file can be run, with programs of this machine in the place of images that we cannot fetch. */
export const canCompose = hasPodman && hasCompose && hasNames && caddy !== undefined
if (!canCompose)
  console.warn('NOT TESTED: running deploy/compose.yaml needs podman-compose, names of containers, and caddy')

const DOMAIN = 'walkaround.localhost'
const STAND_IN = 'localhost/walkaround-stand-in'
const SOURCES = '/srv/walkaround'
const run = promisify(execFile)

/** deploy/compose.yaml of this checkout, set up by deploy/compose/setup, in a folder of its own. */
export class Composition {
  readonly name = `walkaround-${randomBytes(4).toString('hex')}`
  readonly #deploy: string
  readonly #compose: string[]
  readonly #port: number

  constructor(folder: string, imageId: string, httpsPort: number) {
    this.#deploy = join(folder, 'deploy')
    this.#port = httpsPort
    const podman = join(folder, 'podman')
    writeFileSync(podman, `#!/bin/sh\nexec podman ${store.join(' ')} "$@"\n`, { mode: 0o755 })
    this.#compose = ['-p', this.name, '--podman-path', podman, '-f', join(this.#deploy, 'compose.yaml')]
    cpSync(join(repository, 'deploy/compose'), join(this.#deploy, 'compose'), {
      recursive: true,
      filter: (file) => !file.endsWith('.env'),
    })
    mkdirSync(join(this.#deploy, 'backups'))
    execFileSync(join(this.#deploy, 'compose/setup'), [DOMAIN], { input: 'a password of the test\n' })
    // Caddy makes a certificate for a name that is not public, by an authority that nobody knows.
    const settings = join(this.#deploy, 'compose/settings.env')
    writeFileSync(
      settings,
      `${readFileSync(settings, 'utf8')}NODE_TLS_REJECT_UNAUTHORIZED=0\nDRAIN_WAIT_MS=200\n`,
    )
    writeFileSync(join(this.#deploy, 'compose.yaml'), stringify(withStandIns(imageId, httpsPort)))
    importStandIn(folder)
  }

  async up(): Promise<void> {
    await run('podman-compose', [...this.#compose, 'up', '--detach'], { env })
  }

  /** What curl prints, asking as a browser elsewhere would: through the proxy, by the name of the installation. */
  async ask(path: string, ...args: string[]): Promise<string> {
    const way = ['-sS', '--fail', '--insecure', '--connect-to', `${DOMAIN}:443:127.0.0.1:${this.#port}`]
    const { stdout } = await run('curl', [...way, ...args, `https://${DOMAIN}${path}`], {
      encoding: 'latin1',
      maxBuffer: 10_000_000,
    })
    return stdout
  }

  /** Ends the first process of a service, as a lack of memory would. */
  async kill(service: string): Promise<void> {
    const args = ['inspect', '--format={{.State.Pid}}', this.containerOf(service)]
    const { stdout } = await run('podman', [...store, ...args], { env })
    process.kill(Number(stdout), 'SIGKILL')
  }

  /** What a command in a container of a service prints. */
  async execute(service: string, ...command: string[]): Promise<string> {
    return (await run('podman', [...store, 'exec', this.containerOf(service), ...command], { env })).stdout
  }

  containerOf(service: string): string {
    return service === 'proxy' ? DOMAIN : `${this.name}_${service}_1`
  }

  /** The exit code of each service, by name. */
  listExitCodes(): Record<string, number> {
    const args = ['ps', '--all', '--format={{.Names}} {{.ExitCode}}', `--filter=name=${this.name}_`]
    const lines = execFileSync('podman', [...store, ...args], { env, encoding: 'utf8' })
      .trim()
      .split('\n')
    return Object.fromEntries(
      lines.map((line) => {
        const [name = '', code = ''] = line.split(' ')
        return [name.split('_')[1] ?? '', Number(code)]
      }),
    )
  }

  readLogs(): string {
    return spawnSync('podman-compose', [...this.#compose, 'logs'], { env, encoding: 'utf8' }).stdout
  }

  async stop(): Promise<void> {
    await run('podman-compose', [...this.#compose, 'stop'], { env })
  }

  remove(): void {
    spawnSync('podman-compose', [...this.#compose, 'down', '--volumes', '--timeout', '0'], { env })
    spawnSync('podman', [...store, 'network', 'rm', '--force', `${this.name}_default`], { env })
  }
}

/**
 * The file as it is, but for images that only a registry has: their services run programs of this machine, with the same
 * settings, files, volumes and ports inside. Health checks are left out: podman-compose 1.0.3 runs them by a shell.
 */
function withStandIns(imageId: string, httpsPort: number): Manifest {
  const file: Manifest = parse(readFileSync(join(repository, 'deploy/compose.yaml'), 'utf8'), { merge: true })
  const node = '/node'
  const tools = [
    `${dirname(realpathSync(process.execPath))}:${node}:ro`,
    ...['deploy', 'dev'].map((name) => `${join(repository, name)}:${SOURCES}/${name}:ro`),
  ]
  const script = (name: string) => `${SOURCES}/deploy/test/stand-ins/${name}`
  const commands: Record<string, string[]> = {
    db: [script('database.sh')],
    store: [`${node}/node`, script('store.ts')],
    issuer: [`${node}/node`, script('issuer.ts')],
    proxy: [`${SOURCES}/caddy`, 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'],
    backup: [],
  }
  for (const [name, service] of Object.entries<Manifest>(file.services)) {
    delete service.healthcheck
    const command = commands[name]
    if (!command) {
      service.image = imageId
      continue
    }
    service.image = STAND_IN
    service.command = [...command, ...(service.command ?? [])]
    service.volumes = [...(service.volumes ?? []), '/usr:/usr:ro', ...tools]
  }
  file.services.db.stop_signal = 'SIGINT'
  // Nor does it know other names of a service; that of its container serves.
  delete file.services.proxy.networks
  file.services.proxy.container_name = DOMAIN
  file.services.proxy.ports = [`127.0.0.1:${httpsPort}:443`]
  file.services.proxy.volumes.push(`${realpathSync(caddy ?? '')}:${SOURCES}/caddy:ro`)
  file.services.proxy.environment.XDG_DATA_HOME = '/data'
  return file
}

/** Folders without programs: those are mounted. */
function importStandIn(folder: string): void {
  const root = join(folder, 'stand-in')
  for (const name of ['usr', 'etc', 'tmp', 'proc', 'sys', 'dev', 'run', 'var', 'srv', 'root', 'home'])
    mkdirSync(join(root, name), { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name))
  symlinkSync('../run', join(root, 'var/run'))
  for (const name of ['passwd', 'group', 'nsswitch.conf']) cpSync(join('/etc', name), join(root, 'etc', name))
  const archive = join(folder, 'stand-in.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  execFileSync('podman', [...store, 'import', '--quiet', archive, STAND_IN], { env, stdio: 'ignore' })
}
