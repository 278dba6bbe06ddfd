import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { commandLine, readPid } from './processes.ts'

const waitMs = 900_000

/** One command at a time changes a stack; the next one waits. A lock whose process is gone does not count. */
export async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + waitMs
  while (!take(file)) {
    const holder = readPid(file)
    if (holder !== undefined && !isStackCommand(holder)) rmSync(file, { force: true })
    if (performance.now() > deadline)
      throw new Error(`Process ${holder} is still working on this stack (${file}).`)
    await delay(100)
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function isStackCommand(pid: number): boolean {
  return commandLine(pid).some((argument) => argument.endsWith('/stack.ts'))
}

function take(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx')
    writeSync(descriptor, `${process.pid}\n`)
    closeSync(descriptor)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
