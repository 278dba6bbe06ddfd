import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import type { Image } from '../image/build.ts'
import { repository } from '../image/contents.ts'
import type { Manifest } from './kustomize.ts'

export const env = { ...process.env, CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf') }
const tools = join(repository, '.tools/image')
mkdirSync(tools, { recursive: true })
// Layers stay there from one run to the next, apart from those of the machine.
export const store = ['--root', join(realpathSync(tools), 'podman'), '--runroot', '/run/walkaround-podman']

/** What a container may do: as little as the service needs. */
const CONFINED = ['--network=host', '--read-only', '--cap-drop=all', '--security-opt=no-new-privileges']

export const hasPodman =
  process.getuid?.() === 0 && spawnSync('podman', [...store, 'info'], { env, stdio: 'ignore' }).status === 0
if (!hasPodman) console.warn('NOT TESTED: running the image needs podman and root')

const podman = (...args: string[]) =>
  execFileSync('podman', [...store, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

export function loadImage({ id, file }: Image): void {
  if (spawnSync('podman', [...store, 'image', 'exists', id], { env }).status === 0) return
  podman('load', '--quiet', '--input', file)
  // Of earlier commits.
  podman('image', 'prune', '--force')
}

type Options = { id: string; settings?: Record<string, string>; mounts?: string[]; node?: boolean }

const argumentsOf = ({ id, settings = {}, mounts = [], node }: Options, command: string[]) => [
  ...CONFINED,
  ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
  ...mounts.map((folder) => `--volume=${folder}:${folder}`),
  ...(node ? ['--entrypoint=/usr/local/bin/node'] : []),
  id,
  ...command,
]

/** Runs a command of the image to its end and answers what it printed. */
export async function runContainer(options: Options, ...command: string[]): Promise<string> {
  const args = [...store, 'run', '--rm', ...argumentsOf(options, command)]
  return (await promisify(execFile)('podman', args, { env, encoding: 'utf8' })).stdout
}

export class Container {
  readonly name = `walkaround-test-${randomBytes(4).toString('hex')}`

  constructor(options: Options, ...command: string[]) {
    podman('run', '--detach', `--name=${this.name}`, ...argumentsOf(options, command))
  }

  /** Whether a command in the container ends well. */
  execute(...command: string[]): boolean {
    return spawnSync('podman', [...store, 'exec', this.name, ...command], { env }).status === 0
  }

  readLogs(): string {
    return spawnSync('podman', [...store, 'logs', this.name], { env, encoding: 'utf8' }).stdout
  }

  /** Ends it as an orchestrator does, and answers its exit code. */
  async stop(): Promise<number> {
    await promisify(execFile)('podman', [...store, 'stop', '--time=40', this.name], { env })
    return Number(podman('inspect', '--format={{.State.ExitCode}}', this.name))
  }

  remove(): void {
    spawnSync('podman', [...store, 'rm', '--force', '--time=0', this.name], { env })
  }
}

/** Whether pods can be made: each has a program that holds it together. */
export const hasPods = hasPodman && ['/usr/bin/catatonit', '/usr/libexec/podman/catatonit'].some(existsSync)

/** Runs manifests as Kubernetes would, on the network of the machine. */
export class Pods {
  readonly #file: string
  /** Others may run the same manifests. */
  readonly #suffix = randomBytes(4).toString('hex')

  constructor(file: string, manifests: Manifest[]) {
    this.#file = file
    for (const { kind, metadata } of manifests)
      if (kind === 'Deployment') metadata.name = `${metadata.name}-${this.#suffix}`
    writeFileSync(file, manifests.map((manifest) => stringify(manifest)).join('---\n'))
    podman('play', 'kube', '--network=host', file)
  }

  /** What each container of them got, in the order of their names. */
  inspect(): { user: string; isReadOnly: boolean; capabilities: string[]; pid: number }[] {
    const names = podman('ps', '--format={{.Names}}', `--filter=name=${this.#suffix}-pod-`)
      .trim()
      .split('\n')
      .toSorted()
    return names.map((name) => {
      const [{ Config, HostConfig, EffectiveCaps, State }] = JSON.parse(podman('inspect', name))
      const { User: user } = Config
      return {
        user,
        isReadOnly: HostConfig.ReadonlyRootfs,
        capabilities: EffectiveCaps ?? [],
        pid: State.Pid,
      }
    })
  }

  remove(): void {
    spawnSync('podman', [...store, 'play', 'kube', '--down', this.#file], { env })
  }
}
