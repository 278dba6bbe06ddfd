import type { WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const WARN = 40

/** All lines go to the file; a person at the terminal sees only those that something is wrong with. */
export function showServiceLines(from: Readable, file: WriteStream, show: (line: string) => void): void {
  createInterface({ input: from }).on('line', (line) => {
    file.write(`${line}\n`)
    if (isWorthShowing(line)) show(line)
  })
}

function isWorthShowing(line: string): boolean {
  try {
    const { level } = JSON.parse(line)
    return typeof level !== 'number' || level >= WARN
  } catch {
    // Node's own words: a crash, or a restart after a change.
    return line !== ''
  }
}
