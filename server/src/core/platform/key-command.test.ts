import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/factories.ts'
import { makeKeyCommand } from '../../../test/key-command.ts'
import { runKeyCommand } from './key-command.ts'

const LINE = Buffer.from('what nobody may read in a log').toString('base64')
const program = makeKeyCommand()
beforeEach(() => program.behave(''))
afterAll(() => program.remove())

const messageOf = (run: Promise<string>): Promise<string> =>
  run.then(
    () => 'no error',
    (error) => String(error),
  )

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('runKeyCommand', () => {
  it('gives the line to the program, which gets its arguments as they are', async () => {
    const command = `${program.command} $HOME  ;exit *`
    const wrapped = await runKeyCommand(command, 'wrap', LINE)
    expect(wrapped).toMatch(/^test:v1:\S+$/)
    expect(await runKeyCommand(command, 'unwrap', wrapped)).toBe(LINE)
    expect(program.runs()).toEqual(['$HOME ;exit * wrap', '$HOME ;exit * unwrap'])
  })

  it('says how the program failed, and nothing of what it was given', async () => {
    program.behave('fail')
    expect(await messageOf(runKeyCommand(program.command, 'wrap', LINE))).toBe(
      'Error: KEY_COMMAND wrap failed with exit code 3; its standard error says why',
    )
    expect(await messageOf(runKeyCommand('/nowhere/kms', 'unwrap', LINE))).toBe(
      'Error: KEY_COMMAND unwrap could not be started: ENOENT',
    )
  })

  it('says that it could not be started where no descriptor is free, and the process goes on', () => {
    const script = `
      import { openSync } from 'node:fs'
      import { runKeyCommand } from '${join(import.meta.dirname, 'key-command.ts')}'
      console.log('ready')
      try { for (;;) openSync('/dev/null') } catch {}
      for (const _ of [1, 2])
        await runKeyCommand('/bin/cat', 'wrap', 'line').catch((error) => console.log(error.message, error.cause.code))`
    const node = [process.execPath, '--input-type=module', '--eval', script]
    const { stdout, status } = spawnSync('/bin/sh', ['-c', 'ulimit -n 60; exec "$@"', 'sh', ...node], {
      encoding: 'utf8',
    })
    const line = 'KEY_COMMAND wrap could not be started: EMFILE EMFILE\n'
    expect({ stdout, status }).toEqual({ stdout: `ready\n${line}${line}`, status: 0 })
  })

  it('ends a program that hangs', async () => {
    program.behave('hang')
    expect(await messageOf(runKeyCommand(program.command, 'unwrap', LINE, 50))).toBe(
      'Error: KEY_COMMAND unwrap took longer than 50 ms',
    )
  })

  it('ends a program that answers too much, and everything it has started', async () => {
    program.behave('flood')
    expect(await messageOf(runKeyCommand(program.command, 'wrap', LINE))).toBe(
      'Error: KEY_COMMAND wrap answered with more than 16384 bytes',
    )
    const pid = program.floodPid()
    await waitFor('the end of the flood', async () => !isRunning(pid))
    expect(pid).toBeGreaterThan(1)
  })

  it('takes the answer of a program that does not read', async () => {
    expect(await runKeyCommand('/bin/echo answer to', 'wrap', 'x'.repeat(1_000_000))).toBe('answer to wrap')
  })
})
