import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../../test/factories.ts'
import { listChildren } from '../../../../test/layout-children.ts'
import { createFairGate } from '../fair-gate.ts'
import { ActiveContentCheck, PDF_LIMITS } from './check-active-content.ts'

const dir = mkdtempSync(join(tmpdir(), 'check-active-content-'))
afterAll(() => rmSync(dir, { recursive: true }))

const written = (name: string, text: string) => {
  const file = join(dir, name)
  writeFileSync(file, `%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${text} >>\nendobj\n%%EOF`)
  return file
}
const plain = written('plain.pdf', '/Pages 2 0 R')
const script = written('script.pdf', '/A << /S /JavaScript >>')
// Every stream is unpacked by every predictor that the figures of the file allow.
const slow = written(
  'slow.pdf',
  `/Predictor 15 ${Array.from({ length: 200 }, (_, n) => `/Columns ${n + 1}`).join(' ')} ${'stream\n'.repeat(300_000)}`,
)

const gate = createFairGate({
  name: 'checks',
  capacity: 2,
  share: 2,
  waitingShare: 2,
  waitingMax: 2,
  waitMsMax: 60_000,
})
const limits = { ...PDF_LIMITS }
let opened: ActiveContentCheck
beforeEach(() => {
  Object.assign(limits, PDF_LIMITS)
  opened = new ActiveContentCheck(gate, limits)
})
afterEach(() => opened.close())

const check = (file: string, organization = 'alder') => opened.check(organization, file)
const listPdfChildren = (parent?: number) => listChildren('active-content-child.ts', parent)
/** The soft and the hard limit, in seconds: proc(5). */
const cpuLimitsOf = (pid: number) =>
  /Max cpu time\s+(\d+)\s+(\d+)/
    .exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))
    ?.slice(1)
    .map(Number)

describe('ActiveContentCheck', () => {
  it('looks at the files of an organization in one process that stays', async () => {
    expect(await check(plain)).toEqual([])
    const [pid = 0, ...others] = listPdfChildren()
    expect(others).toEqual([])
    expect(cpuLimitsOf(pid)).toEqual([15, 75])
    expect(await check(plain)).toEqual([])
    expect(listPdfChildren()).toEqual([pid])
    // The next file has as much processor time as the first one had, the process no more than before.
    const [soft = 0, hard] = cpuLimitsOf(pid) ?? []
    expect([soft > 15 && soft < 75, hard]).toEqual([true, 75])
  })

  it('lets no file meet a process that has seen the file of another organization, or one with something in it', async () => {
    await check(plain, 'alder')
    const [alder] = listPdfChildren()
    await check(plain, 'birch')
    expect(listPdfChildren()).toHaveLength(2)
    await check(plain, 'cedar')
    await waitFor(
      'the end of the one that waited longest',
      async () => !listPdfChildren().includes(alder ?? 0),
    )
    const [, cedar] = listPdfChildren()
    expect(await check(script, 'cedar')).toEqual(['JavaScript'])
    await waitFor('the end of the one that saw it', async () => !listPdfChildren().includes(cedar ?? 0))
    expect(await check(plain, 'cedar')).toEqual([])
  })

  it.each([
    ['so many files', { filesPerChild: 1 }],
    ['a file that left it large', { residentBytes: 1 }],
    ['so much processor time', { childCpuMs: 1 }],
    ['a while without a file', { idleMs: 1 }],
  ])('ends the process after %s, and starts another', async (_name, worn) => {
    Object.assign(limits, worn)
    expect(await check(plain)).toEqual([])
    await waitFor('the end of the process', async () => listPdfChildren().length === 0)
    expect(await check(script)).toEqual(['JavaScript'])
  })

  it('starts another process where the first one has died', async () => {
    await check(plain)
    const [pid = 0] = listPdfChildren()
    process.kill(pid, 'SIGKILL')
    expect(await check(script)).toEqual(['JavaScript'])
    expect(listPdfChildren()).not.toContain(pid)
  })

  it('refuses what takes more processor time than a file may, and what cannot be opened', async () => {
    limits.cpuMs = 1_000
    expect(await check(slow)).toEqual(['unreadable'])
    expect(await check(join(dir, 'nowhere.pdf'))).toEqual(['unreadable'])
    expect(await check(plain)).toEqual([])
  })

  it('does not blame a file for a machine without time for it', async () => {
    await check(plain)
    const [pid = 0] = listPdfChildren()
    process.kill(pid, 'SIGSTOP')
    limits.wallMs = 100
    await expect(check(plain)).rejects.toMatchObject({ code: 'EAGAIN' })
    await waitFor('the end of the process', async () => !existsSync(`/proc/${pid}`))
    limits.wallMs = PDF_LIMITS.wallMs
    expect(await check(plain)).toEqual([])
  })

  it('ends with the process that started it', async () => {
    const program = join(dir, 'api.ts')
    writeFileSync(
      program,
      `import { startPdfChild } from ${JSON.stringify(join(import.meta.dirname, 'pdf-child.ts'))}
       startPdfChild('alder', 15_000, 60_000)
       console.log('started')`,
    )
    const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(parent, 'exit')
    await Promise.race([once(parent.stdout, 'data'), ended])
    const pid = await waitFor('the child', async () => listPdfChildren(parent.pid)[0])
    parent.kill('SIGKILL')
    await ended
    await waitFor('its end', async () => !existsSync(`/proc/${pid}`))
  })
})
