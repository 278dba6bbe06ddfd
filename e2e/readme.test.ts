import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, it } from 'vitest'

// An ordinary user with a clean clone and the README, and nothing else. Root becomes somebody who may do nothing.
const isRoot = process.getuid?.() === 0
const user = 'nobody'
const asUser = isRoot ? ['setpriv', '--reuid', user, '--regid', 'nogroup', '--clear-groups'] : ['env']
const root = join(import.meta.dirname, '..')
const dir = mkdtempSync(join(tmpdir(), 'walkaround-readme-'))
chmodSync(dir, 0o755)
const clone = join(dir, 'walkaround')
// The machine's own environment, without what this run of the tests put into it.
const { STACK_DIR: _stack, NODE_OPTIONS: _options, PATH: _path, ...machine } = process.env
const programs = join(dir, 'programs')
const env = {
  ...machine,
  PATH: programs,
  HOME: dir,
  STACK_PORT_BASE: '19500',
  npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], {
    cwd: tmpdir(),
    encoding: 'utf8',
  }).trim(),
}
const [command = '', ...before] = [...asUser, 'bash', '-eo', 'pipefail', '-c']
let service: ChildProcess | undefined

async function stop(): Promise<void> {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const ended = once(service, 'exit')
  // Ctrl-C reaches everything in the terminal, not only the shell.
  process.kill(-(service.pid ?? 0), 'SIGINT')
  await ended
}

afterAll(async () => {
  await stop()
  rmSync(dir, { recursive: true, force: true })
}, 180_000)

it("the README's commands, copied literally, take an ordinary user with a clean clone to a finished inspection within five minutes", async () => {
  linkPrograms()
  execFileSync('git', ['clone', '--quiet', root, clone], { env })
  if (isRoot) execFileSync('chown', ['-R', `${user}:`, dir])
  const blocks = [...readFileSync(join(clone, 'README.md'), 'utf8').matchAll(/```bash\n(.*?)```/gs)].map(
    (match) => match[1] ?? '',
  )
  const [first = '', ...others] = blocks
  expect(first).toBe('dev/demo\n')

  const startedMs = performance.now()
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  service = spawn(command, [...before, first], { cwd: clone, env, stdio, detached: true })
  await untilPrinted(service, 'Walkaround is running')
  const runningS = (performance.now() - startedMs) / 1000
  const transcript = execFileSync(command, [...before, others.join('\n')], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  const seconds = (performance.now() - startedMs) / 1000
  console.log(transcript)
  console.log(
    `from clone to running service: ${runningS.toFixed(0)} s, to finished inspection: ${seconds.toFixed(0)} s`,
  )

  expect(transcript).toMatch(/"compliance_status": "compliant"/)
  expect(transcript).toMatch(/"status": "DONE"/)
  expect(transcript).toMatch(/"damage_type": "missing_piece"/)
  expect(transcript).toMatch(/"damageType": "scratch"/)
  expect(transcript).toMatch(/image\/jpeg, \d{5} bytes/)
  const { PUBLIC_URL = '' } = parseEnv(readFileSync(join(clone, '.demo/env'), 'utf8'))
  for (const page of ['/console/', '/docs'])
    expect((await fetch(`${PUBLIC_URL}${page}`, { headers: { accept: 'text/html' } })).status).toBe(200)
  await stop()
  await expect(fetch(PUBLIC_URL)).rejects.toThrow('fetch failed')
  expect(existsSync(join(clone, '.demo/postgres/data/postmaster.pid'))).toBe(false)
  expect(seconds).toBeLessThan(300)
})

/** The programs of this machine but for Node and npm: a new Debian has none, and the demo brings its own. */
function linkPrograms(): void {
  mkdirSync(programs)
  const places = ['/usr/sbin', '/usr/bin'].flatMap((folder) =>
    readdirSync(folder).map((name): [string, string] => [name, join(folder, name)]),
  )
  for (const [name, file] of new Map(places))
    if (!/^(node|nodejs|npm|npx|corepack)$/.test(name)) symlinkSync(file, join(programs, name))
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
