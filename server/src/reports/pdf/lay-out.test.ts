import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../../test/factories.ts'
import { sampleReport } from '../../../test/sample-report.ts'
import { LayoutTooLong } from './lay-out.ts'
import { renderPdf } from './render-pdf.ts'

const content = sampleReport({ images: 1, damages: 1 })

let template: string
beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'walkaround-endless-'))
  writeFileSync(join(template, 'report.typ'), '#for a in range(100000) { for b in range(100000) { } }')
})
afterAll(() => rmSync(template, { recursive: true }))

/** The children of this process that lay out a report. */
function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
        const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return Number(parent) === process.pid && program.includes('layout-child.ts')
      } catch {
        return false
      }
    })
}

it('ends a layout that uses up its processor time, and leaves no process', { timeout: 120_000 }, async () => {
  await expect(renderPdf(content, new Map(), { cpuMsMax: 2_000, template })).rejects.toThrow(LayoutTooLong)
  await waitFor('the end of the child', async () => children().length === 0)
})

it('fails when the child dies for another reason, so that it is tried again', {
  timeout: 120_000,
}, async () => {
  const rendering = renderPdf(content, new Map(), { template })
  const failed = expect(rendering).rejects.toThrow('ended without it: {"code":null,"signal":"SIGKILL"')
  const [pid] = await waitFor('the child', async () => children().length > 0 && children())
  process.kill(pid ?? 0, 'SIGKILL')
  await failed
  await expect(rendering).rejects.not.toBeInstanceOf(LayoutTooLong)
})

it('gives the child no setting of the service', { timeout: 120_000 }, async () => {
  const rendering = renderPdf(content, new Map(), { template }).catch(() => null)
  const [pid] = await waitFor('the child', async () => children().length > 0 && children())
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/DATABASE_URL|S3_|KEYS/)
  process.kill(pid ?? 0, 'SIGKILL')
  await rendering
})
