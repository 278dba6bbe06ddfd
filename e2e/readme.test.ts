import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

// A person with a clean clone and the README, and nothing else.
const root = join(import.meta.dirname, '..')
const dir = mkdtempSync(join(tmpdir(), 'walkaround-readme-'))
chmodSync(dir, 0o755)
const clone = join(dir, 'walkaround')
// The machine's own environment, without what this run of the tests put into it.
const { STACK_DIR: _stack, NODE_OPTIONS: _options, PATH = '', ...machine } = process.env
const outside = PATH.split(':').filter(
  (entry) => !entry.includes('.tools') && !entry.includes('node_modules'),
)
const env = { ...machine, PATH: outside.join(':'), STACK_PORT_BASE: '19500' }
let service: ChildProcess | undefined

afterAll(async () => {
  if (service && service.exitCode === null) {
    // Ctrl-C reaches everything in the terminal, not only the shell.
    process.kill(-(service.pid ?? 0), 'SIGINT')
    await once(service, 'exit')
  }
  execFileSync('bash', ['-c', 'test ! -x dev/stack || dev/stack down --delete'], { cwd: clone, env })
  rmSync(dir, { recursive: true, force: true })
}, 60_000)

it("the README's commands, copied literally, take a clean clone to a finished inspection within five minutes", async () => {
  execFileSync('git', ['clone', '--quiet', root, clone], { env })
  const blocks = [...readFileSync(join(clone, 'README.md'), 'utf8').matchAll(/```bash\n(.*?)```/gs)].map(
    (match) => match[1] ?? '',
  )
  const [first = '', ...others] = blocks
  const last = others.pop() ?? ''
  expect(first).toContain('pnpm dev')
  expect(last).toContain('dev/stack down')

  const startedMs = performance.now()
  service = spawn('bash', ['-ec', first], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  await untilPrinted(service, 'Walkaround is running')
  const transcript = execFileSync('bash', ['-eo', 'pipefail', '-c', others.join('\n')], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  const seconds = (performance.now() - startedMs) / 1000
  console.log(transcript)
  console.log(`from clone to finished inspection: ${seconds.toFixed(0)} s`)

  expect(transcript).toMatch(/"compliance_status": "compliant"/)
  expect(transcript).toMatch(/"status": "DONE"/)
  expect(transcript).toMatch(/"damage_type": "missing_piece"/)
  expect(transcript).toMatch(/"damageType": "scratch"/)
  expect(transcript).toMatch(/File Type\s*: JPEG\nImage Size\s*: 864x648/)
  expect(seconds).toBeLessThan(300)
})

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
