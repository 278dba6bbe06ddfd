import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Step } from '../../.ci/lanes.ts'
import { runStep } from '../../.ci/running.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (script: string, step: Partial<Step> = {}) =>
  runStep({ name: 'tried', command: ['bash', '-c', script], calmS: 1, ...step }, process.env, folder)

describe('a step of the gate', () => {
  it('counts as one by its exit code', async () => {
    expect(await run('true')).toMatchObject({ passed: 1, failed: 0, note: '' })
    expect(await run('exit 3')).toMatchObject({ passed: 0, failed: 1 })
  })

  it('is counted by its closing line, and names what failed', async () => {
    const said = 'echo "FAILED a check"; echo "6 passed, 1 failed"; exit 1'
    expect(await run(said, { counts: 'lines' })).toMatchObject({
      passed: 6,
      failed: 1,
      failures: ['FAILED a check'],
    })
  })

  it('is red when it ends badly after all its checks have passed', async () => {
    const said = 'echo "7 passed, 0 failed"; exit 1'
    expect(await run(said, { counts: 'lines' })).toMatchObject({ passed: 7, failed: 1 })
  })

  it('is red when it says nothing of what it counted', async () => {
    expect(await run('true', { counts: 'lines' })).toMatchObject({ passed: 0, failed: 1 })
    expect(await run('true', { counts: 'vitest' })).toMatchObject({ passed: 0, failed: 1 })
  })

  it('is red as hung when it does not end, and leaves no process behind', async () => {
    const pidFile = join(folder, 'pid')
    const said = `echo "7 passed, 0 failed"; sleep 1000 & echo $! >${pidFile}; wait`
    const outcome = await run(said, { counts: 'lines', hungAfterS: 1 })
    expect(outcome).toMatchObject({ failed: 1, note: 'hung: it was ended after 1 s' })
    const pid = readFileSync(pidFile, 'utf8').trim()
    expect(pid).toMatch(/^\d+$/)
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  })

  it('runs a campaign once more when its own program was ended, and never one that hung', async () => {
    const file = join(folder, 'began')
    const campaign = (script: string): Partial<Step> => ({
      command: ['bash', '-c', script, 'e2e/prove/main.ts'],
    })
    const dying = `[ -e ${file} ] || { touch ${file}; kill -KILL $$; }`
    expect(await run('', { command: ['bash', '-c', dying, 'e2e/prove/main.ts'] })).toMatchObject({
      failed: 0,
    })
    const hanging = await run('', { ...campaign(`echo x >>${file}; sleep 1000`), hungAfterS: 1 })
    expect(hanging).toMatchObject({ failed: 1, note: 'hung: it was ended after 1 s' })
    expect(readFileSync(file, 'utf8')).toBe('x\n')
  })
})
