import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Line } from './checks.ts'
import { passSubject, type Subject } from './subject.ts'

export const PROGRAMS = ['generation-5', 'generation-4', 'generation-3', 'browser'] as const
export type Program = (typeof PROGRAMS)[number]

/** Ten times what the longest takes on a calm machine: only one that stands still is ended. */
const HUNG_MS = 900_000

/** Runs one program to its end and hands each of its lines on. Resolves to what went wrong with the program itself. */
export async function runProgram(
  name: Program,
  subject: Subject,
  onLine: (line: Line) => Promise<void>,
  onStart: (child: ChildProcess) => void,
  hungMs = HUNG_MS,
): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name, 'main.ts')], {
    // Node reads NODE_EXTRA_CA_CERTS only when it starts, and the clients give no other way to trust an authority.
    env: { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: subject.ca_file, ...passSubject(subject) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isHung = false
  const watchdog = setTimeout(() => {
    isHung = true
    child.kill('SIGKILL')
  }, hungMs)
  onStart(child)
  const exited = once(child, 'exit')
  let ended = false
  for await (const text of createInterface({ input: child.stdout })) {
    const line = parseLine(text)
    if (!line) {
      clearTimeout(watchdog)
      child.kill('SIGKILL')
      return `${name} printed what is not a check: ${text}`
    }
    if (line.kind === 'end') ended = true
    await onLine(line)
  }
  const [code, signal] = await exited
  clearTimeout(watchdog)
  if (isHung) return `hung: ${name} did not end within ${hungMs / 1000} s`
  if (code === 0 && ended) return null
  return `${name} did not reach its end (exit code ${code}, signal ${signal})`
}

function parseLine(text: string): Line | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
