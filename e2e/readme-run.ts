import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFree } from '../testing/ports.ts'

// An ordinary user with a clean clone and the README, and nothing else. Root becomes somebody who may do nothing.
const isRoot = process.getuid?.() === 0
const user = 'nobody'
const asUser = isRoot ? ['setpriv', '--reuid', user, '--regid', 'nogroup', '--clear-groups'] : ['env']
const root = join(import.meta.dirname, '..')
const [command = '', ...before] = [...asUser, 'bash', '-eo', 'pipefail', '-c']
/** As many as a stack takes. */
const PORTS = { from: 18_000, to: 21_000, count: 60 }

/** The commands of the README, copied literally into a clean clone. */
export class ReadmeRun {
  readonly #dir = mkdtempSync(join(tmpdir(), 'walkaround-readme-'))
  readonly clone = join(this.#dir, 'walkaround')
  readonly #programs = join(this.#dir, 'programs')
  #service: ChildProcess | undefined
  #env: NodeJS.ProcessEnv = {}
  transcript = ''
  /** From the first command to the answer of the last. */
  seconds = 0

  async run(): Promise<void> {
    chmodSync(this.#dir, 0o755)
    this.#linkPrograms()
    this.#env = await this.#machine()
    execFileSync('git', ['clone', '--quiet', root, this.clone], { env: this.#env })
    if (isRoot) execFileSync('chown', ['-R', `${user}:`, this.#dir])
    const text = readFileSync(join(this.clone, 'README.md'), 'utf8')
    const [first = '', ...others] = [...text.matchAll(/```bash\n(.*?)```/gs)].map((match) => match[1] ?? '')
    if (first !== 'dev/demo\n') throw new Error(`The README begins with ${first}`)

    const startedMs = performance.now()
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
    const place = { cwd: this.clone, env: this.#env }
    this.#service = spawn(command, [...before, first], { ...place, stdio, detached: true })
    await untilPrinted(this.#service, 'Walkaround is running')
    const runningS = (performance.now() - startedMs) / 1000
    const { stdout } = await promisify(execFile)(command, [...before, others.join('\n')], place)
    this.transcript = stdout
    this.seconds = (performance.now() - startedMs) / 1000
    console.log(this.transcript)
    console.log(
      `from clone to running service: ${runningS.toFixed(0)} s, to finished inspection: ${this.seconds.toFixed(0)} s`,
    )
  }

  async stop(): Promise<void> {
    const service = this.#service
    if (!service || service.exitCode !== null || service.signalCode !== null) return
    const ended = once(service, 'exit')
    // Ctrl-C reaches everything in the terminal, not only the shell.
    process.kill(-(service.pid ?? 0), 'SIGINT')
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#dir, { recursive: true, force: true })
  }

  /** The machine's own environment, without what this run of the tests put into it. */
  async #machine(): Promise<NodeJS.ProcessEnv> {
    const { STACK_DIR: _stack, NODE_OPTIONS: _options, PATH: _path, ...machine } = process.env
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: tmpdir(), encoding: 'utf8' })
    return {
      ...machine,
      PATH: this.#programs,
      HOME: this.#dir,
      STACK_PORT_BASE: String(await findPortBase()),
      npm_config_registry: registry.trim(),
    }
  }

  /** The programs of this machine but for Node and npm: a new Debian has none, and the demo brings its own. */
  #linkPrograms(): void {
    mkdirSync(this.#programs)
    const places = ['/usr/sbin', '/usr/bin'].flatMap((folder) =>
      readdirSync(folder).map((name): [string, string] => [name, join(folder, name)]),
    )
    for (const [name, file] of new Map(places))
      if (!/^(node|nodejs|npm|npx|corepack)$/.test(name)) symlinkSync(file, join(this.#programs, name))
  }
}

/** Another run of these commands may go on beside this one. */
async function findPortBase(): Promise<number> {
  const steps = (PORTS.to - PORTS.from) / PORTS.count
  const bases = Array.from(
    { length: steps },
    (_, n) => PORTS.from + ((n + process.pid) % steps) * PORTS.count,
  )
  for (const base of bases) {
    const ports = Array.from({ length: 8 }, (_, n) => base + n)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base
  }
  throw new Error('There are no free ports for a stack.')
}

async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      printed += chunk
      if (printed.includes(text)) resolve()
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${printed}`)))
  })
}
