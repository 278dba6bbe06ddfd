import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

// Runs processes of the service where there is no network but loopback, and tells which names were looked up. Start it
// with `unshare --net --mount`. Engines outside are reached through sockets in a folder, one for each port.

export type CutOffWish = {
  folder: string
  ports: number[]
  processes: { program: string; ready: string; env: Record<string, string> }[]
  /** How long the processes are watched once all are ready. */
  watchMs: number
}
export type CutOffFacts = { control: number; lookups: string[]; ended: string[] }

/** Reads the name out of a question (RFC 1035, 4.1.2). */
function nameIn(question: Buffer): string {
  const labels: string[] = []
  for (let at = 12; at < question.length; ) {
    const length = question[at] ?? 0
    if (length === 0) break
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return labels.join('.')
}

async function run(wish: CutOffWish): Promise<CutOffFacts> {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const resolver = join(wish.folder, 'resolv.conf')
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf'])
  let lookups: string[] = []
  const names = createSocket('udp4').on('message', (question) => lookups.push(nameIn(question)))
  names.bind(53, '127.0.0.1')
  await once(names, 'listening')
  await lookup('control.example.org').catch(() => null)
  const control = lookups.length
  lookups = []
  for (const port of wish.ports) {
    const server = createServer((inside) => {
      const outside = connect(join(wish.folder, `${port}.sock`))
      inside.on('error', () => outside.destroy())
      outside.on('error', () => inside.destroy())
      inside.pipe(outside).pipe(inside)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const ended: string[] = []
  const children = await Promise.all(
    wish.processes.map(async ({ program, ready, env }) => {
      const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      child.once('exit', (code, signal) => ended.push(`${program}: ${code ?? signal}`))
      await waitForLine(child, ready)
      return child
    }),
  )
  await delay(wish.watchMs)
  const facts = { control, lookups, ended: [...ended] }
  for (const child of children) child.kill('SIGKILL')
  return facts
}

async function waitForLine(child: ChildProcess, text: string): Promise<void> {
  let seen = ''
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.stdout?.on('data', (chunk) => {
      seen = (seen + chunk).slice(-4_000)
      if (seen.includes(text)) resolve()
    })
  })
}

const [text] = process.argv.slice(2)
if (text) {
  // Written by the test that starts this.
  const facts = await run(JSON.parse(text) as CutOffWish)
  process.stdout.write(JSON.stringify(facts), () => process.exit(0))
}
