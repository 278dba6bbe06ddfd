import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below those that the system gives to connections: one of these could be taken before a server listens on it. */
const PORTS = { from: 21_000, to: 32_000 }
/** A file for each port that was given out, with the process it was given to. */
const GIVEN = join(tmpdir(), 'walkaround-ports')
const own: string[] = []

/** Ports nobody listens on, and that no other test is given while this process runs. */
export async function freePorts(count: number): Promise<number[]> {
  mkdirSync(GIVEN, { recursive: true })
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (takePort(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}

export function takePort(port: number): boolean {
  const file = join(GIVEN, String(port))
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    forget(file)
    return false
  }
  if (own.push(file) === 1) process.once('exit', giveBack)
  return true
}

function giveBack(): void {
  for (const file of own) rmSync(file, { force: true })
}

/** Whoever was killed has left its files behind. */
function forget(file: string): void {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
  } catch (error) {
    if (Object(error).code === 'ESRCH') rmSync(file, { force: true })
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
