import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program that wraps keys, as an operator has one, and what it did. */
export function makeKeyCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-key-command-'))
  const fileOf = (name: string) => join(folder, name)
  writeFileSync(fileOf('key'), randomBytes(32))
  writeFileSync(fileOf('runs'), '')
  return {
    command: `${process.execPath} ${join(import.meta.dirname, 'key-program.ts')} ${folder}`,
    /** `fail`, `hang`, `flood`, or what it answers with whatever it is asked. */
    behave: (behavior: string) => writeFileSync(fileOf('behavior'), behavior),
    /** The arguments of each run. */
    runs: () => readFileSync(fileOf('runs'), 'utf8').split('\n').slice(0, -1),
    floodPid: () => Number(readFileSync(fileOf('flood'), 'utf8')),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
